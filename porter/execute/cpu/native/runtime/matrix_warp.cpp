// CUDA's matrix instructions: mma of PTX with its documented layouts (PTX ISA, "Matrix multiply-accumulate operation
// using mma instruction"), and the fragments of wmma, whose layout CUDA leaves open. Sums run in order of depth with
// one rounding a step; tensor cores add several products at once, so last bits may differ.
#include "abandon.h"
#include "matrix_formats.h"
#include "wave.h"

#include <algorithm>
#include <vector>

namespace porter {
namespace {

constexpr unsigned lanes = 32;

MatrixRegisters &registersOf(const Wave &wave, unsigned lane) {
  return *reinterpret_cast<MatrixRegisters *>(wave.a(lane));
}

void needWholeWarp(uint64_t active) {
  if (uint32_t(active) != 0xffffffff)
    abandon(LaunchResult::Trap, "a matrix instruction with lanes of the warp missing: " + describePlace());
}

float multiplyAdd(float a, float b, float c) { return std::fma(a, b, c); }
double multiplyAdd(double a, double b, double c) { return std::fma(a, b, c); }
int64_t multiplyAdd(int64_t a, int64_t b, int64_t c) { return a * b + c; }

struct Place {
  unsigned lane, element;
};

/// One product of a warp, its numbers taken as T.
template <class T> class WarpProduct {
public:
  WarpProduct(Wave &wave, const MatrixShape &shape, const WarpMatrixModifiers &modifiers)
      : wave(wave), shape(shape), modifiers(modifiers) {}

  void run() {
    const unsigned depth = shape.depth;
    std::vector<T> rows(shape.rows * depth), columns(shape.columns * depth), sums(shape.rows * shape.columns);
    for (unsigned block = 0; block < shape.blocks; ++block) {
      for (unsigned row = 0; row < shape.rows; ++row)
        readLeft(block, row, &rows[row * depth]);
      for (unsigned column = 0; column < shape.columns; ++column)
        for (unsigned k = 0; k < depth; ++k)
          columns[column * depth + k] = b(right(block, k, column));
      for (unsigned row = 0; row < shape.rows; ++row)
        for (unsigned column = 0; column < shape.columns; ++column) {
          T sum = c(result(block, row, column, shape.c));
          for (unsigned k = 0; k < depth; ++k)
            sum = multiplyAdd(rows[row * depth + k], columns[column * depth + k], sum);
          sums[row * shape.columns + column] = sum;
        }
      // C and D may lie in registers of different widths, so nothing is written while C is read.
      for (unsigned row = 0; row < shape.rows; ++row)
        for (unsigned column = 0; column < shape.columns; ++column)
          write(result(block, row, column, modifiers.d), sums[row * shape.columns + column]);
    }
  }

private:
  /// Row `row` of A with zeros where a sparse one has none.
  void readLeft(unsigned block, unsigned row, T *values) {
    if (!(shape.layout & MatrixShape::Sparse)) {
      for (unsigned k = 0; k < shape.depth; ++k)
        values[k] = a(left(block, row, k));
      return;
    }
    std::fill(values, values + shape.depth, T(0));
    // tf32 keeps one of two, and names it by four bits; the others two of four, by two bits each.
    const bool isPair = shape.a == MatrixFormat::TF32;
    for (unsigned k = 0; k < shape.depth / 2; ++k) {
      const unsigned among = isPair ? index(row, 2 * k) >> 1 : index(row, k);
      values[(isPair ? 2 * k : k / 2 * 4) + among] = a(left(block, row, k));
    }
  }

  /// The two bits that place the stored element `k` of a row. A lane has eight of them for each of its two rows.
  unsigned index(unsigned row, unsigned k) const {
    const unsigned stored = shape.depth / 2 * (shape.a == MatrixFormat::TF32 ? 2 : 1);
    const unsigned lane = row % 8 * 4 + modifiers.selector * (stored / 8) + k / 8;
    return registersOf(wave, lane).index >> (row / 8 * 16 + k % 8 * 2) & 3;
  }

  /// Elements of one register of 32 bits; 1 for doubles.
  static unsigned packed(MatrixFormat format) { return std::max(1u, 32 / bitsOf(format)); }

  Place left(unsigned block, unsigned row, unsigned k) const {
    if (modifiers.layout == WarpLayout::Fragments)
      return fragment(row * shape.depth + k, shape.rows * shape.depth);
    if (modifiers.layout == WarpLayout::QuadPairs)
      return modifiers.aIsColumns ? inQuadPair(block, row / 4, k, row % 4) : inQuadPair(block, row / 4, row % 4, k);
    const unsigned width = packed(shape.a), high = shape.rows == 16 ? row / 8 : 0;
    const unsigned word = k / (4 * width) * (shape.rows / 8) + high;
    return {row % 8 * 4 + k / width % 4, word * width + k % width};
  }

  Place right(unsigned block, unsigned k, unsigned column) const {
    if (modifiers.layout == WarpLayout::Fragments)
      return fragment(k * shape.columns + column, shape.columns * shape.depth);
    if (modifiers.layout == WarpLayout::QuadPairs)
      return modifiers.bIsColumns ? inQuadPair(block, column / 4, column % 4, k)
                                  : inQuadPair(block, column / 4, k, column % 4);
    const unsigned width = packed(shape.b);
    return {column * 4 + k / width % 4, k / (4 * width) * width + k % width};
  }

  Place result(unsigned block, unsigned row, unsigned column, MatrixFormat format) const {
    if (modifiers.layout == WarpLayout::Fragments)
      return fragment(row * shape.columns + column, shape.rows * shape.columns);
    if (modifiers.layout == WarpLayout::QuadPairs) {
      if (format == MatrixFormat::F16)
        return inQuadPair(block, row / 4, row % 4, column);
      return inQuadPair(block, row / 4, (row & 1) | (column & 2), (row & 2) | (column & 4) | (column & 1));
    }
    return {row % 8 * 4 + column / 2, row / 8 * 2 + column % 2};
  }

  /// Lanes 4b to 4b + 3 of the lower half of the warp, and of the upper, make one product.
  static Place inQuadPair(unsigned block, unsigned half, unsigned lane, unsigned element) {
    return {16 * half + 4 * block + lane, element};
  }

  /// Lane after lane; where a fragment has more room than elements, they come again in the same lane.
  static Place fragment(unsigned place, unsigned elements) {
    const unsigned each = elements / lanes;
    return {place / each, place % each};
  }

  T a(Place place) const { return element<T>(registersOf(wave, place.lane).a, place.element, shape.a); }
  T b(Place place) const { return element<T>(registersOf(wave, place.lane).b, place.element, shape.b); }
  T c(Place place) const { return element<T>(registersOf(wave, place.lane).c, place.element, shape.c); }

  void write(Place place, T sum) const {
    if (shape.layout & MatrixShape::Saturate)
      sum = std::min(std::max(sum, T(std::numeric_limits<int32_t>::min())), T(std::numeric_limits<int32_t>::max()));
    store(registersOf(wave, place.lane).c, place.element, modifiers.d, sum);
  }

  Wave &wave;
  const MatrixShape shape;
  const WarpMatrixModifiers modifiers;
};

} // namespace

void multiplyWarpMatrices(Wave &wave, uint64_t active) {
  needWholeWarp(active);
  const auto shape = __builtin_bit_cast(MatrixShape, wave.b(0));
  const auto modifiers = __builtin_bit_cast(WarpMatrixModifiers, wave.c(0));
  if (shape.c == MatrixFormat::F64)
    WarpProduct<double>(wave, shape, modifiers).run();
  else if (shape.c == MatrixFormat::I32)
    WarpProduct<int64_t>(wave, shape, modifiers).run();
  else
    WarpProduct<float>(wave, shape, modifiers).run();
}

void moveMatrixRows(Wave &wave, uint64_t active) {
  needWholeWarp(active);
  const unsigned kind = wave.b(0) & 255, count = unsigned(wave.b(0) >> 8);
  uint16_t matrices[4][8][8];
  auto each = [&](bool isRows, auto body) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      for (unsigned matrix = 0; matrix < count; ++matrix) {
        MatrixRegisters &mine = registersOf(wave, lane);
        if (!isRows)
          body(mine.c + 4 * matrix, matrix, lane / 4, lane % 4 * 2, 2u);
        else if (lane / 8 == matrix)
          body(mine.a, matrix, lane % 8, 0u, 8u);
      }
  };
  each(kind & FromRows, [&](char *data, unsigned matrix, unsigned row, unsigned column, unsigned length) {
    std::memcpy(&matrices[matrix][row][column], data, 2 * length);
  });
  if (kind & Transposed)
    for (unsigned matrix = 0; matrix < count; ++matrix)
      for (unsigned row = 0; row < 8; ++row)
        for (unsigned column = 0; column < row; ++column)
          std::swap(matrices[matrix][row][column], matrices[matrix][column][row]);
  each(kind & ToRows, [&](char *data, unsigned matrix, unsigned row, unsigned column, unsigned length) {
    std::memcpy(data, &matrices[matrix][row][column], 2 * length);
  });
}

} // namespace porter
