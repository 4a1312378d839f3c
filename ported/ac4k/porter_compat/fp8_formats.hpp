// Conversions to and from OCP's 8-bit formats. HIP's header stops a kernel on processors that have
// FNUZ's alone (gfx942), or has the function on the host only; and where it converts to one by
// itself it takes what rounds to the largest value for too large. AMD's own formats are left to it.
#pragma once

#if defined(__HIP__)

#include <hip/hip_fp16.h>
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

// A double to what rounds to 8 bits as it does: towards zero, with the last bit set if it is inexact.
__host__ __device__ inline float rounded_to_odd(double x) {
  float cut = float(x);
  uint32_t bits = __builtin_bit_cast(uint32_t, cut);
  if (double(cut) == x) return cut;
  if (__builtin_fabs(double(cut)) > __builtin_fabs(x)) bits -= 1;
  return __builtin_bit_cast(float, bits | 1u);
}

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

__host__ __device__ inline __hip_fp8_storage_t cvt_double_to_fp8(
    const double x, const __hip_saturation_t saturation, const __hip_fp8_interpretation_t format) {
  if (x != x) {  // cuda_fp8.hpp's, unlike that of a float, has a sign and not all bits of E5M2
    const bool is_negative = (__builtin_bit_cast(uint64_t, x) >> 63) != 0;
    return (is_negative ? 0x80 : 0) | (format == __HIP_E5M2 ? 0x7E : 0x7F);
  }
  return cvt_float_to_fp8(rounded_to_odd(x), saturation, format);
}

__host__ __device__ inline __hip_fp8_storage_t cvt_halfraw_to_fp8(
    const __half_raw x, const __hip_saturation_t saturation,
    const __hip_fp8_interpretation_t format) {
  return cvt_float_to_fp8(float(x.data), saturation, format);
}

__host__ __device__ inline __hip_fp8_storage_t cvt_bfloat16raw_to_fp8(
    const __hip_bfloat16_raw x, const __hip_saturation_t saturation,
    const __hip_fp8_interpretation_t format) {
  const uint32_t bits = uint32_t(x.x) << 16;
  return cvt_float_to_fp8(__builtin_bit_cast(float, bits), saturation, format);
}

__host__ __device__ inline __half_raw cvt_fp8_to_halfraw(const __hip_fp8_storage_t x,
                                                         const __hip_fp8_interpretation_t format) {
#if HIP_FP8_TYPE_FNUZ
  const uint16_t sign = uint16_t((x & 0x80u) << 8);
  uint16_t bits = 0x7FFF;
  if (format == __HIP_E5M2) {  // a half without its last eight bits
    if ((x & 0x7Fu) <= 0x7Cu) bits = uint16_t(x << 8);
    return __half_raw{__builtin_bit_cast(_Float16, bits)};
  }
  if (format == __HIP_E4M3) {  // a half whose exponent counts from 15, not from 7
    if ((x & 0x7Fu) == 0x7Fu) return __half_raw{__builtin_bit_cast(_Float16, bits)};
    bits = uint16_t(sign | ((x & 0x7Fu) << 7));
    return __half_raw{_Float16(__builtin_bit_cast(_Float16, bits) * _Float16(256))};
  }
#endif
  return __hip_cvt_fp8_to_halfraw(x, format);
}

__host__ __device__ inline __hip_fp8x2_storage_t fp8_pair(__hip_fp8_storage_t low,
                                                          __hip_fp8_storage_t high) {
  return __hip_fp8x2_storage_t((unsigned(high) << 8) | low);
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_float2_to_fp8x2(
    const float2 x, const __hip_saturation_t saturation, const __hip_fp8_interpretation_t format) {
  return fp8_pair(cvt_float_to_fp8(x.x, saturation, format),
                  cvt_float_to_fp8(x.y, saturation, format));
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_double2_to_fp8x2(
    const double2 x, const __hip_saturation_t saturation, const __hip_fp8_interpretation_t format) {
  return fp8_pair(cvt_double_to_fp8(x.x, saturation, format),
                  cvt_double_to_fp8(x.y, saturation, format));
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_halfraw2_to_fp8x2(
    const __half2_raw x, const __hip_saturation_t saturation,
    const __hip_fp8_interpretation_t format) {
  return fp8_pair(cvt_float_to_fp8(float(x.data[0]), saturation, format),
                  cvt_float_to_fp8(float(x.data[1]), saturation, format));
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_bfloat16raw2_to_fp8x2(
    const __hip_bfloat162_raw x, const __hip_saturation_t saturation,
    const __hip_fp8_interpretation_t format) {
  return fp8_pair(cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw{x.x}, saturation, format),
                  cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw{x.y}, saturation, format));
}

__host__ __device__ inline __half2_raw cvt_fp8x2_to_halfraw2(
    const __hip_fp8x2_storage_t x, const __hip_fp8_interpretation_t format) {
  __half2_raw both;
  both.data[0] = cvt_fp8_to_halfraw(__hip_fp8_storage_t(x & 0xFFu), format).data;
  both.data[1] = cvt_fp8_to_halfraw(__hip_fp8_storage_t(x >> 8), format).data;
  return both;
}

}  // namespace porter

#endif  // defined(__HIP__)
