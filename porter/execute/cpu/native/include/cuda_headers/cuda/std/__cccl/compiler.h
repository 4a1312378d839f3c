// Stands before CUDA's header of this name, which takes nvcc for a compiler with built-in functions that clang lacks.
#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__NVCC__")
