// The older product of a dense matrix and a sparse vector, under the prefix that `NAME` makes; `takesTransposes` says
// whether the vendor has it for transposed matrices.
#pragma once

#include "old_vectors.h"

using namespace porter::sparse;

#define VECTOR_NAME(letter, name) NAME(letter##name)
#define DENSE_TIMES_SPARSE(letter, T)                                                                                  \
  int VECTOR_NAME(letter, gemvi_bufferSize)(void *handle, int, int, int, int, int *size) {                             \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int VECTOR_NAME(letter, gemvi)(void *handle, int op, int rows, int columns, const T *alpha, const T *A, int ld,      \
                                 int count, const T *x, const int *indices, const T *beta, T *y, int base, void *) {   \
    Call call(handle);                                                                                                 \
    call.fail(!takesTransposes && op != 0, Status::NotSupported);                                                      \
    return timesSparse(call, op, rows, columns, alpha, A, ld, count, x, indices, beta, y, base);                       \
  }

extern "C" {

DENSE_TIMES_SPARSE(S, float)
DENSE_TIMES_SPARSE(D, double)
DENSE_TIMES_SPARSE(C, std::complex<float>)
DENSE_TIMES_SPARSE(Z, std::complex<double>)
}
