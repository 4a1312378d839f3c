__CUDA_ARCH__<0
e atomicAdd();