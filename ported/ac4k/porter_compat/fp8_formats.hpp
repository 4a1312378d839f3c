// Conversions to and from OCP's 8-bit formats. HIP's header stops a kernel on processors that have
// FNUZ's alone (gfx942), or has the function on the host only; and where it converts to one by
// itself it takes what rounds to the largest value for too large. AMD's own formats are left to it.
#pragma once

#if defined(__HIP__)

#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>

#include "fp8_bits.hpp"

namespace porter {

template <class Format>
__host__ __device__ inline __hip_fp8_storage_t narrowed_fp8(float x, __hip_saturation_t saturation) {
  return saturation == __HIP_SATFINITE ? Format::narrow(x) : Format::narrow_unbounded(x);
}

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
  if (format == __HIP_E4M3) return narrowed_fp8<ocp_fp8<3>>(x, saturation);
  if (format == __HIP_E5M2) return narrowed_fp8<ocp_fp8<2>>(x, saturation);
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
  if (format == __HIP_E5M2)
    return __half_raw{__builtin_bit_cast(_Float16, ocp_fp8<2>::half_bits(x))};
  if (format == __HIP_E4M3)
    return __half_raw{__builtin_bit_cast(_Float16, ocp_fp8<3>::half_bits(x))};
  return __hip_cvt_fp8_to_halfraw(x, format);
}

__host__ __device__ inline __hip_fp8x2_storage_t fp8_pair(__hip_fp8_storage_t low,
                                                          __hip_fp8_storage_t high) {
  return __hip_fp8x2_storage_t((unsigned(high) << 8) | low);
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_float2_to_fp8x2(
    const float2 x, const __hip_saturation_t saturation, const __hip_fp8_interpretation_t format) {
  if (saturation == __HIP_SATFINITE && format == __HIP_E4M3) return ocp_fp8<3>::narrow(x.x, x.y);
  if (saturation == __HIP_SATFINITE && format == __HIP_E5M2) return ocp_fp8<2>::narrow(x.x, x.y);
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
  return cvt_float2_to_fp8x2(make_float2(float(x.data[0]), float(x.data[1])), saturation, format);
}

__host__ __device__ inline __hip_fp8x2_storage_t cvt_bfloat16raw2_to_fp8x2(
    const __hip_bfloat162_raw x, const __hip_saturation_t saturation,
    const __hip_fp8_interpretation_t format) {
  const uint32_t low = uint32_t(x.x) << 16, high = uint32_t(x.y) << 16;
  return cvt_float2_to_fp8x2(
      make_float2(__builtin_bit_cast(float, low), __builtin_bit_cast(float, high)), saturation, format);
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
