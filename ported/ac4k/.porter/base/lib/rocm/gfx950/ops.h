// The operators for Hopper (H100, H200). Those that end in _wgmma use its warp group products and
// copy engine; the others warp products that all GPUs from Ampere on have.
#pragma once

#include <hip/hip_runtime_api.h>

#include "ac4k_kernel/common/types.h"

#define AC4K_HAS_WGMMA 1

namespace ac4k {
namespace gfx950 {

void quantize_rows(const QuantizeRowsArguments& arguments, hipStream_t stream);
void quantize_tensor(const QuantizeTensorArguments& arguments, hipStream_t stream);
void quantize_nvfp4(const QuantizeNvfp4Arguments& arguments, hipStream_t stream);
void quantize_values(const QuantizeValuesArguments& arguments, hipStream_t stream);
void rope3d(const Rope3dArguments& arguments, hipStream_t stream);
void gemm(const GemmArguments& arguments, hipStream_t stream);
void gemm_wgmma(const GemmArguments& arguments, hipStream_t stream);
void attention(const AttentionArguments& arguments, hipStream_t stream);
void attention_wgmma(const AttentionArguments& arguments, hipStream_t stream);

}  // namespace gfx950
}  // namespace ac4k
