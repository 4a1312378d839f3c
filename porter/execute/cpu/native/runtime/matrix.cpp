// Matrix instructions: MFMA of CDNA, WMMA of RDNA 3. Which lane holds which element is AMD's (instruction set
// architecture guides of CDNA 3 and RDNA 3, "Matrix arithmetic instructions"). Sums run in order of depth
// with one rounding a step; hardware adds several products at once, so last bits may differ.
#include "scheduler.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace porter {
namespace {

unsigned bitsOf(MatrixFormat format) {
  switch (format) {
  case MatrixFormat::I4:
  case MatrixFormat::U4: return 4;
  case MatrixFormat::F16:
  case MatrixFormat::BF16: return 16;
  case MatrixFormat::F32:
  case MatrixFormat::I32: return 32;
  case MatrixFormat::F64: return 64;
  default: return 8;
  }
}

/// Eight-bit floats. The fnuz formats have one more in the bias, no infinities, and one NaN at minus zero.
float eightBits(uint8_t code, int mantissaBits, int bias, bool isFnuz) {
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

/// Where the elements are: lane and place among the lane's elements, to block, row or column, and depth.
class Layout {
public:
  Layout(const MatrixShape &shape, uint32_t waveSize) : shape(shape), lanes(waveSize) {
    kind = MatrixShape::Layout(shape.layout & MatrixShape::Layouts);
    ofC = shape.rows * shape.columns * shape.blocks / lanes;
  }
  /// Elements of A (edge: its rows) or of B (edge: its columns) that a lane holds.
  unsigned inputs(unsigned edge) const {
    return kind == MatrixShape::WmmaReplicated ? shape.depth : edge * shape.depth * shape.blocks / lanes;
  }
  unsigned outputs() const { return ofC; }

  size_t input(unsigned lane, unsigned place, unsigned edge) const {
    const unsigned each = inputs(edge), group = lane / edge;
    unsigned block = 0, depth = place;
    if (shape.blocks > 1)
      block = group;
    else if (kind != MatrixShape::WmmaReplicated)
      depth = each * group + place;
    return (size_t(block) * edge + lane % edge) * shape.depth + depth;
  }

  size_t output(unsigned lane, unsigned place) const {
    const unsigned column = lane % shape.columns, group = lane / shape.columns, groups = lanes / shape.columns;
    const unsigned each = shape.rows * shape.columns / lanes; // of one block; 0 when lanes share blocks out
    unsigned block = 0, row;
    if (kind == MatrixShape::WmmaReplicated) {
      row = groups * place + group;
    } else if (!each) { // 4 x 4, 16 blocks
      block = group;
      row = place;
    } else if (shape.c == MatrixFormat::F64) {
      row = groups * place + group;
    } else { // four rows, then the next group's four
      block = place / each;
      row = 4 * groups * (place % each / 4) + 4 * group + place % 4;
    }
    return (size_t(block) * shape.rows + row) * shape.columns + column;
  }

  /// Where a lane's result lies in its registers.
  unsigned slot(unsigned place) const {
    const bool isNarrow = kind == MatrixShape::WmmaReplicated && bitsOf(shape.c) == 16;
    return isNarrow ? 2 * place + ((shape.layout & MatrixShape::HighHalf) != 0) : place;
  }

private:
  const MatrixShape &shape;
  unsigned lanes, ofC;
  MatrixShape::Layout kind;
};

float multiplyAdd(float a, float b, float c) { return std::fma(a, b, c); }
double multiplyAdd(double a, double b, double c) { return std::fma(a, b, c); }
int64_t multiplyAdd(int64_t a, int64_t b, int64_t c) { return a * b + c; }

template <class T> void multiply(Wave &wave, const MatrixShape &shape, uint32_t waveSize) {
  const Layout layout(shape, waveSize);
  std::vector<T> a(size_t(shape.blocks) * shape.rows * shape.depth), b(size_t(shape.blocks) * shape.columns * shape.depth);
  auto registers = [&](unsigned lane) { return reinterpret_cast<MatrixRegisters *>(wave.items[lane].a); };
  for (unsigned lane = 0; lane < waveSize; ++lane) {
    for (unsigned i = 0; i < layout.inputs(shape.rows); ++i)
      a[layout.input(lane, i, shape.rows)] = element<T>(registers(lane)->a, i, shape.a);
    for (unsigned i = 0; i < layout.inputs(shape.columns); ++i)
      b[layout.input(lane, i, shape.columns)] = element<T>(registers(lane)->b, i, shape.b);
  }
  for (unsigned lane = 0; lane < waveSize; ++lane)
    for (unsigned i = 0; i < layout.outputs(); ++i) {
      const size_t cell = layout.output(lane, i), column = cell % shape.columns, row = cell / shape.columns;
      const size_t block = row / shape.rows;
      T sum = element<T>(registers(lane)->c, layout.slot(i), shape.c);
      const T *left = &a[row * shape.depth], *right = &b[(block * shape.columns + column) * shape.depth];
      for (unsigned k = 0; k < shape.depth; ++k)
        sum = multiplyAdd(left[k], right[k], sum);
      if (shape.layout & MatrixShape::Saturate)
        sum = std::min(std::max(sum, T(std::numeric_limits<int32_t>::min())), T(std::numeric_limits<int32_t>::max()));
      store(registers(lane)->c, layout.slot(i), shape.c, sum);
    }
}

} // namespace

void multiplyMatrices(Wave &wave, uint64_t active, uint32_t waveSize) {
  const auto shape = __builtin_bit_cast(MatrixShape, wave.items[__builtin_ctzll(active)].b);
  if (uint32_t(__builtin_popcountll(active)) != waveSize)
    abandon(LaunchResult::Trap, "a matrix instruction with lanes switched off or missing: " + describePlace());
  if (shape.c == MatrixFormat::F64)
    multiply<double>(wave, shape, waveSize);
  else if (shape.c == MatrixFormat::I32)
    multiply<int64_t>(wave, shape, waveSize);
  else
    multiply<float>(wave, shape, waveSize);
}

} // namespace porter
