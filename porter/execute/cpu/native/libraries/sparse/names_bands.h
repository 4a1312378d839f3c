// The functions for systems of three and five diagonals, under the prefix that `NAME` makes.
#pragma once

#include "bands.h"

using namespace porter::sparse;

#define BAND_NAME(letter, name) NAME(letter##name)
#define SEVERAL_COLUMNS(letter, T, name)                                                                               \
  int BAND_NAME(letter, name##_bufferSizeExt)(void *handle, int, int, const T *, const T *, const T *, const T *, int, \
                                              size_t *size) {                                                          \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BAND_NAME(letter, name)(void *handle, int order, int columns, const T *below, const T *middle, const T *above,   \
                              T *X, int ld, void *) {                                                                  \
    return solveBands<T>(Call(handle), {below, middle, above}, {order, 1, 0, 1}, X, columns, ld);                      \
  }
#define BAND_FUNCTIONS(letter, T)                                                                                      \
  SEVERAL_COLUMNS(letter, T, gtsv2)                                                                                    \
  SEVERAL_COLUMNS(letter, T, gtsv2_nopivot)                                                                            \
  int BAND_NAME(letter, gtsv2StridedBatch_bufferSizeExt)(void *handle, int, const T *, const T *, const T *,           \
                                                         const T *, int, int, size_t *size) {                          \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BAND_NAME(letter, gtsv2StridedBatch)(void *handle, int order, const T *below, const T *middle, const T *above,   \
                                           T *X, int count, int stride, void *) {                                      \
    return solveBands<T>(Call(handle), {below, middle, above}, {order, count, stride, 1}, X, 1, order);                \
  }                                                                                                                    \
  int BAND_NAME(letter, gtsvInterleavedBatch_bufferSizeExt)(void *handle, int, int, const T *, const T *, const T *,   \
                                                            const T *, int, size_t *size) {                            \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BAND_NAME(letter, gtsvInterleavedBatch)(void *handle, int, int order, T *below, T *middle, T *above, T *X,       \
                                              int count, void *) {                                                     \
    return solveBands<T>(Call(handle), {below, middle, above}, {order, count, 1, count}, X, 1, order);                 \
  }                                                                                                                    \
  int BAND_NAME(letter, gpsvInterleavedBatch_bufferSizeExt)(void *handle, int, int, const T *, const T *, const T *,   \
                                                            const T *, const T *, const T *, int, size_t *size) {      \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int BAND_NAME(letter, gpsvInterleavedBatch)(void *handle, int, int order, T *lowest, T *below, T *middle, T *above,  \
                                              T *highest, T *X, int count, void *) {                                   \
    return solveBands<T>(Call(handle), {lowest, below, middle, above, highest}, {order, count, 1, count}, X, 1,        \
                         order);                                                                                       \
  }

extern "C" {

BAND_FUNCTIONS(S, float)
BAND_FUNCTIONS(D, double)
BAND_FUNCTIONS(C, std::complex<float>)
BAND_FUNCTIONS(Z, std::complex<double>)
}
