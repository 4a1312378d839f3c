"""The vendors' libraries on the executor: BLAS and others, by HIP's names and by CUDA's."""
