// Floating-point instructions of GCN and RDNA, after AMD's instruction set manuals. Reciprocals, roots and
// divisions are exact here; the hardware's may differ in the last bit.
#include "device.h"

/// What v_rcp_f32, v_rsq_f32, v_exp_f32 and v_log_f32 take and give for numbers too small to be normal: a zero of their sign.
static inline float flushed(float x) { return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x; }

PURE half porter_rcp_f16(half x) { return half(1.0f / float(x)); }
PURE float porter_rcp_f32(float x) { return flushed(1.0f / flushed(x)); }
PURE double porter_rcp_f64(double x) { return 1.0 / x; }
PURE half porter_rsq_f16(half x) { return half(1.0f / __builtin_sqrtf(float(x))); }
PURE float porter_rsq_f32(float x) { return float(1.0 / __builtin_sqrt(double(flushed(x)))); }
PURE double porter_rsq_f64(double x) { return 1.0 / __builtin_sqrt(x); }
PURE half porter_sqrt_f16(half x) { return half(__builtin_sqrtf(float(x))); }
PURE float porter_sqrt_f32(float x) { return __builtin_sqrtf(x); }
PURE double porter_sqrt_f64(double x) { return __builtin_sqrt(x); }
PURE float porter_exp2_f32(float x) { return flushed(__builtin_exp2f(x)); }
PURE float porter_log_f32(float x) { return __builtin_log2f(flushed(x)); }

// The argument of v_sin and v_cos is in turns, not in radians.
static constexpr double turn = 6.283185307179586;
PURE half porter_sin_f16(half x) { return half(__builtin_sin(double(x) * turn)); }
PURE float porter_sin_f32(float x) { return float(__builtin_sin(double(x) * turn)); }
PURE half porter_cos_f16(half x) { return half(__builtin_cos(double(x) * turn)); }
PURE float porter_cos_f32(float x) { return float(__builtin_cos(double(x) * turn)); }

// fract stays below 1 even where the subtraction rounds up.
PURE half porter_fract_f16(half x) {
  float fraction = float(x) - __builtin_floorf(float(x));
  return fraction < 0x1.ffcp-1f ? half(fraction) : half(0x1.ffcp-1f);
}
PURE float porter_fract_f32(float x) {
  float fraction = x - __builtin_floorf(x);
  return fraction < 0x1.fffffep-1f ? fraction : 0x1.fffffep-1f;
}
PURE double porter_fract_f64(double x) {
  double fraction = x - __builtin_floor(x);
  return fraction < 0x1.fffffffffffffp-1 ? fraction : 0x1.fffffffffffffp-1;
}

static inline bool isFinite(double x) { return x - x == 0; }

PURE half porter_frexp_mant_f16(half x) {
  int exponent;
  return isFinite(x) ? half(__builtin_frexpf(float(x), &exponent)) : x;
}
PURE float porter_frexp_mant_f32(float x) {
  int exponent;
  return isFinite(x) ? __builtin_frexpf(x, &exponent) : x;
}
PURE double porter_frexp_mant_f64(double x) {
  int exponent;
  return isFinite(x) ? __builtin_frexp(x, &exponent) : x;
}
static inline int exponentOf(double x) {
  int exponent = 0;
  if (isFinite(x))
    __builtin_frexp(x, &exponent);
  return exponent;
}
PURE int16_t porter_frexp_exp_i16_f16(half x) { return int16_t(exponentOf(x)); }
PURE int32_t porter_frexp_exp_i32_f32(float x) { return exponentOf(x); }
PURE int32_t porter_frexp_exp_i32_f64(double x) { return exponentOf(x); }
PURE float porter_ldexp_f32(float x, int32_t exponent) { return __builtin_ldexpf(x, exponent); }
PURE double porter_ldexp_f64(double x, int32_t exponent) { return __builtin_ldexp(x, exponent); }

template <class T> static inline T median(T a, T b, T c) {
  T low = a < b ? a : b, high = a < b ? b : a;
  T capped = c < high ? c : high;
  return low < capped ? capped : low;
}
PURE half porter_fmed3_f16(half a, half b, half c) { return median(a, b, c); }
PURE float porter_fmed3_f32(float a, float b, float c) { return median(a, b, c); }

// "Legacy" products are 0 whenever a factor is 0, whatever the other is.
PURE float porter_fmul_legacy(float a, float b) { return a == 0 || b == 0 ? 0.0f : a * b; }
PURE float porter_fma_legacy(float a, float b, float c) { return a == 0 || b == 0 ? c : __builtin_fmaf(a, b, c); }

// Division: scaling is not needed where the host divides, so the last step does it all.
struct ScaledFloat { float value; bool scaled; };
struct ScaledDouble { double value; bool scaled; };
extern "C" void porter_div_scale_f32(float numerator, float denominator, uint32_t first, ScaledFloat *out) {
  *out = {first ? numerator : denominator, false};
}
extern "C" void porter_div_scale_f64(double numerator, double denominator, uint32_t first, ScaledDouble *out) {
  *out = {first ? numerator : denominator, false};
}
PURE float porter_div_fmas_f32(float a, float b, float c, uint32_t) { return __builtin_fmaf(a, b, c); }
PURE double porter_div_fmas_f64(double a, double b, double c, uint32_t) { return __builtin_fma(a, b, c); }
PURE float porter_div_fixup_f32(float, float denominator, float numerator) { return numerator / denominator; }
PURE double porter_div_fixup_f64(double, double denominator, double numerator) { return numerator / denominator; }

/// The leading 1216 bits of 2/pi.
static const uint64_t twoOverPi[] = {
    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull,
    0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
    0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull, 0x1ff897ffde05980full,
    0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull,
    0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
};

/// v_trig_preop_f64: a 53-bit piece of 2/pi, chosen by the argument's exponent and `segment`.
PURE double porter_trig_preop_f64(double x, int32_t segment) {
  int exponent = int(bits<uint64_t>(x) >> 52) & 0x7ff;
  int shift = segment * 53 + (exponent > 1077 ? exponent - 1077 : 0);
  if (shift > 1152)
    return 0;
  unsigned __int128 window = (unsigned __int128)twoOverPi[shift / 64] << 64 | twoOverPi[shift / 64 + 1];
  uint64_t piece = uint64_t((window << shift % 64) >> 64) >> 11;
  double scaled = __builtin_ldexp(double(piece), -53 - shift);
  return exponent >= 1968 ? __builtin_ldexp(scaled, 128) : scaled;
}

/// v_cmp_class: which kinds of number `mask` asks for.
template <class Word, int mantissaBits, int exponentBits> static inline bool isClass(Word word, uint32_t mask) {
  Word mantissa = word & ((Word(1) << mantissaBits) - 1);
  Word largest = (Word(1) << exponentBits) - 1;
  Word exponent = word >> mantissaBits & largest;
  bool negative = word >> (mantissaBits + exponentBits) & 1;
  uint32_t kind;
  if (exponent == largest)
    kind = mantissa ? (mantissa >> (mantissaBits - 1) ? 0x2 : 0x1) : (negative ? 0x4 : 0x200);
  else if (exponent == 0)
    kind = mantissa ? (negative ? 0x10 : 0x80) : (negative ? 0x20 : 0x40);
  else
    kind = negative ? 0x8 : 0x100;
  return mask & kind;
}
PURE uint32_t porter_class_f16(half x, uint32_t mask) { return isClass<uint16_t, 10, 5>(bits<uint16_t>(x), mask); }
PURE uint32_t porter_class_f32(float x, uint32_t mask) { return isClass<uint32_t, 23, 8>(bits<uint32_t>(x), mask); }
PURE uint32_t porter_class_f64(double x, uint32_t mask) { return isClass<uint64_t, 52, 11>(bits<uint64_t>(x), mask); }

/// Two products of halves, added in single precision; operands are packed pairs.
PURE float porter_fdot2(uint32_t a, uint32_t b, float c, uint32_t) {
  auto element = [](uint32_t pair, int index) { return float(bits<half>(uint16_t(pair >> 16 * index))); };
  return element(a, 0) * element(b, 0) + element(a, 1) * element(b, 1) + c;
}

/// v_cvt_pkrtz_f16_f32: two floats to a pair of halves, rounded towards zero.
static inline uint16_t halfTowardsZero(float x) {
  half nearest = half(x);
  uint16_t word = bits<uint16_t>(nearest);
  bool grew = isFinite(x) && __builtin_fabsf(float(nearest)) > __builtin_fabsf(x);
  return grew ? uint16_t(word - 1) : word;
}
PURE uint32_t porter_cvt_pkrtz(float low, float high) {
  return halfTowardsZero(low) | uint32_t(halfTowardsZero(high)) << 16;
}
