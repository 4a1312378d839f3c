// Conversions between lists and compressed lines, and sums.
#pragma once

#include "lines.h"
#include "old.h"

namespace porter::sparse {

int offsetsToRows(Call call, const int *offsets, int64_t count, int64_t rows, int *made, int base);
int rowsToOffsets(Call call, const int *indices, int64_t count, int64_t rows, int *offsets, int base);
/// Compressed columns of compressed rows, whose elements take `bytes` each.
int transposeLines(Call call, int64_t rows, int64_t columns, int64_t count, const void *values, const int *offsets,
                   const int *indices, void *madeValues, int *madeOffsets, int *madeIndices, int64_t bytes,
                   int withValues, int base);
/// Elements of a dense matrix that are not zero, by rows or by columns, and in all.
template <class T>
int countNonzeros(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const T *A, int64_t ld,
                  int *each, int *total);

/// C = alpha A + beta B: its offsets and number of elements, then its indices and values.
int countSum(Call call, int64_t rows, int64_t columns, const void *kindA, int64_t countA, const int *offsetsA,
             const int *indicesA, const void *kindB, int64_t countB, const int *offsetsB, const int *indicesB,
             const void *kindC, int *offsetsC, int *total);
template <class T>
int sum(Call call, int64_t rows, int64_t columns, const T *alpha, const void *kindA, int64_t countA, const T *valuesA,
        const int *offsetsA, const int *indicesA, const T *beta, const void *kindB, int64_t countB, const T *valuesB,
        const int *offsetsB, const int *indicesB, const void *kindC, T *valuesC, int *offsetsC, int *indicesC);

} // namespace porter::sparse
