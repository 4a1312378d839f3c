// The operators for Blackwell in workstations (RTX 50, RTX PRO).
#pragma once

#include <cuda_runtime_api.h>

#include "ac4k_kernel/common/types.h"

#define AC4K_HAS_NVFP4_ATTENTION 1

namespace ac4k {
namespace sm120 {

void quantize_rows(const QuantizeRowsArguments& arguments, cudaStream_t stream);
void quantize_tensor(const QuantizeTensorArguments& arguments, cudaStream_t stream);
void quantize_nvfp4(const QuantizeNvfp4Arguments& arguments, cudaStream_t stream);
void quantize_values(const QuantizeValuesArguments& arguments, cudaStream_t stream);
void rope3d(const Rope3dArguments& arguments, cudaStream_t stream);
void gemm(const GemmArguments& arguments, cudaStream_t stream);
void attention(const AttentionArguments& arguments, cudaStream_t stream);

}  // namespace sm120
}  // namespace ac4k
