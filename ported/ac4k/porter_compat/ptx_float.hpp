// Floating-point instructions of PTX: approximations, half precision, comparisons.
//
// Subnormals are kept where the instruction says `.ftz`, but for ex2 and lg2: AMD's arithmetic keeps
// them at full speed. The `.approx` forms are the hardware's own approximations, of the same class of error as
// NVIDIA's (PTX ISA 9.7.3 to 9.7.5), not the same last bit.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __device__ __forceinline__

// AMD's reciprocals take and give 0 for subnormals, as `.ftz` asks for; without it they are scaled.
PORTER_PTX float rcp_approx_ftz(float a) { return __builtin_amdgcn_rcpf(a); }
PORTER_PTX float rcp_approx(float a) {
  const float size = __builtin_fabsf(a);
  const float scale = size < 0x1p-126f ? 0x1p24f : size > 0x1p126f ? 0x1p-24f : 1.0f;
  return __builtin_amdgcn_rcpf(a * scale) * scale;
}
PORTER_PTX float rsqrt_approx_ftz(float a) { return __builtin_amdgcn_rsqf(a); }
PORTER_PTX float rsqrt_approx(float a) {
  const bool small = a < 0x1p-126f;
  return __builtin_amdgcn_rsqf(small ? a * 0x1p24f : a) * (small ? 0x1p12f : 1.0f);
}

// Of doubles these take and give the upper halves alone, and 0 for subnormals.
PORTER_PTX double upper_half(double a) {
  const double upper = __longlong_as_double(__double_as_longlong(a) & ~0xffffffffll);
  return __builtin_fabs(a) < 0x1p-1022 ? __builtin_copysign(0.0, a) : upper;
}
PORTER_PTX double rcp_approx_ftz(double a) { return upper_half(__builtin_amdgcn_rcp(upper_half(a))); }
PORTER_PTX double rsqrt_approx_ftz(double a) { return upper_half(__builtin_amdgcn_rsq(upper_half(a))); }

PORTER_PTX float sqrt_approx(float a) { return __builtin_amdgcn_sqrtf(a); }
PORTER_PTX float div_approx(float a, float b) { return a * __builtin_amdgcn_rcpf(b); }
PORTER_PTX float ex2_approx(float a) { return exp2f(a); }
PORTER_PTX float lg2_approx(float a) { return log2f(a); }
// So it is with powers and logarithms.
#if __has_builtin(__builtin_amdgcn_exp2f) && __has_builtin(__builtin_amdgcn_logf)
PORTER_PTX float ex2_approx_ftz(float a) { return __builtin_amdgcn_exp2f(a); }
PORTER_PTX float lg2_approx_ftz(float a) { return __builtin_amdgcn_logf(a); }
#else
PORTER_PTX float ex2_approx_ftz(float a) { return ex2_approx(a); }
PORTER_PTX float lg2_approx_ftz(float a) { return lg2_approx(a); }
#endif
PORTER_PTX float sin_approx(float a) { return __sinf(a); }
PORTER_PTX float cos_approx(float a) { return __cosf(a); }
PORTER_PTX float tanh_approx(float a) { return tanhf(a); }

// .sat: to [0, 1], NaN to 0.
PORTER_PTX float saturate(float a) { return a > 0.0f ? (a < 1.0f ? a : 1.0f) : 0.0f; }
PORTER_PTX double saturate(double a) { return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0; }

// min, max: the other operand when one is NaN; -0 is less than +0. `.NaN`: NaN when one is.
PORTER_PTX float minimum(float a, float b) { return __builtin_fminf(a, b); }
PORTER_PTX float maximum(float a, float b) { return __builtin_fmaxf(a, b); }
PORTER_PTX double minimum(double a, double b) { return __builtin_fmin(a, b); }
PORTER_PTX double maximum(double a, double b) { return __builtin_fmax(a, b); }
template <class T>
PORTER_PTX T minimum_nan(T a, T b) {
  return a != a ? a : (b != b ? b : minimum(a, b));
}
template <class T>
PORTER_PTX T maximum_nan(T a, T b) {
  return a != a ? a : (b != b ? b : maximum(a, b));
}

// setp, set: comparisons that hold when an operand is NaN (`ltu` …).
template <class T>
PORTER_PTX bool unordered(T a, T b) {
  return a != a || b != b;
}

// copysign: the sign of `a` with the magnitude of `b`.
PORTER_PTX float copysign(float a, float b) { return __builtin_copysignf(b, a); }
PORTER_PTX double copysign(double a, double b) { return __builtin_copysign(b, a); }

namespace detail {

PORTER_PTX float float_of_half(uint16_t a) { return float(__builtin_bit_cast(_Float16, a)); }

PORTER_PTX uint16_t half_of_float(float a) {
  return a != a ? 0x7FFF : __builtin_bit_cast(uint16_t, _Float16(a));
}

PORTER_PTX float float_of_bfloat(uint16_t a) {
  return __builtin_bit_cast(float, uint32_t(a) << 16);
}

PORTER_PTX uint16_t bfloat_of_float(float a) {
  if (a != a) return 0x7FFF;
  const uint32_t bits = __builtin_bit_cast(uint32_t, a);
  return uint16_t((bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16);
}

/// a * b + c for values of at most 12 significant bits, rounded to odd: rounding it once more, to
/// at most 22 bits, is as good as rounding the exact result.
PORTER_PTX float multiply_add_odd(float a, float b, float c) {
#pragma clang fp contract(off) reassociate(off)
  const float product = a * b;
  const float sum = product + c;
  const float c_part = sum - product;
  const float error = (product - (sum - c_part)) + (c - c_part);
  uint32_t bits = __builtin_bit_cast(uint32_t, sum);
  if (error != 0 && sum - sum == 0 && (bits & 1u) == 0) bits += (error > 0) == (sum > 0) ? 1u : ~0u;
  return __builtin_bit_cast(float, bits);
}

}  // namespace detail

// Two floats in 64 bits, as sm_100 computes with: CDNA has instructions for them, too.
typedef float float_pair __attribute__((ext_vector_type(2)));
PORTER_PTX uint64_t add_pair(uint64_t a, uint64_t b) {
#pragma clang fp contract(off)
  return __builtin_bit_cast(
      uint64_t, __builtin_bit_cast(float_pair, a) + __builtin_bit_cast(float_pair, b));
}
PORTER_PTX uint64_t sub_pair(uint64_t a, uint64_t b) {
#pragma clang fp contract(off)
  return __builtin_bit_cast(
      uint64_t, __builtin_bit_cast(float_pair, a) - __builtin_bit_cast(float_pair, b));
}
PORTER_PTX uint64_t mul_pair(uint64_t a, uint64_t b) {
#pragma clang fp contract(off)
  return __builtin_bit_cast(
      uint64_t, __builtin_bit_cast(float_pair, a) * __builtin_bit_cast(float_pair, b));
}
PORTER_PTX uint64_t fma_pair(uint64_t a, uint64_t b, uint64_t c) {
  return __builtin_bit_cast(
      uint64_t, __builtin_elementwise_fma(__builtin_bit_cast(float_pair, a),
                                          __builtin_bit_cast(float_pair, b),
                                          __builtin_bit_cast(float_pair, c)));
}

// The formats of half precision; a register holds their bits.
struct f16 {
  using bits = uint16_t;
  static PORTER_PTX float widen(uint16_t a) { return detail::float_of_half(a); }
  static PORTER_PTX uint16_t narrow(float a) { return detail::half_of_float(a); }
};

struct bf16 {
  using bits = uint16_t;
  static PORTER_PTX float widen(uint16_t a) { return detail::float_of_bfloat(a); }
  static PORTER_PTX uint16_t narrow(float a) { return detail::bfloat_of_float(a); }
};

struct f16x2 {
  using bits = uint32_t;
  using element = f16;
};

struct bf16x2 {
  using bits = uint32_t;
  using element = bf16;
};

namespace detail {

template <class Format, class Function, class... Bits>
PORTER_PTX uint16_t apply(uint16_t, Function function, Bits... values) {
  return Format::narrow(function(Format::widen(values)...));
}

template <class Format, class Function, class... Bits>
PORTER_PTX uint32_t apply(uint32_t, Function function, Bits... values) {
  using Element = typename Format::element;
  const uint16_t low = Element::narrow(function(Element::widen(uint16_t(values))...));
  const uint16_t high = Element::narrow(function(Element::widen(uint16_t(values >> 16))...));
  return low | (uint32_t(high) << 16);
}

PORTER_PTX float relu(float a) { return a <= 0.0f ? 0.0f : a; }

}  // namespace detail

// Sums and products of two values of half precision, computed in single precision, round once.
#define PORTER_PTX_HALF(NAME, PARAMETERS, EXPRESSION, ...)                                       \
  template <class Format, class B = typename Format::bits>                                       \
  PORTER_PTX B(NAME) PARAMETERS { /* in brackets no macro of a project's is meant, such as min */ \
    return detail::apply<Format>(B(), EXPRESSION, __VA_ARGS__);                                  \
  }
PORTER_PTX_HALF(add, (B a, B b), [](float x, float y) { return x + y; }, a, b)
PORTER_PTX_HALF(sub, (B a, B b), [](float x, float y) { return x - y; }, a, b)
PORTER_PTX_HALF(mul, (B a, B b), [](float x, float y) { return x * y; }, a, b)
PORTER_PTX_HALF(add_sat, (B a, B b), [](float x, float y) { return saturate(x + y); }, a, b)
PORTER_PTX_HALF(sub_sat, (B a, B b), [](float x, float y) { return saturate(x - y); }, a, b)
PORTER_PTX_HALF(mul_sat, (B a, B b), [](float x, float y) { return saturate(x * y); }, a, b)
PORTER_PTX_HALF(fma, (B a, B b, B c), detail::multiply_add_odd, a, b, c)
PORTER_PTX_HALF(
    fma_sat, (B a, B b, B c),
    [](float x, float y, float z) { return saturate(detail::multiply_add_odd(x, y, z)); }, a, b, c)
PORTER_PTX_HALF(
    fma_relu, (B a, B b, B c),
    [](float x, float y, float z) { return detail::relu(detail::multiply_add_odd(x, y, z)); }, a, b,
    c)
PORTER_PTX_HALF(min, (B a, B b), [](float x, float y) { return minimum(x, y); }, a, b)
PORTER_PTX_HALF(max, (B a, B b), [](float x, float y) { return maximum(x, y); }, a, b)
PORTER_PTX_HALF(min_nan, (B a, B b), [](float x, float y) { return minimum_nan(x, y); }, a, b)
PORTER_PTX_HALF(max_nan, (B a, B b), [](float x, float y) { return maximum_nan(x, y); }, a, b)
PORTER_PTX_HALF(ex2, (B a), [](float x) { return exp2f(x); }, a)
PORTER_PTX_HALF(tanh, (B a), [](float x) { return tanhf(x); }, a)
#undef PORTER_PTX_HALF

// neg, abs: of the sign bits alone.
template <class Format, class B = typename Format::bits>
PORTER_PTX B neg(B a) {
  return B(a ^ B(0x80008000u));
}

template <class Format, class B = typename Format::bits>
PORTER_PTX B abs(B a) {
  return B(a & B(0x7FFF7FFFu));
}

// set of two halves: all bits of the half of which `holds` is true.
template <class Format, class Function>
PORTER_PTX uint32_t set_each(uint32_t a, uint32_t b, Function holds) {
  using Element = typename Format::element;
  const bool low = holds(Element::widen(uint16_t(a)), Element::widen(uint16_t(b)));
  const bool high = holds(Element::widen(uint16_t(a >> 16)), Element::widen(uint16_t(b >> 16)));
  return (low ? 0xFFFFu : 0u) | (high ? 0xFFFF0000u : 0u);
}

// setp on half precision compares the values.
template <class Format>
PORTER_PTX float widened(uint16_t a) {
  return Format::widen(a);
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
