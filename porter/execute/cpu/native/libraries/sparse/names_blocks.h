// The functions of the older interface for blocks, under the prefix that `NAME` makes; `WorkSize` is what the
// vendor counts the bytes of some work areas in.
#pragma once

#include "blocks.h"
#include "conversions.h"

using namespace porter::sparse;

#define BLOCK_NAME(letter, name) NAME(letter##name)
#define BLOCK_FUNCTIONS(letter, T)                                                                                     \
  int BLOCK_NAME(letter, csr2bsr)(void *handle, int direction, int rows, int columns, const void *kind,                \
                                  const T *values, const int *offsets, const int *indices, int block,                  \
                                  const void *kindOfBlocks, T *blockValues, int *blockOffsets, int *blockIndices) {    \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, countOf(offsets, rows), values, offsets, indices);           \
    return toBlocks(call, A, block, block, direction, kindOfBlocks, blockValues, blockOffsets, blockIndices);          \
  }                                                                                                                    \
  int BLOCK_NAME(letter, bsr2csr)(void *handle, int direction, int rows, int columns, const void *kindOfBlocks,        \
                                  const T *values, const int *offsets, const int *indices, int block,                  \
                                  const void *kind, T *madeValues, int *madeOffsets, int *madeIndices) {               \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kindOfBlocks, rows, columns, countOf(offsets, rows), values, offsets, indices,    \
                               block, direction);                                                                      \
    return fromBlocks(call, A, kind, madeValues, madeOffsets, madeIndices, true);                                      \
  }                                                                                                                    \
  int BLOCK_NAME(letter, csr2gebsr_bufferSize)(void *handle, int, int, int, const void *, const T *, const int *,      \
                                               const int *, int, int, WorkSize *size) {                                \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BLOCK_NAME(letter, csr2gebsr)(void *handle, int direction, int rows, int columns, const void *kind,              \
                                    const T *values, const int *offsets, const int *indices,                           \
                                    const void *kindOfBlocks, T *blockValues, int *blockOffsets, int *blockIndices,    \
                                    int height, int width, void *) {                                                   \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, countOf(offsets, rows), values, offsets, indices);           \
    return toBlocks(call, A, height, width, direction, kindOfBlocks, blockValues, blockOffsets, blockIndices);         \
  }                                                                                                                    \
  int BLOCK_NAME(letter, gebsr2csr)(void *handle, int direction, int rows, int columns, const void *kindOfBlocks,      \
                                    const T *values, const int *offsets, const int *indices, int height, int width,    \
                                    const void *kind, T *madeValues, int *madeOffsets, int *madeIndices) {             \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kindOfBlocks, rows, columns, countOf(offsets, rows), values, offsets, indices,    \
                               height, direction, width);                                                              \
    return fromBlocks(call, A, kind, madeValues, madeOffsets, madeIndices, true);                                      \
  }                                                                                                                    \
  int BLOCK_NAME(letter, gebsr2gebsc_bufferSize)(void *handle, int, int, int, const T *, const int *, const int *,     \
                                                 int, int, WorkSize *size) {                                           \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BLOCK_NAME(letter, gebsr2gebsc)(void *handle, int rows, int columns, int count, const T *values,                 \
                                      const int *offsets, const int *indices, int height, int width, T *madeValues,    \
                                      int *madeIndices, int *madeOffsets, int withValues, int base, void *) {          \
    Call call(handle);                                                                                                 \
    call.need(height > 0 && width > 0);                                                                                \
    const int64_t bytes = int64_t(sizeof(T)) * height * width;                                                         \
    return transposeLines(call, rows, columns, count, values, offsets, indices, madeValues, madeOffsets, madeIndices,  \
                          bytes, withValues, base);                                                                    \
  }                                                                                                                    \
  int BLOCK_NAME(letter, gebsr2gebsr_bufferSize)(void *handle, int, int, int, int, const void *, const T *,            \
                                                 const int *, const int *, int, int, int, int, int *size) {            \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BLOCK_NAME(letter, gebsr2gebsr)(void *handle, int direction, int rows, int columns, int count, const void *kind, \
                                      const T *values, const int *offsets, const int *indices, int height, int width,  \
                                      const void *kindOfMade, T *madeValues, int *madeOffsets, int *madeIndices,       \
                                      int madeHeight, int madeWidth, void *) {                                         \
    Call call(handle);                                                                                                 \
    const Matrix A =                                                                                                   \
        oldMatrix(call, kind, rows, columns, count, values, offsets, indices, height, direction, width);               \
    return toBlocks(call, A, madeHeight, madeWidth, direction, kindOfMade, madeValues, madeOffsets, madeIndices);      \
  }                                                                                                                    \
  int BLOCK_NAME(letter, bsrxmv)(void *handle, int direction, int op, int masked, int rows, int columns, int count,    \
                                 const T *alpha, const void *kind, const T *values, const int *mask,                   \
                                 const int *offsets, const int *ends, const int *indices, int block, const T *x,       \
                                 const T *beta, T *y) {                                                                \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices, block, direction);          \
    return timesMasked(call, op, A, masked, mask, ends, alpha, x, beta, y);                                            \
  }

extern "C" {

int NAME(Xcsr2bsrNnz)(void *handle, int direction, int rows, int columns, const void *kind, const int *offsets,
                      const int *indices, int block, const void *kindOfBlocks, int *blockOffsets, int *total) {
  Call call(handle);
  const Matrix A = oldMatrix<float>(call, kind, rows, columns, countOf(offsets, rows), nullptr, offsets, indices, 1,
                                    direction);
  return countBlocks(call, A, block, block, kindOfBlocks, blockOffsets, total);
}
int NAME(Xcsr2gebsrNnz)(void *handle, int direction, int rows, int columns, const void *kind, const int *offsets,
                        const int *indices, const void *kindOfBlocks, int *blockOffsets, int height, int width,
                        int *total, void *) {
  Call call(handle);
  const Matrix A = oldMatrix<float>(call, kind, rows, columns, countOf(offsets, rows), nullptr, offsets, indices, 1,
                                    direction);
  return countBlocks(call, A, height, width, kindOfBlocks, blockOffsets, total);
}
int NAME(Xgebsr2gebsrNnz)(void *handle, int direction, int rows, int columns, int count, const void *kind,
                          const int *offsets, const int *indices, int height, int width, const void *kindOfMade,
                          int *madeOffsets, int madeHeight, int madeWidth, int *total, void *) {
  Call call(handle);
  const Matrix A =
      oldMatrix<float>(call, kind, rows, columns, count, nullptr, offsets, indices, height, direction, width);
  return countBlocks(call, A, madeHeight, madeWidth, kindOfMade, madeOffsets, total);
}

BLOCK_FUNCTIONS(S, float)
BLOCK_FUNCTIONS(D, double)
BLOCK_FUNCTIONS(C, std::complex<float>)
BLOCK_FUNCTIONS(Z, std::complex<double>)
}
