// Matrix instructions: MFMA and SMFMAC of CDNA, WMMA and SWMMAC of RDNA 3 and 4. Which lane holds which element is
// AMD's (instruction set architecture guides, and the matrix instruction calculator). Sums run in order of depth with
// one rounding a step; hardware adds several products at once, so last bits may differ.
#include "abandon.h"
#include "matrix_formats.h"
#include "wave.h"

#include <algorithm>
#include <vector>

namespace porter {
namespace {

float multiplyAdd(float a, float b, float c) { return std::fma(a, b, c); }
double multiplyAdd(double a, double b, double c) { return std::fma(a, b, c); }
int64_t multiplyAdd(int64_t a, int64_t b, int64_t c) { return a * b + c; }

/// One matrix instruction of a whole wave, its numbers taken as T.
template <class T> class Product {
public:
  Product(Wave &wave, const MatrixShape &shape, const MatrixModifiers &modifiers, uint32_t waveSize)
      : wave(wave), shape(shape), modifiers(modifiers), lanes(waveSize) {
    layout = MatrixShape::Layout(shape.layout & MatrixShape::Layouts);
  }

  void run() {
    const bool isSparse = shape.layout & MatrixShape::Sparse;
    a.resize(size_t(shape.blocks) * shape.rows * shape.depth);
    b.resize(size_t(shape.blocks) * shape.columns * shape.depth);
    for (unsigned block = 0; block < shape.blocks; ++block) {
      for (unsigned row = 0; row < shape.rows; ++row)
        isSparse ? readSparse(block, row) : readLeft(block, row);
      for (unsigned column = 0; column < shape.columns; ++column)
        readRight(block, column);
    }
    for (unsigned block = 0; block < shape.blocks; ++block)
      for (unsigned row = 0; row < shape.rows; ++row)
        for (unsigned column = 0; column < shape.columns; ++column)
          accumulate(block, row, column);
  }

private:
  struct Place {
    unsigned lane, element;
  };

  /// Where row `i` of A, or column `i` of B, has the element `k` of the `depth` that are stored of it.
  Place input(unsigned edge, unsigned block, unsigned i, unsigned k, unsigned depth) const {
    const unsigned parts = layout == MatrixShape::WmmaReplicated ? 1 : lanes / (edge * shape.blocks);
    const unsigned each = depth / parts;
    return {k / each * edge * shape.blocks + block * edge + i, k % each};
  }

  /// Rows lie side by side in the lanes of a register, so many before the next register begins.
  Place output(unsigned block, unsigned row, unsigned column) const {
    const bool single = shape.c == MatrixFormat::F64 || layout == MatrixShape::WmmaReplicated;
    const unsigned height = single ? 1 : layout == MatrixShape::WmmaSplit ? 8 : 4;
    const unsigned strips = lanes / shape.columns, cells = shape.rows * shape.columns;
    const unsigned side = std::max(1u, lanes * height / cells); // blocks in one register
    const unsigned strip = row / height;
    const unsigned element = block * (cells / lanes) + strip / strips * height + row % height;
    return {(strip % strips * side + block % side) * shape.columns + column, element};
  }

  MatrixRegisters &registers(unsigned lane) const { return *reinterpret_cast<MatrixRegisters *>(wave.items[lane].a); }

  void readLeft(unsigned block, unsigned row) {
    const unsigned shared = block >> modifiers.broadcast << modifiers.broadcast;
    for (unsigned k = 0; k < shape.depth; ++k) {
      const Place place = input(shape.rows, shared + modifiers.block, row, k, shape.depth);
      left(block, row)[k] = element<T>(registers(place.lane).a, place.element, shape.a) * sign(1);
    }
  }

  void readSparse(unsigned block, unsigned row) {
    const unsigned stored = shape.depth / 2;
    for (unsigned k = 0; k < stored; ++k) {
      const Place place = input(shape.rows, block, row, k, stored);
      const MatrixRegisters &mine = registers(place.lane);
      const unsigned among = mine.index >> (modifiers.firstIndexBit + 2 * place.element) & 3;
      left(block, row)[k / 2 * 4 + among] += element<T>(mine.a, place.element, shape.a);
    }
  }

  void readRight(unsigned block, unsigned column) {
    for (unsigned k = 0; k < shape.depth; ++k) {
      const Place place = input(shape.columns, block, column, k, shape.depth);
      right(block, column)[k] = element<T>(registers(fromGroup(place.lane)).b, place.element, shape.b) * sign(2);
    }
  }

  /// The lane whose B is used in the place of a lane's own.
  unsigned fromGroup(unsigned lane) const {
    switch (modifiers.laneGroup) {
    case 0: return lane;
    case 1: return lane % 32;
    case 2: return lane % 32 + 32;
    case 3: return (lane + 16) % 64;
    default: return lane % 16 + 16 * (modifiers.laneGroup - 4u);
    }
  }

  void accumulate(unsigned block, unsigned row, unsigned column) {
    const Place place = output(block, row, column);
    char *c = registers(place.lane).c;
    const unsigned slot = slotOf(place.element);
    T sum = element<T>(c, slot, shape.c) * sign(4);
    const T *x = left(block, row), *y = right(block, column);
    for (unsigned k = 0; k < shape.depth; ++k)
      sum = multiplyAdd(x[k], y[k], sum);
    if (shape.layout & MatrixShape::Saturate)
      sum = std::min(std::max(sum, T(std::numeric_limits<int32_t>::min())), T(std::numeric_limits<int32_t>::max()));
    store(c, slot, shape.c, sum);
  }

  /// RDNA 3 keeps 16-bit results in one half of each register.
  unsigned slotOf(unsigned place) const {
    const bool isHalved = layout == MatrixShape::WmmaReplicated && bitsOf(shape.c) == 16;
    return isHalved ? 2 * place + ((shape.layout & MatrixShape::HighHalf) != 0) : place;
  }

  T sign(unsigned bit) const { return modifiers.negated & bit ? T(-1) : T(1); }
  T *left(unsigned block, unsigned row) { return &a[(size_t(block) * shape.rows + row) * shape.depth]; }
  T *right(unsigned block, unsigned column) { return &b[(size_t(block) * shape.columns + column) * shape.depth]; }

  Wave &wave;
  const MatrixShape shape;
  const MatrixModifiers modifiers;
  const unsigned lanes;
  MatrixShape::Layout layout;
  std::vector<T> a, b; ///< [block, row or column, depth]
};

} // namespace

void multiplyMatrices(Wave &wave, uint64_t active, uint32_t waveSize) {
  const Item &first = wave.items[__builtin_ctzll(active)];
  const auto shape = __builtin_bit_cast(MatrixShape, first.b);
  const auto modifiers = __builtin_bit_cast(MatrixModifiers, first.c);
  if (uint32_t(__builtin_popcountll(active)) != waveSize)
    abandon(LaunchResult::Trap, "a matrix instruction with lanes switched off or missing: " + describePlace());
  if (shape.layout & MatrixShape::Scaled)
    multiplyScaledMatrices(wave, shape, __builtin_bit_cast(ScaledModifiers, first.c));
  else if (shape.c == MatrixFormat::F64)
    Product<double>(wave, shape, modifiers, waveSize).run();
  else if (shape.c == MatrixFormat::I32)
    Product<int64_t>(wave, shape, modifiers, waveSize).run();
  else
    Product<float>(wave, shape, modifiers, waveSize).run();
}

} // namespace porter
