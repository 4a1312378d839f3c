// gfx950's scaled matrix instructions: 32 elements in a row of A, or in a column of B, share a power of two. Which
// lane holds which element is AMD's (CDNA 4 instruction set architecture guide, 7.2; "Matrix core programming on AMD
// CDNA3 and CDNA4"). The sum of a block is exact here and rounded once when it is added; hardware may round otherwise.
#include "abandon.h"
#include "matrix_formats.h"
#include "wave.h"

#include <vector>

namespace porter {
namespace {

constexpr unsigned kLanes = 64, kBlock = 32;
constexpr unsigned kNotANumber = 255; // as a scale
constexpr int kBias = 127;

/// A, or B by columns: numbers, and the exponents that blocks of them share.
class Operand {
public:
  Operand(unsigned edge, unsigned depth, MatrixFormat format)
      : edge(edge), depth(depth), format(format), values(size_t(edge) * depth), exponents(size_t(edge) * depth / kBlock) {}

  /// Take what a lane holds of row `lane % edge`. Eight-bit elements lie in two runs of 16, those of other lanes
  /// between them; smaller ones in one of 32. The exponent is that of the row's block with the lane's number.
  void take(unsigned lane, const char *data, unsigned scale) {
    const unsigned row = lane % edge, group = lane / edge, groups = kLanes / edge;
    const unsigned run = bitsOf(format) == 8 ? 16 : kBlock;
    for (unsigned i = 0; i < kBlock; ++i)
      values[row * depth + (i / run * groups + group) * run + i % run] = element<double>(data, i, format);
    exponents[row * (depth / kBlock) + group] = scale;
  }

  const double *block(unsigned row, unsigned n) const { return &values[row * depth + n * kBlock]; }
  unsigned exponent(unsigned row, unsigned n) const { return exponents[row * (depth / kBlock) + n]; }

private:
  const unsigned edge, depth;
  const MatrixFormat format;
  std::vector<double> values; ///< [row, depth]
  std::vector<unsigned> exponents;
};

double productOfBlocks(const Operand &a, const Operand &b, unsigned row, unsigned column, unsigned n) {
  const unsigned left = a.exponent(row, n), right = b.exponent(column, n);
  if (left == kNotANumber || right == kNotANumber)
    return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (unsigned k = 0; k < kBlock; ++k)
    sum += a.block(row, n)[k] * b.block(column, n)[k];
  return std::ldexp(sum, int(left) + int(right) - 2 * kBias);
}

unsigned byteOf(uint32_t word, unsigned index) { return word >> 8 * index & 255; }

} // namespace

void multiplyScaledMatrices(Wave &wave, const MatrixShape &shape, const ScaledModifiers &modifiers) {
  const auto registers = [&](unsigned lane) -> MatrixRegisters & {
    return *reinterpret_cast<MatrixRegisters *>(wave.items[lane].a);
  };
  Operand a(shape.rows, shape.depth, shape.a), b(shape.columns, shape.depth, shape.b);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const MatrixRegisters &mine = registers(lane);
    a.take(lane, mine.a, modifiers.isPlain ? kBias : byteOf(mine.scales[0], modifiers.byteOfA));
    b.take(lane, mine.b, modifiers.isPlain ? kBias : byteOf(mine.scales[1], modifiers.byteOfB));
  }
  const unsigned groups = kLanes / shape.columns; // of lanes, with four rows each in turn
  for (unsigned row = 0; row < shape.rows; ++row)
    for (unsigned column = 0; column < shape.columns; ++column) {
      char *c = registers(row / 4 % groups * shape.columns + column).c;
      const unsigned slot = row / (4 * groups) * 4 + row % 4;
      float sum = element<float>(c, slot, shape.c);
      for (unsigned n = 0; n < shape.depth / kBlock; ++n)
        sum = float(sum + productOfBlocks(a, b, row, column, n));
      store(c, slot, shape.c, sum);
    }
}

} // namespace porter
