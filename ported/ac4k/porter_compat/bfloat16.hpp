// Conversions between bfloat16 and other types that HIP 6.4 lacks, in CUDA's four directions.
//
// rn: to nearest, ties to even; rz: towards zero; rd: down; ru: up. NaN becomes the canonical NaN
// 0x7fff. Conversions to integers saturate; NaN gives 0, in 64 bits 0x8000000000000000.
#pragma once

#include "saturation.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#pragma push_macro("volatile")  // as in half_conversions.hpp
#undef volatile
#include <hip/hip_bf16.h>
#pragma pop_macro("volatile")
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_BF16 __host__ __device__ __forceinline__

namespace detail {

enum class towards { nearest, zero, down, up };

PORTER_BF16 __hip_bfloat16 bfloat16_of(unsigned short bits) {
  __hip_bfloat16 result;
  __builtin_memcpy(&result, &bits, sizeof(bits));
  return result;
}

PORTER_BF16 float float_of(__hip_bfloat16 value) {
  unsigned short bits;
  __builtin_memcpy(&bits, &value, sizeof(bits));
  return __builtin_bit_cast(float, static_cast<unsigned>(bits) << 16);
}

/// Whether a magnitude whose last kept bit is `odd`, cut by `rest` of `unit`, goes up.
template <towards Direction>
PORTER_BF16 bool goes_up(bool negative, bool odd, unsigned long long rest,
                         unsigned long long unit) {
  if constexpr (Direction == towards::nearest) {
    return 2 * rest > unit || (2 * rest == unit && odd);
  }
  if constexpr (Direction == towards::down) return negative && rest != 0;
  if constexpr (Direction == towards::up) return !negative && rest != 0;
  return false;
}

template <towards Direction>
PORTER_BF16 __hip_bfloat16 from_float(float value) {
  if (value != value) return bfloat16_of(0x7fff);
  const unsigned bits = __builtin_bit_cast(unsigned, value);
  const unsigned kept = bits >> 16;
  if constexpr (Direction == towards::nearest) {  // a sum: a comparison would take a mask of lanes
    return bfloat16_of(static_cast<unsigned short>((bits + 0x7fffu + (kept & 1)) >> 16));
  }
  const bool up = goes_up<Direction>(bits >> 31, kept & 1, bits & 0xffffu, 0x10000u);
  return bfloat16_of(static_cast<unsigned short>(kept + up));
}

template <towards Direction, typename Integer>
PORTER_BF16 __hip_bfloat16 from_integer(Integer value) {
  if (value == 0) return bfloat16_of(0);
  const bool negative = value < 0;
  unsigned long long magnitude = static_cast<unsigned long long>(value);
  if (negative) magnitude = 0 - magnitude;
  const int top = 63 - __builtin_clzll(magnitude);
  const int cut = top > 7 ? top - 7 : 0;
  unsigned kept = static_cast<unsigned>(top > 7 ? magnitude >> cut : magnitude << (7 - top));
  const unsigned long long unit = 1ull << cut;
  kept += goes_up<Direction>(negative, kept & 1, magnitude & (unit - 1), unit) ? 1 : 0;
  const unsigned bits = (static_cast<unsigned>(126 + top) << 7) + kept;
  return bfloat16_of(static_cast<unsigned short>(bits | (negative ? 0x8000u : 0u)));
}

template <towards Direction, typename Integer>
PORTER_BF16 Integer to_integer(__hip_bfloat16 source) {
  float value = float_of(source);
  if constexpr (Direction == towards::nearest) value = __builtin_rintf(value);
  if constexpr (Direction == towards::down) value = __builtin_floorf(value);
  if constexpr (Direction == towards::up) value = __builtin_ceilf(value);
  return saturated<Integer, 8 * sizeof(Integer)>(value);
}

}  // namespace detail

PORTER_BF16 __hip_bfloat162 make_bfloat162(__hip_bfloat16 x, __hip_bfloat16 y) {
  return __hip_bfloat162{x, y};
}

#define PORTER_BF16_DIRECTION(SUFFIX, DIRECTION)                                                \
  PORTER_BF16 __hip_bfloat16 float2bfloat16_##SUFFIX(float value) {                             \
    return detail::from_float<detail::towards::DIRECTION>(value);                               \
  }                                                                                             \
  PORTER_BF16_INTEGER(int, int, SUFFIX, DIRECTION)                                              \
  PORTER_BF16_INTEGER(uint, unsigned, SUFFIX, DIRECTION)                                        \
  PORTER_BF16_INTEGER(short, short, SUFFIX, DIRECTION)                                          \
  PORTER_BF16_INTEGER(ushort, unsigned short, SUFFIX, DIRECTION)                                \
  PORTER_BF16_INTEGER(ll, long long, SUFFIX, DIRECTION)                                         \
  PORTER_BF16_INTEGER(ull, unsigned long long, SUFFIX, DIRECTION)
#define PORTER_BF16_INTEGER(NAME, TYPE, SUFFIX, DIRECTION)                                      \
  PORTER_BF16 __hip_bfloat16 NAME##2bfloat16_##SUFFIX(TYPE value) {                             \
    return detail::from_integer<detail::towards::DIRECTION>(value);                             \
  }                                                                                             \
  PORTER_BF16 TYPE bfloat162##NAME##_##SUFFIX(__hip_bfloat16 value) {                           \
    return detail::to_integer<detail::towards::DIRECTION, TYPE>(value);                         \
  }

PORTER_BF16_DIRECTION(rn, nearest)
PORTER_BF16_DIRECTION(rz, zero)
PORTER_BF16_DIRECTION(rd, down)
PORTER_BF16_DIRECTION(ru, up)

#undef PORTER_BF16_INTEGER
#undef PORTER_BF16_DIRECTION

PORTER_BF16 signed char bfloat162char_rz(__hip_bfloat16 value) {
  return detail::to_integer<detail::towards::zero, signed char>(value);
}
PORTER_BF16 unsigned char bfloat162uchar_rz(__hip_bfloat16 value) {
  return detail::to_integer<detail::towards::zero, unsigned char>(value);
}

/// One float in both halves, or one in each.
PORTER_BF16 __hip_bfloat162 float2bfloat162_rn(float value) {
  return __hip_bfloat162{float2bfloat16_rn(value), float2bfloat16_rn(value)};
}
PORTER_BF16 __hip_bfloat162 floats2bfloat162_rn(float x, float y) {
  return __hip_bfloat162{float2bfloat16_rn(x), float2bfloat16_rn(y)};
}

/// In one rounding: the float between keeps, in its lowest bit, that something was cut off.
PORTER_BF16 __hip_bfloat16 double2bfloat16(double value) {
  float between = static_cast<float>(value);
  const double back = between;
  if (value == value && back != value) {
    unsigned bits;
    __builtin_memcpy(&bits, &between, sizeof(bits));
    if (__builtin_fabs(back) > __builtin_fabs(value)) --bits;
    bits |= 1;
    __builtin_memcpy(&between, &bits, sizeof(bits));
  }
  return float2bfloat16_rn(between);
}

#undef PORTER_BF16

#endif  // defined(__HIP__)

}  // namespace porter
