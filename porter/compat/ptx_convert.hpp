// The conversions of PTX: `cvt`, between integers and floating-point formats.
//
// To an integer, what does not fit becomes the nearest value that does (PTX ISA 9.7.9 "cvt"). NaN
// becomes 0, or the top bit alone where the source or the result has 64 bits: so do NVIDIA's GPUs.
// C++ leaves all of this undefined.
#pragma once

#include "fp8_bits.hpp"
#include "ptx_float.hpp"
#include "rounding.hpp"
#include "saturation.hpp"

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __device__ __forceinline__

// An integer saturated to another type's range.
template <class To, class From>
PORTER_PTX To clamp(From a) {
  constexpr bool to_signed = To(-1) < To(0);
  constexpr bool from_signed = From(-1) < From(0);
  constexpr int to_bits = sizeof(To) * 8 - (to_signed ? 1 : 0);
  constexpr uint64_t top = ~uint64_t(0) >> (64 - to_bits);
  if (from_signed && a < From(0)) {
    if (!to_signed) return To(0);
    const int64_t bottom = -int64_t(top) - 1;
    return int64_t(a) < bottom ? To(bottom) : To(a);
  }
  return uint64_t(a) > top ? To(top) : To(a);
}

// A value without a fraction as an integer.
template <class To, class From>
__host__ PORTER_PTX To to_integer(From a) {
  return porter::saturated<To, 8 * sizeof(To)>(a);
}

PORTER_PTX float round_even(float a) { return __builtin_rintf(a); }
PORTER_PTX double round_even(double a) { return __builtin_rint(a); }
PORTER_PTX float round_zero(float a) { return __builtin_truncf(a); }
PORTER_PTX double round_zero(double a) { return __builtin_trunc(a); }
PORTER_PTX float round_down(float a) { return __builtin_floorf(a); }
PORTER_PTX double round_down(double a) { return __builtin_floor(a); }
PORTER_PTX float round_up(float a) { return __builtin_ceilf(a); }
PORTER_PTX double round_up(double a) { return __builtin_ceil(a); }

PORTER_PTX float narrow_rz(double a) {
  return porter::detail::narrowed<porter::detail::rounding::zero>(a);
}
PORTER_PTX float narrow_ru(double a) {
  return porter::detail::narrowed<porter::detail::rounding::up>(a);
}
PORTER_PTX float narrow_rd(double a) {
  return porter::detail::narrowed<porter::detail::rounding::down>(a);
}

// To half precision towards zero: the magnitude is cut, and what overflows stays finite.
PORTER_PTX uint16_t half_rz(float a) {
#if defined(__AMDGCN__)
  if (a == a) return __builtin_bit_cast(uint16_t, __builtin_amdgcn_cvt_pkrtz(a, a).x);
#endif
  uint16_t bits = f16::narrow(a);
  if (a != a) return bits;
  const bool grew = __builtin_fabsf(f16::widen(bits)) > __builtin_fabsf(a);
  return uint16_t(bits - (grew ? 1 : 0));
}

// To half precision upwards: the next number where the nearest one lies below.
PORTER_PTX uint16_t half_ru(float a) {
  const uint16_t bits = f16::narrow(a);
  if (!(f16::widen(bits) < a)) return bits;
  return uint16_t(bits & 0x8000 ? bits - 1 : bits + 1);
}

PORTER_PTX uint16_t half_rd(float a) { return uint16_t(a != a ? f16::narrow(a) : half_ru(-a) ^ 0x8000); }

PORTER_PTX uint16_t bfloat_rz(float a) {
  return a != a ? 0x7FFF : uint16_t(__builtin_bit_cast(uint32_t, a) >> 16);
}

PORTER_PTX float relu(float a) { return detail::relu(a); }

// Two values in one register: `a` in the upper half.
PORTER_PTX uint32_t pack(uint16_t a, uint16_t b) { return (uint32_t(a) << 16) | b; }

// tf32: ten bits of fraction, ties away from zero (.rna) or to even (.rn).
PORTER_PTX uint32_t tf32_rna(float a) {
  return (__builtin_bit_cast(uint32_t, a) + 0x1000u) & ~0x1FFFu;
}

PORTER_PTX uint32_t tf32_rn(float a) {
  const uint32_t bits = __builtin_bit_cast(uint32_t, a);
  return a != a ? 0x7FFFE000u : (bits + 0xFFFu + ((bits >> 13) & 1u)) & ~0x1FFFu;
}

// cvt.pack: `a` and `b` saturated to 8 bits below the lower half of `c`; or to 16 bits without c.
template <class To>
PORTER_PTX uint32_t pack8(int32_t a, int32_t b, uint32_t c) {
  const uint32_t low = uint8_t(clamp<To>(b));
  return (c << 16) | (uint32_t(uint8_t(clamp<To>(a))) << 8) | low;
}

template <class To>
PORTER_PTX uint32_t pack16(int32_t a, int32_t b) {
  return pack(uint16_t(clamp<To>(a)), uint16_t(clamp<To>(b)));
}

using e4m3x2 = ocp_fp8<3>;
using e5m2x2 = ocp_fp8<2>;

template <class Format>
PORTER_PTX uint16_t pack_fp8(float a, float b) {
  return Format::narrow(b, a);
}

template <class Format>
PORTER_PTX uint16_t fp8_of_halves(uint32_t a) {
  return pack_fp8<Format>(f16::widen(uint16_t(a >> 16)), f16::widen(uint16_t(a)));
}

template <class Format>
PORTER_PTX uint32_t halves_of_fp8(uint16_t a) {
  return pack(Format::half_bits(uint8_t(a >> 8)), Format::half_bits(uint8_t(a)));
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
