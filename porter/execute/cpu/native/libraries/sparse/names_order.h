// The functions of the older interface that sort, and that colour, under the prefix that `NAME` makes.
#pragma once

#include "order.h"

using namespace porter::sparse;

#define ORDER_NAME(letter, name) NAME(letter##name)
#define ORDER_FUNCTIONS(letter, T, Real)                                                                               \
  int ORDER_NAME(letter, csru2csr_bufferSizeExt)(void *handle, int, int, int, T *, const int *, int *, void *,         \
                                                 size_t *size) {                                                       \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int ORDER_NAME(letter, csru2csr)(void *handle, int rows, int columns, int count, const void *kind, T *values,        \
                                   const int *offsets, int *indices, void *order, void *) {                            \
    return sortRows(Call(handle), rows, columns, count, kind, values, offsets, indices, order);                        \
  }                                                                                                                    \
  int ORDER_NAME(letter, csr2csru)(void *handle, int rows, int columns, int count, const void *kind, T *values,        \
                                   const int *offsets, int *indices, void *order, void *) {                            \
    return restoreRows(Call(handle), rows, columns, count, kind, values, offsets, indices, order);                     \
  }                                                                                                                    \
  int ORDER_NAME(letter, csrcolor)(void *handle, int rows, int count, const void *kind, const T *values,               \
                                   const int *offsets, const int *indices, const Real *fraction, int *colorCount,      \
                                   int *colors, int *reordering, void *info) {                                         \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices);                               \
    call.need(fraction);                                                                                               \
    return color(call, A, fraction ? double(*fraction) : 0, colorCount, colors, reordering, info);                     \
  }

extern "C" {

int NAME(CreateIdentityPermutation)(void *handle, int n, int *permutation) {
  return identity(Call(handle), n, permutation);
}
int NAME(Xcsrsort_bufferSizeExt)(void *handle, int, int, int, const int *, const int *, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(Xcsrsort)(void *handle, int rows, int, int count, const void *kind, const int *offsets, int *indices,
                   int *permutation, void *) {
  return sortLines(Call(handle), rows, count, kind, offsets, indices, permutation);
}
int NAME(Xcscsort_bufferSizeExt)(void *handle, int, int, int, const int *, const int *, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(Xcscsort)(void *handle, int, int columns, int count, const void *kind, const int *offsets, int *indices,
                   int *permutation, void *) {
  return sortLines(Call(handle), columns, count, kind, offsets, indices, permutation);
}
int NAME(Xcoosort_bufferSizeExt)(void *handle, int, int, int, const int *, const int *, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(XcoosortByRow)(void *handle, int, int, int count, int *rows, int *columns, int *permutation, void *) {
  return sortList(Call(handle), count, rows, columns, permutation);
}
int NAME(XcoosortByColumn)(void *handle, int, int, int count, int *rows, int *columns, int *permutation, void *) {
  return sortList(Call(handle), count, columns, rows, permutation);
}
int NAME(CreateCsru2csrInfo)(void **order) { return create(order, RowOrder()); }
int NAME(DestroyCsru2csrInfo)(void *order) { return destroy<RowOrder>(order); }
int NAME(CreateColorInfo)(void **info) { return create(info, ColorInfo()); }
int NAME(DestroyColorInfo)(void *info) { return destroy<ColorInfo>(info); }

ORDER_FUNCTIONS(S, float, float)
ORDER_FUNCTIONS(D, double, double)
ORDER_FUNCTIONS(C, std::complex<float>, float)
ORDER_FUNCTIONS(Z, std::complex<double>, double)
}
