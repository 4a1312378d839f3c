// How elements of matrices are stored, read as numbers and written back.
#pragma once

#include "../abi.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace porter {

inline unsigned bitsOf(MatrixFormat format) {
  switch (format) {
  case MatrixFormat::I4:
  case MatrixFormat::U4:
  case MatrixFormat::Fp4: return 4;
  case MatrixFormat::Fp6:
  case MatrixFormat::Bf6: return 6;
  case MatrixFormat::F16:
  case MatrixFormat::BF16: return 16;
  case MatrixFormat::F32:
  case MatrixFormat::XF32:
  case MatrixFormat::TF32:
  case MatrixFormat::I32: return 32;
  case MatrixFormat::F64: return 64;
  default: return 8;
  }
}

/// Eight-bit floats. The fnuz formats have one more in the bias, no infinities, and one NaN at minus zero.
inline float eightBits(uint8_t code, int mantissaBits, int bias, bool isFnuz) {
  const int exponentBits = 7 - mantissaBits;
  const int exponent = (code & 0x7f) >> mantissaBits, mantissa = code & ((1 << mantissaBits) - 1);
  const bool isTop = exponent == (1 << exponentBits) - 1;
  if (isFnuz && code == 0x80)
    return std::numeric_limits<float>::quiet_NaN();
  if (!isFnuz && mantissaBits == 3 && (code & 0x7f) == 0x7f)
    return std::numeric_limits<float>::quiet_NaN();
  float magnitude;
  if (!isFnuz && mantissaBits == 2 && isTop)
    magnitude = mantissa ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
  else if (exponent)
    magnitude = std::ldexp(float(mantissa + (1 << mantissaBits)), exponent - bias - mantissaBits);
  else
    magnitude = std::ldexp(float(mantissa), 1 - bias - mantissaBits);
  return code & 0x80 ? -magnitude : magnitude;
}

/// Four and six bits: a sign, exponent and mantissa, with neither infinities nor NaN.
inline float fewBits(unsigned code, int exponentBits, int mantissaBits, int bias) {
  const unsigned top = 1u << (exponentBits + mantissaBits);
  const int exponent = int((code & (top - 1)) >> mantissaBits), mantissa = int(code & ((1u << mantissaBits) - 1));
  const int whole = exponent ? mantissa + (1 << mantissaBits) : mantissa;
  const float magnitude = std::ldexp(float(whole), (exponent ? exponent : 1) - bias - mantissaBits);
  return code & top ? -magnitude : magnitude;
}

/// Element `index` of those that follow one another every six bits.
inline unsigned sixBits(const char *data, unsigned index) {
  const unsigned bit = 6 * index, shift = bit % 8;
  unsigned word = uint8_t(data[bit / 8]);
  if (shift > 2)
    word |= unsigned(uint8_t(data[bit / 8 + 1])) << 8;
  return word >> shift & 63;
}

/// 10 bits of mantissa instead of 23, ties to even; infinities and NaNs stay.
inline float roundedToXf32(float value) {
  const uint32_t word = __builtin_bit_cast(uint32_t, value), dropped = 13;
  if (!std::isfinite(value))
    return value;
  const uint32_t half = (1u << (dropped - 1)) - 1 + (word >> dropped & 1);
  return __builtin_bit_cast(float, (word + half) & ~((1u << dropped) - 1));
}

/// The upper 19 bits of a register, which is all that CUDA's tensor cores read of a tf32.
inline float truncatedToTf32(float value) {
  return __builtin_bit_cast(float, __builtin_bit_cast(uint32_t, value) & ~((1u << 13) - 1));
}

template <class T> T at(const char *data, unsigned index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

template <class T> T element(const char *data, unsigned index, MatrixFormat format) {
  const unsigned nibble = unsigned(uint8_t(data[index / 2])) >> 4 * (index % 2) & 15;
  switch (format) {
  case MatrixFormat::F16: return T(at<_Float16>(data, index));
  case MatrixFormat::BF16: {
    const uint32_t word = uint32_t(at<uint16_t>(data, index)) << 16;
    return T(__builtin_bit_cast(float, word));
  }
  case MatrixFormat::F32: return T(at<float>(data, index));
  case MatrixFormat::XF32: return T(roundedToXf32(at<float>(data, index)));
  case MatrixFormat::TF32: return T(truncatedToTf32(at<float>(data, index)));
  case MatrixFormat::F64: return T(at<double>(data, index));
  case MatrixFormat::I8: return T(at<int8_t>(data, index));
  case MatrixFormat::U8: return T(at<uint8_t>(data, index));
  case MatrixFormat::I4: return T(nibble < 8 ? int(nibble) : int(nibble) - 16);
  case MatrixFormat::U4: return T(nibble);
  case MatrixFormat::I32: return T(at<int32_t>(data, index));
  case MatrixFormat::Fp8Fnuz: return T(eightBits(at<uint8_t>(data, index), 3, 8, true));
  case MatrixFormat::Bf8Fnuz: return T(eightBits(at<uint8_t>(data, index), 2, 16, true));
  case MatrixFormat::Fp8Ocp: return T(eightBits(at<uint8_t>(data, index), 3, 7, false));
  case MatrixFormat::Bf8Ocp: return T(eightBits(at<uint8_t>(data, index), 2, 15, false));
  case MatrixFormat::Fp6: return T(fewBits(sixBits(data, index), 2, 3, 1));
  case MatrixFormat::Bf6: return T(fewBits(sixBits(data, index), 3, 2, 3));
  case MatrixFormat::Fp4: return T(fewBits(nibble, 2, 1, 1));
  }
  return T();
}

template <class T> void put(char *data, unsigned index, T value) { std::memcpy(data + index * sizeof(T), &value, sizeof(T)); }

template <class T> void store(char *data, unsigned index, MatrixFormat format, T value) {
  switch (format) {
  case MatrixFormat::F16: return put(data, index, _Float16(value));
  case MatrixFormat::BF16: {
    const uint32_t word = __builtin_bit_cast(uint32_t, float(value));
    const bool isNan = value != value;
    return put(data, index, uint16_t(isNan ? word >> 16 | 0x40 : (word + 0x7fff + (word >> 16 & 1)) >> 16));
  }
  case MatrixFormat::F64: return put(data, index, double(value));
  case MatrixFormat::I32: return put(data, index, int32_t(int64_t(value)));
  default: return put(data, index, float(value));
  }
}

} // namespace porter
