// Matrix products of 2-D CUDA tensors: c = a b.
#pragma once

#include <torch/types.h>

// One thread an element; every floating type.
torch::Tensor gemm_basic(const torch::Tensor& a, const torch::Tensor& b);
// Tiles in shared memory and registers; every floating type.
torch::Tensor gemm_tiled(const torch::Tensor& a, const torch::Tensor& b);
// Tensor cores; float16 and bfloat16.
torch::Tensor gemm_tensor_cores(const torch::Tensor& a, const torch::Tensor& b);
