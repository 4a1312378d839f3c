// Arithmetic intrinsics of NVPTX that libdevice and clang's headers use, after the PTX ISA. Approximations are
// exact here. `ftz` variants keep denormals: the executor compiles without flushing.
#include "device.h"

#include <immintrin.h>

/// Compute with another rounding mode (bits 13 and 14 of MXCSR).
template <unsigned mode, class Body> static inline auto rounded(Body body) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr((before & ~0x6000u) | mode);
  asm volatile("" ::: "memory");
  auto result = body();
  asm volatile("" : "+x"(result) : : "memory");
  _mm_setcsr(before);
  return result;
}
constexpr unsigned down = 0x2000, up = 0x4000, towardsZero = 0x6000;

/// The operand as the optimiser must take it: computed here, not moved across the change of mode.
template <class T> static inline T pinned(T value) {
  asm volatile("" : "+x"(value));
  return value;
}

#define BOTH_F(name, parameters, expression)                                                            \
  PURE float porter_nv_##name##_f parameters { return expression; }                                      \
  PURE float porter_nv_##name##_ftz_f parameters { return expression; }
#define ONLY_D(name, parameters, expression)                                                            \
  PURE double porter_nv_##name##_d parameters { return expression; }

#define UNARY(name, single, wide) BOTH_F(name, (float x), single) ONLY_D(name, (double x), wide)
#define BINARY(name, expression)                                                                        \
  BOTH_F(name, (float a, float b), expression) ONLY_D(name, (double a, double b), expression)
UNARY(floor, __builtin_floorf(x), __builtin_floor(x))
UNARY(ceil, __builtin_ceilf(x), __builtin_ceil(x))
UNARY(trunc, __builtin_truncf(x), __builtin_trunc(x))
UNARY(round, __builtin_rintf(x), __builtin_rint(x))
UNARY(fabs, __builtin_fabsf(x), __builtin_fabs(x))
UNARY(saturate, x > 0 ? (x < 1 ? x : 1) : 0, x > 0 ? (x < 1 ? x : 1) : 0)
UNARY(sqrt_rn, __builtin_sqrtf(x), __builtin_sqrt(x))
UNARY(sqrt_approx, __builtin_sqrtf(x), __builtin_sqrt(x))
UNARY(rsqrt_approx, float(1.0 / __builtin_sqrt(double(x))), 1.0 / __builtin_sqrt(x))
UNARY(rcp_rn, 1.0f / x, 1.0 / x)
UNARY(rcp_approx, 1.0f / x, 1.0 / x)
PURE double porter_nv_rcp_approx_ftz_d(double x) { return 1.0 / x; }
UNARY(ex2_approx, __builtin_exp2f(x), __builtin_exp2(x))
UNARY(lg2_approx, __builtin_log2f(x), __builtin_log2(x))
BOTH_F(sin_approx, (float x), float(__builtin_sin(double(x))))
BOTH_F(cos_approx, (float x), float(__builtin_cos(double(x))))
BINARY(add_rn, a + b)
BINARY(mul_rn, a *b)
BINARY(div_rn, a / b)
/// a times the reciprocal of b, which is too small for the hardware when b is beyond 2^126 (PTX ISA, "div").
static inline float divided(float a, float b) {
  return __builtin_fabsf(b) > 0x1p126f ? a * __builtin_copysignf(0, b) : a / b;
}
BOTH_F(div_approx, (float a, float b), divided(a, b))
BOTH_F(div_full, (float a, float b), a / b)
BOTH_F(fmin, (float a, float b), __builtin_fminf(a, b))
BOTH_F(fmax, (float a, float b), __builtin_fmaxf(a, b))
ONLY_D(fmin, (double a, double b), __builtin_fmin(a, b))
ONLY_D(fmax, (double a, double b), __builtin_fmax(a, b))
BOTH_F(fma_rn, (float a, float b, float c), __builtin_fmaf(a, b, c))
ONLY_D(fma_rn, (double a, double b, double c), __builtin_fma(a, b, c))
PURE float porter_nv_sqrt_f(float x) { return __builtin_sqrtf(x); }

/// A 64-bit integer as the exact sum of two numbers.
template <class Integer> static inline double upper(Integer x) { return double(int64_t(x >> 32)) * 4294967296.0; }
template <class Integer> static inline double lower(Integer x) { return double(uint32_t(x)); }

// Directed rounding. Two in the same direction, one after the other, are one.
// They stay functions of their own: the optimiser knows nothing of modes, and would compute what stands beside an inlined
// one between its two changes of it.
#undef PURE
#define PURE extern "C" __attribute__((const, nothrow, noinline))
#define DIRECTED(suffix, mode)                                                                          \
  BOTH_F(add_##suffix, (float a, float b), rounded<mode>([=] { return pinned(a) + pinned(b); }))         \
  ONLY_D(add_##suffix, (double a, double b), rounded<mode>([=] { return pinned(a) + pinned(b); }))       \
  BOTH_F(mul_##suffix, (float a, float b), rounded<mode>([=] { return pinned(a) * pinned(b); }))         \
  ONLY_D(mul_##suffix, (double a, double b), rounded<mode>([=] { return pinned(a) * pinned(b); }))       \
  BOTH_F(div_##suffix, (float a, float b), rounded<mode>([=] { return pinned(a) / pinned(b); }))         \
  ONLY_D(div_##suffix, (double a, double b), rounded<mode>([=] { return pinned(a) / pinned(b); }))       \
  BOTH_F(rcp_##suffix, (float a), rounded<mode>([=] { return 1.0f / pinned(a); }))                       \
  ONLY_D(rcp_##suffix, (double a), rounded<mode>([=] { return 1.0 / pinned(a); }))                       \
  BOTH_F(sqrt_##suffix, (float a), rounded<mode>([=] { return __builtin_sqrtf(pinned(a)); }))            \
  ONLY_D(sqrt_##suffix, (double a), rounded<mode>([=] { return __builtin_sqrt(pinned(a)); }))            \
  BOTH_F(fma_##suffix, (float a, float b, float c),                                                      \
         rounded<mode>([=] { return __builtin_fmaf(pinned(a), pinned(b), pinned(c)); }))                 \
  ONLY_D(fma_##suffix, (double a, double b, double c),                                                   \
         rounded<mode>([=] { return __builtin_fma(pinned(a), pinned(b), pinned(c)); }))                  \
  PURE float porter_nv_d2f_##suffix(double x) { return rounded<mode>([=] { return float(pinned(x)); }); }\
  PURE float porter_nv_d2f_##suffix##_ftz(double x) { return porter_nv_d2f_##suffix(x); }                \
  PURE float porter_nv_i2f_##suffix(int32_t x) { return porter_nv_d2f_##suffix(x); }                     \
  PURE float porter_nv_ui2f_##suffix(uint32_t x) { return porter_nv_d2f_##suffix(x); }                   \
  PURE double porter_nv_ll2d_##suffix(int64_t x) {                                                       \
    return rounded<mode>([=] { return pinned(upper(x)) + pinned(lower(x)); });                           \
  }                                                                                                      \
  PURE double porter_nv_ull2d_##suffix(uint64_t x) {                                                     \
    return rounded<mode>([=] { return pinned(upper(x)) + pinned(lower(x)); });                           \
  }                                                                                                      \
  PURE float porter_nv_ll2f_##suffix(int64_t x) { return porter_nv_d2f_##suffix(porter_nv_ll2d_##suffix(x)); } \
  PURE float porter_nv_ull2f_##suffix(uint64_t x) { return porter_nv_d2f_##suffix(porter_nv_ull2d_##suffix(x)); }
DIRECTED(rm, down)
DIRECTED(rp, up)
DIRECTED(rz, towardsZero)
#undef PURE
#define PURE extern "C" __attribute__((const, nothrow))

// Conversions from integers, to nearest.
PURE float porter_nv_d2f_rn(double x) { return float(x); }
PURE float porter_nv_d2f_rn_ftz(double x) { return float(x); }
PURE float porter_nv_i2f_rn(int32_t x) { return float(x); }
PURE float porter_nv_ui2f_rn(uint32_t x) { return float(x); }
PURE float porter_nv_ll2f_rn(int64_t x) { return float(x); }
PURE float porter_nv_ull2f_rn(uint64_t x) { return float(x); }
PURE double porter_nv_i2d_rn(int32_t x) { return x; }
PURE double porter_nv_ui2d_rn(uint32_t x) { return x; }
PURE double porter_nv_ll2d_rn(int64_t x) { return double(x); }
PURE double porter_nv_ull2d_rn(uint64_t x) { return double(x); }
PURE uint16_t porter_nv_f2h_rn(float x) { return bits<uint16_t>(half(x)); }
PURE uint16_t porter_nv_f2h_rn_ftz(float x) { return bits<uint16_t>(half(x)); }

/// Conversion to an integer clamps; NaN gives 0, from or to 64 bits the highest bit alone (PTX ISA, "cvt").
template <class Integer, class Real> static inline Integer clamped(Real number) {
  const double whole = number;
  constexpr bool isSigned = Integer(-1) < Integer(0);
  const double high = __builtin_ldexp(1.0, int(8 * sizeof(Integer)) - isSigned), low = isSigned ? -high : 0;
  if (whole != whole)
    return sizeof(Integer) == 8 || sizeof(Real) == 8 ? Integer(uint64_t(1) << (8 * sizeof(Integer) - 1)) : 0;
  if (whole >= high)
    return Integer(isSigned ? ~(Integer(1) << (8 * sizeof(Integer) - 1)) : Integer(-1));
  return whole <= low ? Integer(isSigned ? Integer(1) << (8 * sizeof(Integer) - 1) : 0) : Integer(whole);
}
#define TO_INTEGER(name, Integer, Real)                                                                 \
  PURE Integer porter_nv_##name##_rn(Real x) { return clamped<Integer, Real>(__builtin_rint(x)); }             \
  PURE Integer porter_nv_##name##_rz(Real x) { return clamped<Integer, Real>(__builtin_trunc(x)); }            \
  PURE Integer porter_nv_##name##_rm(Real x) { return clamped<Integer, Real>(__builtin_floor(x)); }            \
  PURE Integer porter_nv_##name##_rp(Real x) { return clamped<Integer, Real>(__builtin_ceil(x)); }             \
  PURE Integer porter_nv_##name##_rn_ftz(Real x) { return porter_nv_##name##_rn(x); }                    \
  PURE Integer porter_nv_##name##_rz_ftz(Real x) { return porter_nv_##name##_rz(x); }                    \
  PURE Integer porter_nv_##name##_rm_ftz(Real x) { return porter_nv_##name##_rm(x); }                    \
  PURE Integer porter_nv_##name##_rp_ftz(Real x) { return porter_nv_##name##_rp(x); }
TO_INTEGER(f2i, int32_t, float)
TO_INTEGER(f2ui, uint32_t, float)
TO_INTEGER(f2ll, int64_t, float)
TO_INTEGER(f2ull, uint64_t, float)
TO_INTEGER(d2i, int32_t, double)
TO_INTEGER(d2ui, uint32_t, double)
TO_INTEGER(d2ll, int64_t, double)
TO_INTEGER(d2ull, uint64_t, double)

PURE int32_t porter_nv_mulhi_i(int32_t a, int32_t b) { return int32_t(int64_t(a) * b >> 32); }
PURE uint32_t porter_nv_mulhi_ui(uint32_t a, uint32_t b) { return uint32_t(uint64_t(a) * b >> 32); }
PURE int64_t porter_nv_mulhi_ll(int64_t a, int64_t b) { return int64_t((__int128)a * b >> 64); }
PURE uint64_t porter_nv_mulhi_ull(uint64_t a, uint64_t b) { return uint64_t((unsigned __int128)a * b >> 64); }
PURE int32_t porter_nv_mul24_i(int32_t a, int32_t b) { return (a << 8 >> 8) * (b << 8 >> 8); }
PURE uint32_t porter_nv_mul24_ui(uint32_t a, uint32_t b) { return (a & 0xffffff) * (b & 0xffffff); }
PURE uint32_t porter_nv_sad_i(int32_t a, int32_t b, uint32_t c) {
  return c + (a > b ? uint32_t(a) - uint32_t(b) : uint32_t(b) - uint32_t(a));
}
PURE uint32_t porter_nv_sad_ui(uint32_t a, uint32_t b, uint32_t c) { return c + (a > b ? a - b : b - a); }
PURE int32_t porter_nv_d2i_hi(double x) { return int32_t(bits<uint64_t>(x) >> 32); }
PURE int32_t porter_nv_d2i_lo(double x) { return int32_t(bits<uint64_t>(x)); }
PURE double porter_nv_lohi_i2d(int32_t low, int32_t high) {
  return bits<double>(uint64_t(uint32_t(high)) << 32 | uint32_t(low));
}
PURE int32_t porter_nv_bitcast_f2i(float x) { return bits<int32_t>(x); }
PURE float porter_nv_bitcast_i2f(int32_t x) { return bits<float>(x); }
PURE int64_t porter_nv_bitcast_d2ll(double x) { return bits<int64_t>(x); }
PURE double porter_nv_bitcast_ll2d(int64_t x) { return bits<double>(x); }

/// fns: the place of the bit that is `offset` set bits away from `base`, up or down (PTX ISA, "fns").
PURE uint32_t porter_nv_fns(uint32_t mask, uint32_t base, int32_t offset) {
  if (offset == 0)
    return base < 32 && mask >> base & 1 ? base : ~0u;
  const int step = offset > 0 ? 1 : -1;
  int64_t left = (offset > 0 ? int64_t(offset) : -int64_t(offset)) - 1;
  for (int64_t place = base; place >= 0 && place < 32; place += step)
    if (mask >> place & 1 && left-- == 0)
      return place;
  return ~0u;
}

/// prmt in one of its modes: f4e, b4e, rc8, ecl, ecr, rc16, in this order (PTX ISA, "prmt").
PURE uint32_t porter_nv_prmt_mode(uint32_t a, uint32_t b, uint32_t selector, uint32_t mode) {
  const uint64_t bytes = uint64_t(b) << 32 | a;
  const unsigned at = selector & 3;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; i++) {
    const unsigned picks[] = {at + i, at - i & 7, at, i < at ? at : i, i < at ? i : at, (at & 1) * 2 + (i & 1)};
    result |= uint32_t(bytes >> picks[mode] * 8 & 255) << i * 8;
  }
  return result;
}

/// prmt in its default mode: each nibble picks a byte of {b, a}, or its sign.
PURE uint32_t porter_nv_prmt(uint32_t a, uint32_t b, uint32_t selectors) {
  const uint64_t source = uint64_t(b) << 32 | a;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t selector = selectors >> 4 * i & 15;
    const uint32_t byte = source >> 8 * (selector & 7) & 0xff;
    result |= (selector & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << 8 * i;
  }
  return result;
}

extern "C" uint32_t porter_address_is_lds(const void *address);
extern "C" uint32_t porter_address_is_private(const void *address);
extern "C" uint32_t porter_nv_isspacep_shared(const void *address) { return porter_address_is_lds(address); }
extern "C" uint32_t porter_nv_isspacep_local(const void *address) { return porter_address_is_private(address); }
extern "C" uint32_t porter_nv_isspacep_global(const void *address) {
  return !porter_address_is_lds(address) && !porter_address_is_private(address);
}
