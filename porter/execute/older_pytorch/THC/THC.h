// What extensions take of THC/THC.h, which PyTorch 1.11 removed: for CUDA's own sources, which are compiled as they are.
#pragma once

#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>

#define THCudaCheck C10_CUDA_CHECK
