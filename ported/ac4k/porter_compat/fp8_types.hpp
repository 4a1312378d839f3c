// CUDA's 8-bit floats as types, in OCP's formats on each processor. HIP's types of these formats
// convert on the host alone where the processor has FNUZ's (gfx942), and without being asked to.
// What saturates, and what NaN becomes, is as in cuda_fp8.hpp.
#pragma once

#include "fp8_formats.hpp"

#if defined(__HIP__)

#include <hip/hip_bf16.h>

#include <type_traits>

#include "ptx_convert.hpp"

namespace porter {

namespace detail {

template <class T>
using if_integer =
    typename std::enable_if<std::is_integral<T>::value && !std::is_same<T, bool>::value, int>::type;

template <__hip_fp8_interpretation_t Format>
using ocp_format = ocp_fp8<Format == __HIP_E4M3 ? 3 : 2>;

}  // namespace detail

template <__hip_fp8_interpretation_t Format>
struct fp8 {
  __hip_fp8_storage_t __x;

  fp8() = default;
  explicit __host__ __device__ fp8(const float a)
      : __x(cvt_float_to_fp8(a, __HIP_SATFINITE, Format)) {}
  explicit __host__ __device__ fp8(const double a)
      : __x(cvt_double_to_fp8(a, __HIP_SATFINITE, Format)) {}
  explicit __host__ __device__ fp8(const __half a)
      : __x(cvt_halfraw_to_fp8(static_cast<__half_raw>(a), __HIP_SATFINITE, Format)) {}
  explicit __host__ __device__ fp8(const __hip_bfloat16 a)
      : __x(cvt_bfloat16raw_to_fp8(static_cast<__hip_bfloat16_raw>(a), __HIP_SATFINITE, Format)) {}
  template <class T, detail::if_integer<T> = 0>
  explicit __host__ __device__ fp8(const T a) : fp8(static_cast<float>(a)) {}

  explicit __host__ __device__ operator __half() const {
    return static_cast<__half>(cvt_fp8_to_halfraw(__x, Format));
  }
  explicit __host__ __device__ operator float() const {
    return detail::ocp_format<Format>::widen(__x);
  }
  explicit __host__ __device__ operator double() const { return static_cast<float>(*this); }
  explicit __host__ __device__ operator __hip_bfloat16() const {
    // Its upper half is all of it but for NaN, which keeps a bit.
    const uint32_t bits = __builtin_bit_cast(uint32_t, static_cast<float>(*this));
    return __hip_bfloat16(__hip_bfloat16_raw{static_cast<unsigned short>(bits >> 16)});
  }
  explicit __host__ __device__ operator bool() const { return (__x & 0x7Fu) != 0; }
  template <class T, detail::if_integer<T> = 0>
  explicit __host__ __device__ operator T() const {
    return ptx::to_integer<T>(static_cast<float>(*this));
  }
};

template <__hip_fp8_interpretation_t Format>
struct alignas(2) fp8x2 {
  __hip_fp8x2_storage_t __x;

  fp8x2() = default;
  explicit __host__ __device__ fp8x2(const float2 a)
      : __x(cvt_float2_to_fp8x2(a, __HIP_SATFINITE, Format)) {}
  explicit __host__ __device__ fp8x2(const double2 a)
      : __x(cvt_double2_to_fp8x2(a, __HIP_SATFINITE, Format)) {}
  explicit __host__ __device__ fp8x2(const __half2 a)
      : __x(cvt_halfraw2_to_fp8x2(static_cast<__half2_raw>(a), __HIP_SATFINITE, Format)) {}
  explicit __host__ __device__ fp8x2(const __hip_bfloat162 a)
      : __x(cvt_bfloat16raw2_to_fp8x2(static_cast<__hip_bfloat162_raw>(a), __HIP_SATFINITE,
                                      Format)) {}

  explicit __host__ __device__ operator __half2() const {
    return static_cast<__half2>(cvt_fp8x2_to_halfraw2(__x, Format));
  }
  explicit __host__ __device__ operator float2() const {
    return detail::ocp_format<Format>::widen_pair(__x);
  }
};

template <__hip_fp8_interpretation_t Format>
struct alignas(4) fp8x4 {
  __hip_fp8x4_storage_t __x;

  fp8x4() = default;
  explicit __host__ __device__ fp8x4(const float4 a)
      : fp8x4(fp8x2<Format>(make_float2(a.x, a.y)), fp8x2<Format>(make_float2(a.z, a.w))) {}
  explicit __host__ __device__ fp8x4(const double4 a)
      : fp8x4(fp8x2<Format>(make_double2(a.x, a.y)), fp8x2<Format>(make_double2(a.z, a.w))) {}
  explicit __host__ __device__ fp8x4(const __half2 low, const __half2 high)
      : fp8x4(fp8x2<Format>(low), fp8x2<Format>(high)) {}
  explicit __host__ __device__ fp8x4(const __hip_bfloat162 low, const __hip_bfloat162 high)
      : fp8x4(fp8x2<Format>(low), fp8x2<Format>(high)) {}

  explicit __host__ __device__ operator float4() const {
    const float2 low = detail::ocp_format<Format>::widen_pair(uint16_t(__x));
    const float2 high = detail::ocp_format<Format>::widen_pair(uint16_t(__x >> 16));
    return make_float4(low.x, low.y, high.x, high.y);
  }

 private:
  __host__ __device__ fp8x4(const fp8x2<Format> low, const fp8x2<Format> high)
      : __x(__hip_fp8x4_storage_t(low.__x) | (__hip_fp8x4_storage_t(high.__x) << 16)) {}
};

using fp8_e4m3 = fp8<__HIP_E4M3>;
using fp8_e5m2 = fp8<__HIP_E5M2>;
using fp8x2_e4m3 = fp8x2<__HIP_E4M3>;
using fp8x2_e5m2 = fp8x2<__HIP_E5M2>;
using fp8x4_e4m3 = fp8x4<__HIP_E4M3>;
using fp8x4_e5m2 = fp8x4<__HIP_E5M2>;

}  // namespace porter

#endif  // defined(__HIP__)
