// Arithmetic of half and bfloat16 that HIP 6.4 lacks, for single values and for pairs.
//
// Half has instructions; bfloat16 is computed in float and rounded once. `_rn` forms are never fused into an fma.
#pragma once

#include "bfloat16.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#pragma push_macro("volatile")  // as in half_conversions.hpp
#undef volatile
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#pragma pop_macro("volatile")
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_HALF __device__ __forceinline__

namespace detail {

typedef _Float16 wide_half2 __attribute__((ext_vector_type(2)));
typedef float wide_bfloat162 __attribute__((ext_vector_type(2)));

/// What a value is computed as.
PORTER_HALF _Float16 wide(__half value) { return __builtin_bit_cast(_Float16, value); }
PORTER_HALF float wide(__hip_bfloat16 value) { return __bfloat162float(value); }
PORTER_HALF wide_half2 wide(__half2 value) { return __builtin_bit_cast(wide_half2, value); }
PORTER_HALF wide_bfloat162 wide(__hip_bfloat162 value) { return {wide(value.x), wide(value.y)}; }

template <typename T>
struct half_type;
template <>
struct half_type<__half> {
  PORTER_HALF static __half narrow(_Float16 value) { return __builtin_bit_cast(__half, value); }
  PORTER_HALF static _Float16 unit(_Float16 value) { return __builtin_amdgcn_fmed3h(value, 0, 1); }
};
template <>
struct half_type<__hip_bfloat16> {
  PORTER_HALF static __hip_bfloat16 narrow(float value) { return float2bfloat16_rn(value); }
  PORTER_HALF static float unit(float value) { return __builtin_amdgcn_fmed3f(value, 0, 1); }
};
template <>
struct half_type<__half2> {
  PORTER_HALF static __half2 narrow(wide_half2 value) { return __builtin_bit_cast(__half2, value); }
  PORTER_HALF static wide_half2 unit(wide_half2 value) {
    return __builtin_elementwise_min(__builtin_elementwise_max(value, wide_half2(0)), wide_half2(1));
  }
};
template <>
struct half_type<__hip_bfloat162> {
  PORTER_HALF static __hip_bfloat162 narrow(wide_bfloat162 value) {
    return {float2bfloat16_rn(value.x), float2bfloat16_rn(value.y)};
  }
  PORTER_HALF static wide_bfloat162 unit(wide_bfloat162 value) {
    return {half_type<__hip_bfloat16>::unit(value.x), half_type<__hip_bfloat16>::unit(value.y)};
  }
};

template <typename T, typename Number>
PORTER_HALF T narrow(Number value) {
  return half_type<T>::narrow(value);
}

/// CUDA's NaN, of both types.
template <typename T>
PORTER_HALF T canonical_nan() {
  return __builtin_bit_cast(T, static_cast<unsigned short>(0x7fff));
}

PORTER_HALF __half2 pair(__half x, __half y) { return __halves2half2(x, y); }
PORTER_HALF __hip_bfloat162 pair(__hip_bfloat16 x, __hip_bfloat16 y) {
  return __hip_bfloat162{x, y};
}
PORTER_HALF __half first(__half2 v) { return __low2half(v); }
PORTER_HALF __half second(__half2 v) { return __high2half(v); }
PORTER_HALF __hip_bfloat16 first(__hip_bfloat162 v) { return v.x; }
PORTER_HALF __hip_bfloat16 second(__hip_bfloat162 v) { return v.y; }

template <typename Number>
PORTER_HALF Number unfused_add(Number a, Number b) {
#pragma clang fp contract(off)
  return a + b;
}
template <typename Number>
PORTER_HALF Number unfused_multiply(Number a, Number b) {
#pragma clang fp contract(off)
  return a * b;
}
PORTER_HALF _Float16 larger(_Float16 a, _Float16 b) { return __builtin_fmaxf16(a, b); }
PORTER_HALF float larger(float a, float b) { return __builtin_fmaxf(a, b); }
PORTER_HALF _Float16 smaller(_Float16 a, _Float16 b) { return __builtin_fminf16(a, b); }
PORTER_HALF float smaller(float a, float b) { return __builtin_fminf(a, b); }

template <typename Number>
PORTER_HALF Number no_less_than_zero(Number value) {
  return value <= 0 ? Number(0) : value;
}

/// Between 0 and 1; NaN gives 0.
template <typename T, typename Number>
PORTER_HALF T saturated(Number value) {
  return narrow<T>(half_type<T>::unit(value));
}

}  // namespace detail

template <typename T>
PORTER_HALF T hadd_rn(T a, T b) {
  return detail::narrow<T>(detail::unfused_add(detail::wide(a), detail::wide(b)));
}
template <typename T>
PORTER_HALF T hsub_rn(T a, T b) {
  return detail::narrow<T>(detail::unfused_add(detail::wide(a), -detail::wide(b)));
}
template <typename T>
PORTER_HALF T hmul_rn(T a, T b) {
  return detail::narrow<T>(detail::unfused_multiply(detail::wide(a), detail::wide(b)));
}
/// Results between 0 and 1, 0 for NaN: HIP's own of half keep NaN.
template <typename T>
PORTER_HALF T hadd_sat(T a, T b) {
  return detail::saturated<T>(detail::unfused_add(detail::wide(a), detail::wide(b)));
}
template <typename T>
PORTER_HALF T hsub_sat(T a, T b) {
  return detail::saturated<T>(detail::unfused_add(detail::wide(a), -detail::wide(b)));
}
template <typename T>
PORTER_HALF T hmul_sat(T a, T b) {
  return detail::saturated<T>(detail::unfused_multiply(detail::wide(a), detail::wide(b)));
}
template <typename T>
PORTER_HALF T hfma_sat(T a, T b, T c) {
  return detail::saturated<T>(
      __builtin_elementwise_fma(detail::wide(a), detail::wide(b), detail::wide(c)));
}
/// fma, with negative results made 0, -0 among them.
template <typename T>
PORTER_HALF T hfma_relu(T a, T b, T c) {
  return detail::narrow<T>(detail::no_less_than_zero(
      __builtin_elementwise_fma(detail::wide(a), detail::wide(b), detail::wide(c))));
}
/// Maximum and minimum that give NaN when one of the two is NaN.
template <typename T>
PORTER_HALF T hmax_nan(T a, T b) {
  const auto x = detail::wide(a), y = detail::wide(b);
  return __builtin_isunordered(x, y) ? detail::canonical_nan<T>() : detail::narrow<T>(detail::larger(x, y));
}
template <typename T>
PORTER_HALF T hmin_nan(T a, T b) {
  const auto x = detail::wide(a), y = detail::wide(b);
  return __builtin_isunordered(x, y) ? detail::canonical_nan<T>() : detail::narrow<T>(detail::smaller(x, y));
}
template <typename T>
PORTER_HALF T htanh(T value) {
  return detail::narrow<T>(::tanhf(detail::wide(value)));
}
template <typename T>
PORTER_HALF T htanh_approx(T value) {
  return htanh(value);
}

#define PORTER_HALF_SAME(NAME, SINGLE)                                                  \
  template <typename T>                                                                 \
  PORTER_HALF T NAME(T a, T b) {                                                        \
    return SINGLE(a, b);                                                                \
  }
PORTER_HALF_SAME(hadd2_rn, hadd_rn)
PORTER_HALF_SAME(hsub2_rn, hsub_rn)
PORTER_HALF_SAME(hmul2_rn, hmul_rn)
PORTER_HALF_SAME(hadd2_sat, hadd_sat)
PORTER_HALF_SAME(hsub2_sat, hsub_sat)
PORTER_HALF_SAME(hmul2_sat, hmul_sat)
#undef PORTER_HALF_SAME

#define PORTER_HALF_PAIR(NAME, SINGLE)                                                  \
  template <typename T>                                                                 \
  PORTER_HALF T NAME(T a, T b) {                                                        \
    return detail::pair(SINGLE(detail::first(a), detail::first(b)),                     \
                        SINGLE(detail::second(a), detail::second(b)));                  \
  }
PORTER_HALF_PAIR(hmax2_nan, hmax_nan)
PORTER_HALF_PAIR(hmin2_nan, hmin_nan)
#undef PORTER_HALF_PAIR

template <typename T>
PORTER_HALF T hfma2_relu(T a, T b, T c) {
  return hfma_relu(a, b, c);
}
template <typename T>
PORTER_HALF T hfma2_sat(T a, T b, T c) {
  return hfma_sat(a, b, c);
}
template <typename T>
PORTER_HALF T h2tanh(T value) {
  return detail::pair(htanh(detail::first(value)), htanh(detail::second(value)));
}
template <typename T>
PORTER_HALF T h2tanh_approx(T value) {
  return h2tanh(value);
}

/// a * b + c of complex numbers, real part first.
template <typename T>
PORTER_HALF T hcmadd(T a, T b, T c) {
  const auto x = detail::wide(a), y = detail::wide(b);
  const auto part = __builtin_elementwise_fma(decltype(x){x.x, x.x}, y, detail::wide(c));
  return detail::narrow<T>(
      __builtin_elementwise_fma(decltype(x){-x.y, x.y}, decltype(x){y.y, y.x}, part));
}

/// Comparisons of pairs whose answer is all bits of a halfword; `u`: true when one is NaN.
#define PORTER_HALF_MASK(NAME, EXPRESSION)                                              \
  template <typename T>                                                                 \
  PORTER_HALF unsigned NAME##2_mask(T left, T right) {                                  \
    const auto holds = [](float a, float b) { return EXPRESSION; };                     \
    const bool low = holds(detail::wide(detail::first(left)), detail::wide(detail::first(right)));    \
    const bool high = holds(detail::wide(detail::second(left)), detail::wide(detail::second(right))); \
    return (low ? 0xffffu : 0u) | (high ? 0xffff0000u : 0u);                            \
  }
PORTER_HALF_MASK(heq, a == b)
PORTER_HALF_MASK(hne, a < b || a > b)
PORTER_HALF_MASK(hle, a <= b)
PORTER_HALF_MASK(hge, a >= b)
PORTER_HALF_MASK(hlt, a < b)
PORTER_HALF_MASK(hgt, a > b)
PORTER_HALF_MASK(hequ, !(a < b || a > b))
PORTER_HALF_MASK(hneu, a != b)
PORTER_HALF_MASK(hleu, !(a > b))
PORTER_HALF_MASK(hgeu, !(a < b))
PORTER_HALF_MASK(hltu, !(a >= b))
PORTER_HALF_MASK(hgtu, !(a <= b))
#undef PORTER_HALF_MASK

/// Comparisons for "not equal" that NaN answers with false, as CUDA's do; HIP's answer with true.
template <typename T>
PORTER_HALF bool hne(T a, T b) {
  const auto x = detail::wide(a), y = detail::wide(b);
  return x < y || x > y;
}
template <typename T>
PORTER_HALF T hne2(T a, T b) {
  using Half = decltype(detail::first(a));
  const bool low = hne(detail::first(a), detail::first(b));
  const bool high = hne(detail::second(a), detail::second(b));
  return detail::pair(detail::half_type<Half>::narrow(low), detail::half_type<Half>::narrow(high));
}
template <typename T>
PORTER_HALF bool hbne2(T a, T b) {
  return hne(detail::first(a), detail::first(b)) && hne(detail::second(a), detail::second(b));
}

/// Comparisons of pairs that NaN answers with true; HIP's answer with false.
#define PORTER_HALF_BOTH(NAME, MASK)                 \
  template <typename T>                              \
  PORTER_HALF bool NAME(T a, T b) {                  \
    return MASK(a, b) == 0xffffffffu;                \
  }
PORTER_HALF_BOTH(hbequ2, hequ2_mask)
PORTER_HALF_BOTH(hbneu2, hneu2_mask)
PORTER_HALF_BOTH(hbleu2, hleu2_mask)
PORTER_HALF_BOTH(hbgeu2, hgeu2_mask)
PORTER_HALF_BOTH(hbltu2, hltu2_mask)
PORTER_HALF_BOTH(hbgtu2, hgtu2_mask)
#undef PORTER_HALF_BOTH

/// Conversions of half: a double in one rounding, bytes towards zero.
PORTER_HALF __half double2half(double value) {
  return __builtin_bit_cast(__half, static_cast<_Float16>(value));
}
PORTER_HALF signed char half2char_rz(__half value) {
  const float wide = __half2float(value);
  return wide != wide ? 0 : static_cast<signed char>(fminf(fmaxf(wide, -128.0f), 127.0f));
}
PORTER_HALF unsigned char half2uchar_rz(__half value) {
  return static_cast<unsigned char>(fminf(fmaxf(__half2float(value), 0.0f), 255.0f));
}

#endif  // defined(__HIP__)

}  // namespace porter
