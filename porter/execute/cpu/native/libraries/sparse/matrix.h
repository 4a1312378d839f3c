// Sparse and dense matrices and vectors, as their descriptors tell them.
#pragma once

#include "context.h"

namespace porter::sparse {

/// cusparseFormat_t, and hipsparseFormat_t, which alone has lists of pairs.
enum class Format { Csr = 1, Csc = 2, Coo = 3, CooAos = 4, BlockedEll = 5, Bsr = 6, SlicedEll = 7 };

/// Indices of 16, 32 or 64 bits, counted from zero here and from `base` in memory.
struct Indices {
  void *array = nullptr;
  int type = 2; ///< cusparseIndexType_t
  int64_t base = 0;
  int64_t step = 1; ///< 2 where rows and columns of a list lie in pairs

  int64_t operator[](int64_t i) const { return raw(i * step) - base; }
  void set(int64_t i, int64_t value) const;
  Indices from(int64_t first) const;
  int64_t bytes() const { return type == 1 ? 2 : type == 3 ? 8 : 4; }

private:
  int64_t raw(int64_t i) const;
};

struct Matrix {
  Format format = Format::Csr;
  int64_t rows = 0, columns = 0, count = 0; ///< of elements, with those that fill blocks
  Indices offsets, indices;                 ///< of a list: rows and columns
  void *values = nullptr;
  int type = 0;
  int64_t blockRows = 1, blockColumns = 1;
  bool blocksByColumn = false;
  int64_t width = 0; ///< of blocked ELL: columns that are stored; of sliced ELL: rows of a slice
  int64_t size = 0;  ///< of sliced ELL: elements that are stored
  int64_t batches = 1, offsetsStride = 0, indicesStride = 0, valuesStride = 0;
  int fill = 0, diagonal = 0; ///< cusparseFillMode_t, cusparseDiagType_t

  int64_t valuesCount() const;
  /// Where an element of a block lies in the array of values.
  int64_t placeInBlocks(int64_t block, int64_t i, int64_t j) const {
    return block * blockRows * blockColumns + (blocksByColumn ? i + j * blockRows : i * blockColumns + j);
  }
};

struct Entry {
  int64_t row, column;
  int64_t place; ///< in the array of values
};

/// Every element that is stored, row by row, in the order of memory in each.
std::vector<Entry> entriesOf(const Matrix &A, int64_t batch = 0);

struct DenseMatrix {
  int64_t rows = 0, columns = 0, ld = 0;
  void *values = nullptr;
  int type = 0;
  bool byRows = false;
  int64_t batches = 1, stride = 0;

  int64_t place(int64_t row, int64_t column) const { return byRows ? row * ld + column : row + column * ld; }
};

struct DenseVector {
  int64_t size = 0;
  void *values = nullptr;
  int type = 0;
};

struct SparseVector {
  int64_t size = 0, count = 0;
  Indices indices;
  void *values = nullptr;
  int type = 0;
};

/// Numbers in the type that sums are held in.
template <class T> std::vector<T> numbersOf(const void *values, int type, int64_t count, int64_t first = 0) {
  std::vector<T> made(count);
  const DataType known = dataTypeOf(type);
  blas::withType(known, [&](auto *typed) {
    using Type = std::remove_pointer_t<decltype(typed)>;
    for (int64_t i = 0; i < count; ++i)
      made[i] = blas::numberOf<T>(static_cast<const Type *>(values)[first + i]);
  });
  return made;
}
template <class T> void putNumber(void *values, int type, int64_t place, T number) {
  blas::store(dataTypeOf(type), values, place, number);
}
template <class T> T numberAt(const void *values, int type, int64_t place) {
  return blas::load<T>(dataTypeOf(type), values, place);
}

template <class T> std::vector<T> valuesOf(const Matrix &A, int64_t batch = 0) {
  return numbersOf<T>(A.values, A.type, A.valuesCount(), batch * A.valuesStride);
}

/// op(A) as entries: rows and columns change places for a transpose.
inline void transpose(std::vector<Entry> &entries) {
  for (Entry &entry : entries)
    std::swap(entry.row, entry.column);
}
template <class T> void conjugateAll(std::vector<T> &values) {
  for (T &value : values)
    value = blas::conjugate(value);
}

/// What is asked of a call's arguments: types that exist, sizes that are none below zero, arrays where there is a size.
bool isType(int type);
int64_t bytesOf(int type);
void check(Call &call, const Matrix &A);
void check(Call &call, const DenseMatrix &A);

} // namespace porter::sparse
