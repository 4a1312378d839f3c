// Matrices of blocks, square ones and rectangular ones: made of others, taken apart, and multiplied under a mask.
#pragma once

#include "old.h"

namespace porter::sparse {

/// Offsets of the blocks of a height and a width that have elements of A; their number goes to where scalars go.
int countBlocks(Call call, const Matrix &A, int64_t height, int64_t width, const void *kind, int *offsets, int *total);
/// A, whose numbers are of the type, in blocks.
template <class T>
int toBlocks(Call call, const Matrix &A, int64_t height, int64_t width, int direction, const void *kind, T *values,
             int *offsets, int *indices);
/// Every element of A's blocks in compressed rows; no numbers where there is no place for them.
template <class T>
int fromBlocks(Call call, const Matrix &A, const void *kind, T *values, int *offsets, int *indices, bool withValues);

/// y = alpha A x + beta y in those rows of blocks that a mask names; `ends` says where the rows of A do.
/// Of blocks of one element and of transposes both vendors' documents say that they are not supported.
template <class T>
int timesMasked(Call call, int op, const Matrix &A, int64_t count, const int *mask, const int *ends, const T *alpha,
                const T *x, const T *beta, T *y) {
  const int64_t height = A.blockRows, width = A.blockColumns;
  call.fail(call.operation(op) != 'N' || height == 1, Status::NotSupported);
  call.need(count >= 0 && count <= A.rows / height && (count == 0 || (mask && ends && x && y && A.values)));
  const auto a = call.scalar<T>(alpha, typeOf<T>()), b = call.scalar<T>(beta, typeOf<T>());
  const int64_t base = A.indices.base;
  return call.run([=] {
    const T *values = static_cast<const T *>(A.values);
    for (int64_t masked = 0; masked < count; ++masked) {
      const int64_t line = mask[masked] - base;
      for (int64_t i = 0; i < height; ++i) {
        T sum{};
        for (int64_t block = A.offsets[line]; block < ends[line] - base; ++block)
          for (int64_t j = 0; j < width; ++j)
            sum += values[A.placeInBlocks(block, i, j)] * x[A.indices[block] * width + j];
        T &made = y[line * height + i];
        made = a() * sum + (b() == T() ? T() : b() * made);
      }
    }
  });
}

} // namespace porter::sparse
