// The functions that prune and compress, under the prefix that `NAME` makes.
#pragma once

#include "pruning.h"

using namespace porter::sparse;

#define PRUNE_NAME(letter, name) NAME(letter##name)
/// What both vendors ask for before they prune, by one name or by two.
#define PRUNE_SIZES(letter, T, suffix)                                                                                 \
  int PRUNE_NAME(letter, pruneDense2csr_##suffix)(void *handle, int, int, const T *, int, const T *, const void *,     \
                                                  const T *, const int *, const int *, size_t *size) {                 \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneDense2csrByPercentage_##suffix)(void *handle, int, int, const T *, int, float,           \
                                                              const void *, const T *, const int *, const int *,       \
                                                              void *, size_t *size) {                                  \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneCsr2csr_##suffix)(void *handle, int, int, int, const void *, const T *, const int *,     \
                                                const int *, const T *, const void *, const T *, const int *,          \
                                                const int *, size_t *size) {                                           \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneCsr2csrByPercentage_##suffix)(void *handle, int, int, int, const void *, const T *,      \
                                                            const int *, const int *, float, const void *, const T *,  \
                                                            const int *, const int *, void *, size_t *size) {          \
    return sizeOfWork(Call(handle), size);                                                                             \
  }
#define PRUNE_FUNCTIONS(letter, T)                                                                                     \
  PRUNE_SIZES(letter, T, bufferSizeExt)                                                                                \
  int PRUNE_NAME(letter, pruneDense2csrNnz)(void *handle, int rows, int columns, const T *A, int ld,                   \
                                            const T *threshold, const void *kind, int *offsets, int *total, void *) {  \
    Call call(handle);                                                                                                 \
    const auto source = denseSource(call, rows, columns, A, ld);                                                       \
    return countPruned(call, source, thresholdAt(call, threshold), kind, offsets, total);                              \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneDense2csr)(void *handle, int rows, int columns, const T *A, int ld, const T *threshold,  \
                                         const void *kind, T *values, const int *offsets, int *indices, void *) {      \
    Call call(handle);                                                                                                 \
    const auto source = denseSource(call, rows, columns, A, ld);                                                       \
    return writePruned(call, source, thresholdAt(call, threshold), kind, values, offsets, indices);                    \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneDense2csrNnzByPercentage)(void *handle, int rows, int columns, const T *A, int ld,       \
                                                        float percentage, const void *kind, int *offsets, int *total,  \
                                                        void *info, void *) {                                          \
    Call call(handle);                                                                                                 \
    const auto source = denseSource(call, rows, columns, A, ld);                                                       \
    return countPruned(call, source, thresholdOf<T>(call, percentage, info), kind, offsets, total);                    \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneDense2csrByPercentage)(void *handle, int rows, int columns, const T *A, int ld,          \
                                                     float percentage, const void *kind, T *values,                    \
                                                     const int *offsets, int *indices, void *info, void *) {           \
    Call call(handle);                                                                                                 \
    const auto source = denseSource(call, rows, columns, A, ld);                                                       \
    return writePruned(call, source, thresholdOf<T>(call, percentage, info), kind, values, offsets, indices);          \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneCsr2csrNnz)(void *handle, int rows, int columns, int count, const void *kind,            \
                                          const T *values, const int *offsets, const int *indices, const T *threshold, \
                                          const void *kindOfMade, int *madeOffsets, int *total, void *) {              \
    Call call(handle);                                                                                                 \
    const auto source = rowsSource<T>(call, oldMatrix(call, kind, rows, columns, count, values, offsets, indices));    \
    return countPruned(call, source, thresholdAt(call, threshold), kindOfMade, madeOffsets, total);                    \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneCsr2csr)(void *handle, int rows, int columns, int count, const void *kind,               \
                                       const T *values, const int *offsets, const int *indices, const T *threshold,    \
                                       const void *kindOfMade, T *madeValues, const int *madeOffsets,                  \
                                       int *madeIndices, void *) {                                                     \
    Call call(handle);                                                                                                 \
    const auto source = rowsSource<T>(call, oldMatrix(call, kind, rows, columns, count, values, offsets, indices));    \
    return writePruned(call, source, thresholdAt(call, threshold), kindOfMade, madeValues, madeOffsets, madeIndices);  \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneCsr2csrNnzByPercentage)(void *handle, int rows, int columns, int count,                  \
                                                      const void *kind, const T *values, const int *offsets,           \
                                                      const int *indices, float percentage, const void *kindOfMade,    \
                                                      int *madeOffsets, int *total, void *info, void *) {              \
    Call call(handle);                                                                                                 \
    const auto source = rowsSource<T>(call, oldMatrix(call, kind, rows, columns, count, values, offsets, indices));    \
    return countPruned(call, source, thresholdOf<T>(call, percentage, info), kindOfMade, madeOffsets, total);          \
  }                                                                                                                    \
  int PRUNE_NAME(letter, pruneCsr2csrByPercentage)(void *handle, int rows, int columns, int count, const void *kind,   \
                                                   const T *values, const int *offsets, const int *indices,            \
                                                   float percentage, const void *kindOfMade, T *madeValues,            \
                                                   const int *madeOffsets, int *madeIndices, void *info, void *) {     \
    Call call(handle);                                                                                                 \
    const auto source = rowsSource<T>(call, oldMatrix(call, kind, rows, columns, count, values, offsets, indices));    \
    return writePruned(call, source, thresholdOf<T>(call, percentage, info), kindOfMade, madeValues, madeOffsets,      \
                       madeIndices);                                                                                   \
  }
#define COMPRESS_FUNCTIONS(letter, T)                                                                                  \
  int PRUNE_NAME(letter, nnz_compress)(void *handle, int rows, const void *kind, const T *values, const int *offsets,  \
                                       int *each, int *total, T tolerance) {                                           \
    return countCompressed(Call(handle), rows, kind, values, offsets, each, total, tolerance);                         \
  }                                                                                                                    \
  int PRUNE_NAME(letter, csr2csr_compress)(void *handle, int rows, int columns, const void *kind, const T *values,     \
                                           const int *indices, const int *offsets, int count, const int *each,         \
                                           T *madeValues, int *madeIndices, int *madeOffsets, T tolerance) {           \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices);                            \
    return writeCompressed(call, A, each, madeValues, madeIndices, madeOffsets, tolerance);                            \
  }

extern "C" {

int NAME(CreatePruneInfo)(void **info) { return create(info, PruneInfo()); }
int NAME(DestroyPruneInfo)(void *info) { return destroy<PruneInfo>(info); }

PRUNE_FUNCTIONS(S, float)
PRUNE_FUNCTIONS(D, double)
COMPRESS_FUNCTIONS(S, float)
COMPRESS_FUNCTIONS(D, double)
COMPRESS_FUNCTIONS(C, std::complex<float>)
COMPRESS_FUNCTIONS(Z, std::complex<double>)
}
