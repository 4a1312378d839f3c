// The operators for CDNA 4 (MI350, MI355). Products are those of its matrix cores, by 32 lanes.
// Float8 is OCP's, which its matrix cores multiply, as they do MX-FP4.
#pragma once

#include <hip/hip_runtime_api.h>

#include "ac4k_kernel/common/types.h"

#define AC4K_HAS_MXFP4 1

namespace ac4k {
namespace gfx950 {

void quantize_rows(const QuantizeRowsArguments& arguments, hipStream_t stream);
void quantize_tensor(const QuantizeTensorArguments& arguments, hipStream_t stream);
void quantize_mxfp4(const QuantizeMxfp4Arguments& arguments, hipStream_t stream);
void quantize_values(const QuantizeValuesArguments& arguments, hipStream_t stream);
void rope3d(const Rope3dArguments& arguments, hipStream_t stream);
void gemm(const GemmArguments& arguments, hipStream_t stream);
void attention(const AttentionArguments& arguments, hipStream_t stream);
void attention_mxfp4(const AttentionArguments& arguments, hipStream_t stream);

}  // namespace gfx950
}  // namespace ac4k
