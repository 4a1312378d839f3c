"""Generated kernels with a reference of their own: CUDA's side against the port, at both waves."""
