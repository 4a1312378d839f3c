// The operators for CDNA 2 (MI210, MI250). Products are those of its matrix cores, by 32 lanes.
// Float8 is stored as OCP's and multiplied in float16.
#pragma once

#include <hip/hip_runtime_api.h>

#include "ac4k_kernel/common/types.h"

namespace ac4k {
namespace gfx90a {

void quantize_rows(const QuantizeRowsArguments& arguments, hipStream_t stream);
void quantize_tensor(const QuantizeTensorArguments& arguments, hipStream_t stream);
void quantize_values(const QuantizeValuesArguments& arguments, hipStream_t stream);
void rope3d(const Rope3dArguments& arguments, hipStream_t stream);
void gemm(const GemmArguments& arguments, hipStream_t stream);
void attention(const AttentionArguments& arguments, hipStream_t stream);

}  // namespace gfx90a
}  // namespace ac4k
