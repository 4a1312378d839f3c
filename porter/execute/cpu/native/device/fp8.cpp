// Conversions of eight-bit floating point, after AMD's instruction set manuals of CDNA 3 and RDNA 4. gfx940 has "fnuz"
// formats: no infinities, no negative zero, the code 0x80 is NaN, fp8 has bias 8 and bf8 bias 16. gfx950 and gfx12
// have the formats of OCP's standard: fp8 has bias 7, 448 as its largest number and one NaN a sign, bf8 is as IEEE
// has it with bias 15. The retargeter adds "_ocp" to names for these.
#include "device.h"

namespace {

template <int mantissaBits, int bias, bool isOcp> struct Format {
  static constexpr bool hasInfinity = isOcp && mantissaBits == 2;
  static constexpr uint8_t nan = isOcp ? 0x7f : 0x80;
  static constexpr uint8_t infinity = 0x7c;
  static constexpr int largestCode = !isOcp ? 0x7f : hasInfinity ? 0x7b : 0x7e;

  static float decode(uint8_t code) {
    const int low = code & 0x7f;
    if (isOcp ? (low > (hasInfinity ? infinity : largestCode)) : code == nan)
      return __builtin_nanf("");
    const int exponent = low >> mantissaBits, mantissa = code & ((1 << mantissaBits) - 1);
    const float magnitude = hasInfinity && low == infinity ? __builtin_inff()
                            : exponent ? __builtin_ldexpf(float(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits)
                                       : __builtin_ldexpf(float(mantissa), 1 - bias - mantissaBits);
    return code & 0x80 ? -magnitude : magnitude;
  }

  /// Round to nearest, ties to even, or cut off; too large is infinity or NaN.
  static uint8_t encode(float value, bool cuts = false) {
    const uint8_t sign = bits<uint32_t>(value) >> 24 & 0x80;
    const uint8_t beyond = hasInfinity ? infinity | sign : isOcp ? nan | sign : nan;
    if (value != value)
      return isOcp ? nan | sign : nan;
    if (value - value != 0)
      return beyond;
    const float magnitude = __builtin_fabsf(value);
    if (magnitude == 0)
      return isOcp ? sign : 0;
    int exponent;
    (void)__builtin_frexpf(magnitude, &exponent); // magnitude is in [2^(exponent - 1), 2^exponent)
    const int scale = (exponent - 1 < 1 - bias ? 1 - bias : exponent - 1) - mantissaBits;
    // Steps of the last place: with the exponent's field counted in the same units, a carry runs into it.
    const float exact = __builtin_ldexpf(magnitude, -scale);
    const int steps = int(cuts ? __builtin_floorf(exact) : __builtin_rintf(exact));
    const int code = steps + ((scale + mantissaBits + bias - 1) << mantissaBits);
    if (code > largestCode)
      return beyond;
    return code == 0 && !isOcp ? 0 : uint8_t(code | sign);
  }

  /// Stochastic rounding: the seed's upper bits are added below the last place, and the rest is cut off.
  static uint8_t encode(float value, uint32_t seed) {
    if (value - value != 0)
      return encode(value);
    constexpr int dropped = 23 - mantissaBits;
    return encode(bits<float>(bits<uint32_t>(value) + (seed >> (32 - dropped))), true);
  }
};

uint8_t byteOf(uint32_t word, uint32_t index) { return uint8_t(word >> 8 * index); }

template <class F> uint32_t pack(float low, float high, uint32_t old, uint32_t upperHalf) {
  const uint32_t pair = F::encode(low) | uint32_t(F::encode(high)) << 8;
  return upperHalf ? (old & 0xffff) | pair << 16 : (old & 0xffff0000) | pair;
}

template <class F> uint32_t insert(float value, uint32_t seed, uint32_t old, uint32_t index) {
  return (old & ~(0xffu << 8 * index)) | uint32_t(F::encode(value, seed)) << 8 * index;
}

template <class F> uint64_t unpack(uint32_t word, uint32_t upperHalf) {
  const uint32_t first = upperHalf ? 2 : 0;
  const uint32_t low = bits<uint32_t>(F::decode(byteOf(word, first)));
  const uint32_t high = bits<uint32_t>(F::decode(byteOf(word, first + 1)));
  return low | uint64_t(high) << 32;
}

} // namespace

#define CONVERSIONS(name, suffix, F)                                                                    \
  PURE float porter_cvt_f32_##name##suffix(uint32_t word, uint32_t index) {                              \
    return F::decode(byteOf(word, index));                                                               \
  }                                                                                                      \
  PURE uint64_t porter_cvt_pk_f32_##name##suffix(uint32_t word, uint32_t upperHalf) {                    \
    return unpack<F>(word, upperHalf);                                                                   \
  }                                                                                                      \
  PURE uint32_t porter_cvt_pk_##name##_f32##suffix(float low, float high, uint32_t old, uint32_t half) { \
    return pack<F>(low, high, old, half);                                                                \
  }                                                                                                      \
  PURE uint32_t porter_cvt_sr_##name##_f32##suffix(float value, uint32_t seed, uint32_t old, uint32_t i) { \
    return insert<F>(value, seed, old, i);                                                               \
  }
using Fp8 = Format<3, 8, false>;
using Bf8 = Format<2, 16, false>;
using OcpFp8 = Format<3, 7, true>;
using OcpBf8 = Format<2, 15, true>;
CONVERSIONS(fp8, , Fp8)
CONVERSIONS(bf8, , Bf8)
CONVERSIONS(fp8, _ocp, OcpFp8)
CONVERSIONS(bf8, _ocp, OcpBf8)
