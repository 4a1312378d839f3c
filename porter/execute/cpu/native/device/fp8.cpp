// Eight-bit floating point of gfx940 ("fnuz": no infinities, no negative zero, the code 0x80 is NaN), after AMD's
// CDNA 3 instruction set manual: fp8 has 3 bits of mantissa and bias 8, bf8 has 2 and bias 16.
#include "device.h"

namespace {

template <int mantissaBits, int bias> struct Format {
  static constexpr uint8_t nan = 0x80;
  static constexpr int largestCode = 0x7f;

  static float decode(uint8_t code) {
    if (code == nan)
      return __builtin_nanf("");
    const int exponent = (code & 0x7f) >> mantissaBits, mantissa = code & ((1 << mantissaBits) - 1);
    const float magnitude = exponent ? __builtin_ldexpf(float(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits)
                                     : __builtin_ldexpf(float(mantissa), 1 - bias - mantissaBits);
    return code & 0x80 ? -magnitude : magnitude;
  }

  /// Round to nearest, ties to even; too large is NaN.
  static uint8_t encode(float value) {
    if (value - value != 0)
      return nan;
    const float magnitude = __builtin_fabsf(value);
    int exponent;
    (void)__builtin_frexpf(magnitude, &exponent); // magnitude is in [2^(exponent - 1), 2^exponent)
    const int scale = (exponent - 1 < 1 - bias ? 1 - bias : exponent - 1) - mantissaBits;
    // Steps of the last place: with the exponent's field counted in the same units, a carry runs into it.
    const int steps = int(__builtin_rintf(__builtin_ldexpf(magnitude, -scale)));
    const int code = steps + ((scale + mantissaBits + bias - 1) << mantissaBits);
    if (code > largestCode)
      return nan;
    return code == 0 ? 0 : uint8_t(code | (value < 0 ? 0x80 : 0));
  }
};

using Fp8 = Format<3, 8>;
using Bf8 = Format<2, 16>;

uint8_t byteOf(uint32_t word, uint32_t index) { return uint8_t(word >> 8 * index); }

template <class F> uint32_t pack(float low, float high, uint32_t old, uint32_t upperHalf) {
  const uint32_t pair = F::encode(low) | uint32_t(F::encode(high)) << 8;
  return upperHalf ? (old & 0xffff) | pair << 16 : (old & 0xffff0000) | pair;
}

template <class F> uint64_t unpack(uint32_t word, uint32_t upperHalf) {
  const uint32_t first = upperHalf ? 2 : 0;
  const uint32_t low = bits<uint32_t>(F::decode(byteOf(word, first)));
  const uint32_t high = bits<uint32_t>(F::decode(byteOf(word, first + 1)));
  return low | uint64_t(high) << 32;
}

} // namespace

PURE float porter_cvt_f32_fp8(uint32_t word, uint32_t index) { return Fp8::decode(byteOf(word, index)); }
PURE float porter_cvt_f32_bf8(uint32_t word, uint32_t index) { return Bf8::decode(byteOf(word, index)); }
PURE uint64_t porter_cvt_pk_f32_fp8(uint32_t word, uint32_t upperHalf) { return unpack<Fp8>(word, upperHalf); }
PURE uint64_t porter_cvt_pk_f32_bf8(uint32_t word, uint32_t upperHalf) { return unpack<Bf8>(word, upperHalf); }
PURE uint32_t porter_cvt_pk_fp8_f32(float low, float high, uint32_t old, uint32_t upperHalf) {
  return pack<Fp8>(low, high, old, upperHalf);
}
PURE uint32_t porter_cvt_pk_bf8_f32(float low, float high, uint32_t old, uint32_t upperHalf) {
  return pack<Bf8>(low, high, old, upperHalf);
}
