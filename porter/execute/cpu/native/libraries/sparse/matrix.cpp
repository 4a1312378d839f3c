// Reads the elements of sparse matrices, whatever their format.
#include "matrix.h"

namespace porter::sparse {

int64_t Indices::raw(int64_t i) const {
  switch (type) {
  case 1: return static_cast<const uint16_t *>(array)[i];
  case 3: return static_cast<const int64_t *>(array)[i];
  default: return static_cast<const int32_t *>(array)[i];
  }
}

void Indices::set(int64_t i, int64_t value) const {
  i *= step;
  value += base;
  switch (type) {
  case 1: static_cast<uint16_t *>(array)[i] = uint16_t(value); break;
  case 3: static_cast<int64_t *>(array)[i] = value; break;
  default: static_cast<int32_t *>(array)[i] = int32_t(value);
  }
}

Indices Indices::from(int64_t first) const {
  return {static_cast<char *>(array) + first * step * bytes(), type, base, step};
}

int64_t Matrix::valuesCount() const {
  if (format == Format::BlockedEll)
    return rows * width;
  return format == Format::SlicedEll ? size : count;
}

namespace {

using Entries = std::vector<Entry>;

Entries ofList(const Matrix &A, const Indices &rows, const Indices &columns) {
  Entries made;
  made.reserve(A.count);
  for (int64_t i = 0; i < A.count; ++i)
    made.push_back({rows[i], columns[i], i});
  return made;
}

/// Of rows or, when `byColumn`, of columns.
Entries ofLines(const Matrix &A, const Indices &offsets, const Indices &indices, bool byColumn) {
  Entries made;
  made.reserve(A.count);
  const int64_t lines = byColumn ? A.columns : A.rows;
  for (int64_t line = 0; line < lines; ++line)
    for (int64_t i = offsets[line]; i < offsets[line + 1]; ++i)
      made.push_back(byColumn ? Entry{indices[i], line, i} : Entry{line, indices[i], i});
  return made;
}

Entries ofBlocks(const Matrix &A, const Indices &offsets, const Indices &indices) {
  Entries made;
  made.reserve(A.count);
  const int64_t height = A.blockRows, width = A.blockColumns, lines = A.rows / height;
  for (int64_t line = 0; line < lines; ++line)
    for (int64_t i = 0; i < height; ++i)
      for (int64_t block = offsets[line]; block < offsets[line + 1]; ++block)
        for (int64_t j = 0; j < width; ++j)
          made.push_back({line * height + i, indices[block] * width + j, A.placeInBlocks(block, i, j)});
  return made;
}

/// Blocks by rows, each row of the matrix without gaps; a block of column -1 is none.
Entries ofBlockedEll(const Matrix &A, const Indices &indices) {
  Entries made;
  const int64_t block = A.blockRows, across = A.width / block;
  for (int64_t row = 0; row < A.rows; ++row)
    for (int64_t k = 0; k < across; ++k) {
      const int64_t column = indices[row / block * across + k];
      for (int64_t j = 0; j < block && column >= 0; ++j)
        made.push_back({row, column * block + j, row * A.width + k * block + j});
    }
  return made;
}

/// Slices of rows, each stored by columns; an element of column -1 is none.
Entries ofSlices(const Matrix &A, const Indices &offsets, const Indices &indices) {
  Entries made;
  for (int64_t row = 0; row < A.rows; ++row) {
    const int64_t slice = row / A.width;
    for (int64_t i = offsets[slice] + row % A.width; i < offsets[slice + 1]; i += A.width)
      if (indices[i] >= 0)
        made.push_back({row, indices[i], i});
  }
  return made;
}

} // namespace

Entries entriesOf(const Matrix &A, int64_t batch) {
  const Indices offsets = A.offsets.from(batch * A.offsetsStride), indices = A.indices.from(batch * A.indicesStride);
  switch (A.format) {
  case Format::Csr: return ofLines(A, offsets, indices, false);
  case Format::Bsr: return ofBlocks(A, offsets, indices);
  case Format::BlockedEll: return ofBlockedEll(A, indices);
  case Format::SlicedEll: return ofSlices(A, offsets, indices);
  default: break;
  }
  Entries made = A.format == Format::Csc ? ofLines(A, offsets, indices, true) : ofList(A, offsets, indices);
  std::stable_sort(made.begin(), made.end(), [](const Entry &a, const Entry &b) { return a.row < b.row; });
  return made;
}

int64_t bytesOf(int type) {
  return blas::withType(dataTypeOf(type), [](auto *typed) { return int64_t(sizeof *typed); });
}

bool isType(int type) { return type >= 0 && type < 32 && dataTypeOf(type) != DataType::None; }

void check(Call &call, const Matrix &A) {
  call.need(A.rows >= 0 && A.columns >= 0 && A.count >= 0 && A.blockRows > 0 && A.blockColumns > 0);
  call.need(A.offsets.type >= 1 && A.offsets.type <= 3 && A.indices.type >= 1 && A.indices.type <= 3);
  call.need(A.indices.base == 0 || A.indices.base == 1);
  call.fail(!isType(A.type), Status::NotSupported);
}

void check(Call &call, const DenseMatrix &A) {
  call.need(A.rows >= 0 && A.columns >= 0 && A.ld >= std::max<int64_t>(1, A.byRows ? A.columns : A.rows));
  call.fail(!isType(A.type), Status::NotSupported);
}

} // namespace porter::sparse
