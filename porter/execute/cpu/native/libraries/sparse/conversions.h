// Conversions between lists, compressed lines and blocks, and sorts of indices.
#pragma once

#include "old.h"

namespace porter::sparse {

int offsetsToRows(Call call, const int *offsets, int64_t count, int64_t rows, int *made, int base);
int rowsToOffsets(Call call, const int *indices, int64_t count, int64_t rows, int *offsets, int base);
int identity(Call call, int64_t n, int *permutation);
/// Sort the indices of each line, and a permutation with them.
int sortLines(Call call, int64_t lines, int64_t count, const void *kind, const int *offsets, int *indices,
              int *permutation);
int sortList(Call call, int64_t count, int *first, int *second, int *permutation);
/// Compressed columns of compressed rows; values of any type that takes `bytes`.
int transposeLines(Call call, int64_t rows, int64_t columns, int64_t count, const void *values, const int *offsets,
                   const int *indices, void *madeValues, int *madeOffsets, int *madeIndices, int type, int withValues,
                   int base);
/// Offsets of the blocks that have elements; their number goes to where scalars go.
int countBlocks(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const int *offsets,
                const int *indices, int64_t block, const void *kindOfBlocks, int *blockOffsets, int *total);
/// Elements of a dense matrix that are not zero, by rows or by columns, and in all.
template <class T>
int countNonzeros(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const T *A, int64_t ld,
                  int *each, int *total);

template <class T>
int toBlocks(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const T *values,
             const int *offsets, const int *indices, int64_t block, const void *kindOfBlocks, T *blockValues,
             int *blockOffsets, int *blockIndices);
template <class T>
int fromBlocks(Call call, int direction, int64_t rows, int64_t columns, const void *kindOfBlocks, const T *values,
               const int *offsets, const int *indices, int64_t block, const void *kind, T *madeValues,
               int *madeOffsets, int *madeIndices);

/// C = alpha A + beta B: its offsets and number of elements, then its indices and values.
int countSum(Call call, int64_t rows, int64_t columns, const void *kindA, int64_t countA, const int *offsetsA,
             const int *indicesA, const void *kindB, int64_t countB, const int *offsetsB, const int *indicesB,
             const void *kindC, int *offsetsC, int *total);
template <class T>
int sum(Call call, int64_t rows, int64_t columns, const T *alpha, const void *kindA, int64_t countA, const T *valuesA,
        const int *offsetsA, const int *indicesA, const T *beta, const void *kindB, int64_t countB, const T *valuesB,
        const int *offsetsB, const int *indicesB, const void *kindC, T *valuesC, int *offsetsC, int *indicesC);

} // namespace porter::sparse
