// The functions of the older interface that both vendors have, under the prefix that `NAME` makes.
#pragma once

#include "conversions.h"
#include "old_products.h"

using namespace porter::sparse;

#define INFO(name, Kind)                                                                                               \
  int NAME(Create##name##Info)(void **info) { return create(info, InfoOf<Kind>()); }                                   \
  int NAME(Destroy##name##Info)(void *info) { return destroy<InfoOf<Kind>>(info); }
#define ZERO_PIVOT(name, Kind)                                                                                         \
  int NAME(X##name##_zeroPivot)(void *handle, void *info, int *position) {                                             \
    return zeroPivot<Kind>(Call(handle), info, position);                                                              \
  }
#define TYPED_NAME(letter, name) NAME(letter##name)

extern "C" {

INFO(Csrilu02, CsrIlu)
INFO(Csric02, CsrIc)
INFO(Bsrilu02, BsrIlu)
INFO(Bsric02, BsrIc)
INFO(Bsrsv2, BsrSv)
INFO(Bsrsm2, BsrSm)
ZERO_PIVOT(csrilu02, CsrIlu)
ZERO_PIVOT(csric02, CsrIc)
ZERO_PIVOT(bsrilu02, BsrIlu)
ZERO_PIVOT(bsric02, BsrIc)
ZERO_PIVOT(bsrsv2, BsrSv)
ZERO_PIVOT(bsrsm2, BsrSm)

int NAME(Xcsr2coo)(void *handle, const int *offsets, int count, int rows, int *made, int base) {
  return offsetsToRows(Call(handle), offsets, count, rows, made, base);
}
int NAME(Xcoo2csr)(void *handle, const int *indices, int count, int rows, int *offsets, int base) {
  return rowsToOffsets(Call(handle), indices, count, rows, offsets, base);
}
int NAME(Csr2cscEx2_bufferSize)(void *handle, int, int, int, const void *, const int *, const int *, void *, int *,
                                int *, int, int, int, int, size_t *size) {
  return sizeOfWork(Call(handle), size);
}
int NAME(Csr2cscEx2)(void *handle, int rows, int columns, int count, const void *values, const int *offsets,
                     const int *indices, void *madeValues, int *madeOffsets, int *madeIndices, int type, int withValues,
                     int base, int, void *) {
  Call call(handle);
  call.fail(!isType(type), Status::NotSupported);
  return transposeLines(call, rows, columns, count, values, offsets, indices, madeValues, madeOffsets, madeIndices,
                        bytesOf(type), withValues, base);
}
int NAME(Xcsrgeam2Nnz)(void *handle, int rows, int columns, const void *kindA, int countA, const int *offsetsA,
                       const int *indicesA, const void *kindB, int countB, const int *offsetsB, const int *indicesB,
                       const void *kindC, int *offsetsC, int *total, void *) {
  return countSum(Call(handle), rows, columns, kindA, countA, offsetsA, indicesA, kindB, countB, offsetsB, indicesB,
                  kindC, offsetsC, total);
}
}

#define CSR_FACTOR(letter, T, name, Kind, isSymmetric)                                                                 \
  int TYPED_NAME(letter, name##_bufferSize)(void *handle, int, int, const void *, T *, const int *, const int *,       \
                                            void *, int *size) {                                                       \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, name##_bufferSizeExt)(void *handle, int, int, const void *, T *, const int *, const int *,    \
                                               void *, size_t *size) {                                                 \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, name##_analysis)(void *handle, int rows, int count, const void *kind, const T *values,        \
                                          const int *offsets, const int *indices, void *info, int, void *) {           \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices);                               \
    return analyseOld<Kind>(call, A, info);                                                                            \
  }                                                                                                                    \
  int TYPED_NAME(letter, name)(void *handle, int rows, int count, const void *kind, T *values, const int *offsets,     \
                               const int *indices, void *info, int, void *) {                                          \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix<T>(call, kind, rows, rows, count, values, offsets, indices);                            \
    return factorOld<Kind>(call, A, values, info, isSymmetric);                                                        \
  }
#define BSR_FACTOR(letter, T, name, Kind, isSymmetric)                                                                 \
  int TYPED_NAME(letter, name##_bufferSize)(void *handle, int, int, int, const void *, T *, const int *, const int *,  \
                                            int, void *, int *size) {                                                  \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, name##_analysis)(void *handle, int direction, int rows, int count, const void *kind,          \
                                          const T *values, const int *offsets, const int *indices, int block,          \
                                          void *info, int, void *) {                                                   \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices, block, direction);             \
    return analyseOld<Kind>(call, A, info);                                                                            \
  }                                                                                                                    \
  int TYPED_NAME(letter, name)(void *handle, int direction, int rows, int count, const void *kind, T *values,          \
                               const int *offsets, const int *indices, int block, void *info, int, void *) {           \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix<T>(call, kind, rows, rows, count, values, offsets, indices, block, direction);          \
    return factorOld<Kind>(call, A, values, info, isSymmetric);                                                        \
  }
#define BOOST(letter, T, name, Kind)                                                                                   \
  int TYPED_NAME(letter, name##_numericBoost)(void *handle, void *info, int isEnabled, double *tolerance, T *value) {  \
    return boost<Kind>(Call(handle), info, isEnabled, tolerance, value);                                               \
  }

#define OLD_FUNCTIONS(letter, T)                                                                                       \
  int TYPED_NAME(letter, nnz)(void *handle, int direction, int rows, int columns, const void *kind, const T *A,        \
                              int ld, int *each, int *total) {                                                         \
    return countNonzeros(Call(handle), direction, rows, columns, kind, A, ld, each, total);                            \
  }                                                                                                                    \
  int TYPED_NAME(letter, csrgeam2_bufferSizeExt)(void *handle, int, int, const T *, const void *, int, const T *,      \
                                                 const int *, const int *, const T *, const void *, int, const T *,    \
                                                 const int *, const int *, const void *, const T *, const int *,       \
                                                 const int *, size_t *size) {                                          \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, csrgeam2)(void *handle, int rows, int columns, const T *alpha, const void *kindA, int countA, \
                                   const T *valuesA, const int *offsetsA, const int *indicesA, const T *beta,          \
                                   const void *kindB, int countB, const T *valuesB, const int *offsetsB,               \
                                   const int *indicesB, const void *kindC, T *valuesC, int *offsetsC, int *indicesC,   \
                                   void *) {                                                                           \
    return sum(Call(handle), rows, columns, alpha, kindA, countA, valuesA, offsetsA, indicesA, beta, kindB, countB,    \
               valuesB, offsetsB, indicesB, kindC, valuesC, offsetsC, indicesC);                                       \
  }                                                                                                                    \
  CSR_FACTOR(letter, T, csrilu02, CsrIlu, false)                                                                       \
  CSR_FACTOR(letter, T, csric02, CsrIc, true)                                                                          \
  BSR_FACTOR(letter, T, bsrilu02, BsrIlu, false)                                                                       \
  BSR_FACTOR(letter, T, bsric02, BsrIc, true)                                                                          \
  BOOST(letter, T, csrilu02, CsrIlu)                                                                                   \
  BOOST(letter, T, bsrilu02, BsrIlu)                                                                                   \
  int TYPED_NAME(letter, bsrmv)(void *handle, int direction, int op, int rows, int columns, int count, const T *alpha, \
                                const void *kind, const T *values, const int *offsets, const int *indices, int block,  \
                                const T *x, const T *beta, T *y) {                                                     \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices, block, direction);          \
    return timesVector(call, op, alpha, A, x, beta, y);                                                                \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrmm)(void *handle, int direction, int opA, int opB, int rows, int n, int columns,           \
                                int count, const T *alpha, const void *kind, const T *values, const int *offsets,      \
                                const int *indices, int block, const T *B, int ldB, const T *beta, T *C, int ldC) {    \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices, block, direction);          \
    return timesDense(call, opA, opB, n, alpha, A, B, ldB, beta, C, ldC);                                              \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsv2_bufferSize)(void *handle, int, int, int, int, const void *, T *, const int *,          \
                                            const int *, int, void *, int *size) {                                     \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsv2_bufferSizeExt)(void *handle, int, int, int, int, const void *, T *, const int *,       \
                                               const int *, int, void *, size_t *size) {                               \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsv2_analysis)(void *handle, int direction, int, int rows, int count, const void *kind,     \
                                          const T *values, const int *offsets, const int *indices, int block,          \
                                          void *info, int, void *) {                                                   \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices, block, direction);             \
    return analyseOld<BsrSv>(call, A, info);                                                                           \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsv2_solve)(void *handle, int direction, int op, int rows, int count, const T *alpha,       \
                                       const void *kind, const T *values, const int *offsets, const int *indices,      \
                                       int block, void *info, const T *f, T *x, int, void *) {                         \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices, block, direction);             \
    return solveOld<BsrSv>(call, A, op, alpha, f, x, 1, A.rows, A.rows, false, info);                                  \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsm2_bufferSize)(void *handle, int, int, int, int, int, int, const void *, T *,             \
                                            const int *, const int *, int, void *, int *size) {                        \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsm2_analysis)(void *handle, int direction, int, int, int rows, int, int count,             \
                                          const void *kind, const T *values, const int *offsets, const int *indices,   \
                                          int block, void *info, int, void *) {                                        \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices, block, direction);             \
    return analyseOld<BsrSm>(call, A, info);                                                                           \
  }                                                                                                                    \
  int TYPED_NAME(letter, bsrsm2_solve)(void *handle, int direction, int opA, int opX, int rows, int n, int count,      \
                                       const T *alpha, const void *kind, const T *values, const int *offsets,          \
                                       const int *indices, int block, void *info, const T *B, int ldB, T *X, int ldX,  \
                                       int, void *) {                                                                  \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices, block, direction);             \
    call.need(opX == 0 || opX == 1);                                                                                   \
    return solveOld<BsrSm>(call, A, opA, alpha, B, X, n, ldB, ldX, opX != 0, info);                                    \
  }

extern "C" {

OLD_FUNCTIONS(S, float)
OLD_FUNCTIONS(D, double)
OLD_FUNCTIONS(C, std::complex<float>)
OLD_FUNCTIONS(Z, std::complex<double>)
}
