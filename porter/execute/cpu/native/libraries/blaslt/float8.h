// Numbers of 8 bits, and of all other types, as floats and back.
#pragma once

#include "../blas/batch.h"
#include "../blas/data_type.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace porter::blaslt {

/// OCP's formats, and those of AMD's gfx942, whose zero has one sign and which have no infinities.
struct Float8 {
  int exponentBits, bias;
  bool isFnuz;

  float decode(uint8_t bits) const {
    const int mantissaBits = 7 - exponentBits, exponent = (bits & 0x7f) >> mantissaBits;
    const int mantissa = bits & ((1 << mantissaBits) - 1), top = (1 << exponentBits) - 1;
    const float sign = bits & 0x80 ? -1.f : 1.f;
    if (isFnuz ? bits == 0x80 : (bits & 0x7f) == 0x7f || (exponentBits == 5 && exponent == top && mantissa))
      return std::numeric_limits<float>::quiet_NaN();
    if (!isFnuz && exponentBits == 5 && exponent == top)
      return sign * std::numeric_limits<float>::infinity();
    const float fraction = std::ldexp(float(mantissa), -mantissaBits);
    return sign * (exponent ? std::ldexp(1 + fraction, exponent - bias) : std::ldexp(fraction, 1 - bias));
  }

  /// The nearest, the even one of two; what is too large becomes the largest.
  uint8_t encode(float value) const {
    if (std::isnan(value))
      return isFnuz ? 0x80 : 0x7f;
    uint8_t best = 0;
    float least = std::numeric_limits<float>::infinity();
    for (int bits = 0; bits < 0x80; ++bits) {
      const float candidate = decode(uint8_t(bits));
      if (!std::isfinite(candidate))
        continue;
      const float distance = std::abs(std::abs(value) - candidate);
      if (distance < least || (distance == least && !(bits & 1))) {
        least = distance;
        best = uint8_t(bits);
      }
      if (std::isinf(value))
        best = uint8_t(bits);
    }
    return std::signbit(value) && !(isFnuz && !best) ? best | 0x80 : best;
  }
};

/// Of hipDataType and cudaDataType; null for any other.
inline const Float8 *float8Of(int type) {
  static constexpr Float8 e4m3{4, 7, false}, e5m2{5, 15, false}, e4m3Fnuz{4, 8, true}, e5m2Fnuz{5, 16, true};
  switch (type) {
  case 28: return &e4m3;
  case 29: return &e5m2;
  case 1000: return &e4m3Fnuz;
  case 1001: return &e5m2Fnuz;
  }
  return nullptr;
}

inline bool isType(int type) { return float8Of(type) || blas::dataTypeOf(type) != blas::DataType::None; }

template <class T> T load(int type, const void *array, int64_t place) {
  if (const Float8 *format = float8Of(type))
    return T(format->decode(static_cast<const uint8_t *>(array)[place]));
  return blas::load<T>(blas::dataTypeOf(type), array, place);
}

/// Whole numbers are rounded and kept within their range.
template <class T> void store(int type, void *array, int64_t place, T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (const Float8 *format = float8Of(type)) {
      static_cast<uint8_t *>(array)[place] = format->encode(float(value));
      return;
    }
    if (type == 3 || type == 10) {
      const T limit = type == 3 ? T(127) : T(2147483647);
      value = std::min(std::max(std::nearbyint(value), -limit - 1), limit);
    }
  }
  blas::store(blas::dataTypeOf(type), array, place, value);
}

} // namespace porter::blaslt
