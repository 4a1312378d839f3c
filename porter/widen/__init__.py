"""`porter widen`: kernels that work by warps of 32 threads, rewritten for wavefronts of 64."""
