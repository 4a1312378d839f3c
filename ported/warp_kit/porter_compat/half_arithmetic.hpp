// Arithmetic of half and bfloat16 that HIP 6.4 lacks, for single values and for pairs.
//
// Computed in float and rounded once. `_rn` forms are never fused into an fma.
#pragma once

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

PORTER_HALF float wide(__half value) { return __half2float(value); }
PORTER_HALF float wide(__hip_bfloat16 value) { return __bfloat162float(value); }

template <typename T>
struct half_type;
template <>
struct half_type<__half> {
  static constexpr unsigned short nan = 0x7fff;
  PORTER_HALF static __half narrow(float value) { return __float2half(value); }
};
template <>
struct half_type<__hip_bfloat16> {
  static constexpr unsigned short nan = 0x7fff;
  PORTER_HALF static __hip_bfloat16 narrow(float value) { return __float2bfloat16(value); }
};

/// The float as a T; every NaN as the canonical one.
template <typename T>
PORTER_HALF T narrow(float value) {
  if (value == value) return half_type<T>::narrow(value);
  T result;
  const unsigned short bits = half_type<T>::nan;
  __builtin_memcpy(&result, &bits, sizeof(bits));
  return result;
}

PORTER_HALF __half2 pair(__half x, __half y) { return __halves2half2(x, y); }
PORTER_HALF __hip_bfloat162 pair(__hip_bfloat16 x, __hip_bfloat16 y) {
  return __hip_bfloat162{x, y};
}
PORTER_HALF __half first(__half2 v) { return __low2half(v); }
PORTER_HALF __half second(__half2 v) { return __high2half(v); }
PORTER_HALF __hip_bfloat16 first(__hip_bfloat162 v) { return v.x; }
PORTER_HALF __hip_bfloat16 second(__hip_bfloat162 v) { return v.y; }

PORTER_HALF float unfused_add(float a, float b) {
#pragma clang fp contract(off)
  return a + b;
}
PORTER_HALF float unfused_multiply(float a, float b) {
#pragma clang fp contract(off)
  return a * b;
}
PORTER_HALF float no_less_than_zero(float value) { return value <= 0.0f ? 0.0f : value; }

/// Between 0 and 1; NaN gives 0.
template <typename T>
PORTER_HALF T saturated(T value) {
  const float number = wide(value);
  return number > 0.0f ? (number < 1.0f ? value : half_type<T>::narrow(1.0f))
                       : half_type<T>::narrow(0.0f);
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
  return detail::saturated(__hadd(a, b));
}
template <typename T>
PORTER_HALF T hsub_sat(T a, T b) {
  return detail::saturated(__hsub(a, b));
}
template <typename T>
PORTER_HALF T hmul_sat(T a, T b) {
  return detail::saturated(__hmul(a, b));
}
template <typename T>
PORTER_HALF T hfma_sat(T a, T b, T c) {
  return detail::saturated(__hfma(a, b, c));
}
/// fma, with negative results made 0, -0 among them.
template <typename T>
PORTER_HALF T hfma_relu(T a, T b, T c) {
  return detail::narrow<T>(detail::no_less_than_zero(detail::wide(__hfma(a, b, c))));
}
/// Maximum and minimum that give NaN when one of the two is NaN.
template <typename T>
PORTER_HALF T hmax_nan(T a, T b) {
  const float x = detail::wide(a), y = detail::wide(b);
  return x != x || y != y ? detail::narrow<T>(x + y) : __hmax(a, b);
}
template <typename T>
PORTER_HALF T hmin_nan(T a, T b) {
  const float x = detail::wide(a), y = detail::wide(b);
  return x != x || y != y ? detail::narrow<T>(x + y) : __hmin(a, b);
}
template <typename T>
PORTER_HALF T htanh(T value) {
  return detail::narrow<T>(::tanhf(detail::wide(value)));
}
template <typename T>
PORTER_HALF T htanh_approx(T value) {
  return htanh(value);
}

#define PORTER_HALF_PAIR(NAME, SINGLE)                                                  \
  template <typename T>                                                                 \
  PORTER_HALF T NAME(T a, T b) {                                                        \
    return detail::pair(SINGLE(detail::first(a), detail::first(b)),                     \
                        SINGLE(detail::second(a), detail::second(b)));                  \
  }
PORTER_HALF_PAIR(hadd2_rn, hadd_rn)
PORTER_HALF_PAIR(hsub2_rn, hsub_rn)
PORTER_HALF_PAIR(hmul2_rn, hmul_rn)
PORTER_HALF_PAIR(hadd2_sat, hadd_sat)
PORTER_HALF_PAIR(hsub2_sat, hsub_sat)
PORTER_HALF_PAIR(hmul2_sat, hmul_sat)
PORTER_HALF_PAIR(hmax2_nan, hmax_nan)
PORTER_HALF_PAIR(hmin2_nan, hmin_nan)
#undef PORTER_HALF_PAIR

template <typename T>
PORTER_HALF T hfma2_relu(T a, T b, T c) {
  return detail::pair(hfma_relu(detail::first(a), detail::first(b), detail::first(c)),
                      hfma_relu(detail::second(a), detail::second(b), detail::second(c)));
}
template <typename T>
PORTER_HALF T hfma2_sat(T a, T b, T c) {
  return detail::pair(hfma_sat(detail::first(a), detail::first(b), detail::first(c)),
                      hfma_sat(detail::second(a), detail::second(b), detail::second(c)));
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
  const auto x = detail::first(a), y = detail::second(a);
  const auto real = __hfma(x, detail::first(b), detail::first(c));
  const auto imaginary = __hfma(x, detail::second(b), detail::second(c));
  return detail::pair(__hfma(__hneg(y), detail::second(b), real),
                      __hfma(y, detail::first(b), imaginary));
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
  const float x = detail::wide(a), y = detail::wide(b);
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
