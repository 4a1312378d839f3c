// Conversions to OCP's 8-bit formats, but on processors that have them. HIP's header stops a kernel
// on those that have FNUZ's alone (gfx942); elsewhere it takes what rounds to the largest value for
// too large. AMD's own formats are left to it.
#pragma once

#if defined(__HIP__)

#include <hip/hip_fp8.h>

#include "ptx_convert.hpp"

namespace porter {

#if HIP_FP8_TYPE_FNUZ
// `last` is the largest size that rounds to a finite value; `over` is what greater ones become.
template <class Format>
__host__ __device__ inline __hip_fp8_storage_t narrowed_fp8(float x, bool saturates, float last,
                                                            uint8_t over) {
  const uint8_t sign = uint8_t((__builtin_bit_cast(uint32_t, x) >> 24) & 0x80u);
  if (!saturates && __builtin_fabsf(x) > last) return sign | over;
  return Format::narrow(x);
}
#endif

__host__ __device__ inline __hip_fp8_storage_t cvt_float_to_fp8(
    const float x, const __hip_saturation_t saturation, const __hip_fp8_interpretation_t format) {
#if HIP_FP8_TYPE_FNUZ
  const bool saturates = saturation == __HIP_SATFINITE;
  if (format == __HIP_E4M3) {
    return narrowed_fp8<ptx::e4m3x2>(x, saturates, 464.0f, 0x7F);
  }
  if (format == __HIP_E5M2) {  // 61440 lies in the middle and goes to the even one, infinity
    return narrowed_fp8<ptx::e5m2x2>(x, saturates, 61439.996f, 0x7C);
  }
#endif
  return __hip_cvt_float_to_fp8(x, saturation, format);
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_float2_to_fp8x2(
    const float2 x, const __hip_saturation_t saturation, const __hip_fp8_interpretation_t format) {
  const unsigned high = cvt_float_to_fp8(x.y, saturation, format);
  return __hip_fp8x2_storage_t((high << 8) | cvt_float_to_fp8(x.x, saturation, format));
}

}  // namespace porter

#endif  // defined(__HIP__)
