// OCP's 8-bit floats from and to wider ones: to the nearest, the even one of two, and the largest where it is too
// large; NaN is 0x7F ("OCP 8-bit Floating Point Specification", and cvt.satfinite of the PTX ISA).
//
// By the processor's instruction where it has these formats (gfx950, gfx12), and by that of AMD's own formats (gfx940):
// the same bits are half the number there, and what is left to mend is zero's sign, the range and NaN. Else by bits.
#pragma once

#if defined(__HIP__)

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__gfx950__) || defined(__GFX12__)
#define PORTER_FP8_OCP 1
#elif defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
#define PORTER_FP8_HALVED 1
#endif

namespace porter {

#define PORTER_FP8 __host__ __device__ __forceinline__

/// E4M3 with 3 bits of fraction, E5M2 with 2.
template <int FractionBits>
struct ocp_fp8 {
  static_assert(FractionBits == 2 || FractionBits == 3, "E5M2 or E4M3");
  static constexpr bool is_e4m3 = FractionBits == 3;
  static constexpr int bias = is_e4m3 ? 7 : 15;
  static constexpr float largest = is_e4m3 ? 448.0f : 57344.0f;
  static constexpr float smallest_normal = is_e4m3 ? 0x1p-6f : 0x1p-14f;
  static constexpr uint8_t nan = 0x7F;
  /// The largest float that rounds to a finite number, and what greater ones are: 61440 lies between two and goes to
  /// the even one, infinity.
  static constexpr float last = is_e4m3 ? 464.0f : 61439.996f;
  static constexpr uint8_t over = is_e4m3 ? nan : 0x7C;

  static PORTER_FP8 uint8_t narrow(float a) {
    const uint8_t code = uint8_t(finite_pair(a, a));
    return a == a ? code : nan;
  }

  /// `low` in the lower byte.
  static PORTER_FP8 uint16_t narrow(float low, float high) {
    uint16_t codes = finite_pair(low, high);
    if (low != low) codes = uint16_t((codes & 0xFF00u) | nan);
    if (high != high) codes = uint16_t((codes & 0x00FFu) | nan << 8);
    return codes;
  }

  /// What is too large becomes infinity, or NaN where there is none.
  static PORTER_FP8 uint8_t narrow_unbounded(float a) {
#if PORTER_FP8_OCP
    const uint8_t code = uint8_t(by_instruction(a, a));
    return a == a ? code : nan;
#else
    const uint8_t code = narrow(a);
    return __builtin_fabsf(a) > last ? uint8_t((code & 0x80u) | over) : code;
#endif
  }

  /// The bits of the half that is the same number; each of these formats is a part of half's.
  static PORTER_FP8 uint16_t half_bits(uint8_t code) {
    const unsigned size = code & 0x7Fu;
    if constexpr (is_e4m3) {  // a half whose exponent counts from 7, not from 15
      const uint16_t bits = uint16_t((code & 0x80u) << 8 | size << 7);
      const _Float16 value = __builtin_bit_cast(_Float16, bits) * _Float16(256);
      return size == nan ? 0x7FFF : __builtin_bit_cast(uint16_t, value);
    }
    return size > 0x7Cu ? 0x7FFF : uint16_t(code << 8);
  }

  static PORTER_FP8 float widen(uint8_t code) {
#if PORTER_FP8_OCP
    return is_e4m3 ? __builtin_amdgcn_cvt_f32_fp8(code, 0) : __builtin_amdgcn_cvt_f32_bf8(code, 0);
#else
    return float(__builtin_bit_cast(_Float16, half_bits(code)));
#endif
  }

  /// Of the lower byte, and of the upper one.
  static PORTER_FP8 float2 widen_pair(uint16_t codes) {
#if PORTER_FP8_OCP
    const auto both = is_e4m3 ? __builtin_amdgcn_cvt_pk_f32_fp8(codes, false)
                              : __builtin_amdgcn_cvt_pk_f32_bf8(codes, false);
    return make_float2(both[0], both[1]);
#else
    return make_float2(widen(uint8_t(codes)), widen(uint8_t(codes >> 8)));
#endif
  }

 private:
  /// The nearest of the finite numbers, of each; anything for NaN.
  static PORTER_FP8 uint16_t finite_pair(float low, float high) {
#if PORTER_FP8_OCP
    return by_instruction(clamped(low), clamped(high));
#elif PORTER_FP8_HALVED
    const uint32_t signs = __builtin_amdgcn_perm(__builtin_bit_cast(uint32_t, high),
                                                 __builtin_bit_cast(uint32_t, low), 0x0C0C0703);
    const uint16_t sizes = by_instruction(0.5f * size(low), 0.5f * size(high));
    return uint16_t((sizes & 0x7F7Fu) | (signs & 0x8080u));
#else
    return uint16_t(with_sign(low) | with_sign(high) << 8);
#endif
  }

  static PORTER_FP8 float size(float a) {
    return __builtin_fminf(__builtin_fabsf(a), largest);
  }

#if PORTER_FP8_OCP || PORTER_FP8_HALVED
  static PORTER_FP8 float clamped(float a) {
    return __builtin_amdgcn_fmed3f(a, -largest, largest);
  }
  static PORTER_FP8 uint16_t by_instruction(float low, float high) {
    return uint16_t(is_e4m3 ? __builtin_amdgcn_cvt_pk_fp8_f32(low, high, 0, false)
                            : __builtin_amdgcn_cvt_pk_bf8_f32(low, high, 0, false));
  }
#else
  static PORTER_FP8 uint8_t with_sign(float a) {
    return uint8_t((__builtin_bit_cast(uint32_t, a) >> 24 & 0x80u) | code_of(size(a)));
  }
  /// A size of normal numbers by adding half of a last place to its bits; of smaller ones by adding a number whose last
  /// place is theirs.
  static PORTER_FP8 uint32_t code_of(float size) {
    constexpr int dropped = 23 - FractionBits;
    const uint32_t bits = __builtin_bit_cast(uint32_t, size);
    const uint32_t rounded = (bits + ((1u << (dropped - 1)) - 1) + (bits >> dropped & 1u)) >> dropped;
    constexpr float unit = is_e4m3 ? 0x1p14f : 0x1p7f;
    const uint32_t tiny = __builtin_bit_cast(uint32_t, size + unit) - __builtin_bit_cast(uint32_t, unit);
    return size < smallest_normal ? tiny : rounded - ((127 - bias) << FractionBits);
  }
#endif
};

#undef PORTER_FP8

}  // namespace porter

#undef PORTER_FP8_OCP
#undef PORTER_FP8_HALVED

#endif  // defined(__HIP__)
