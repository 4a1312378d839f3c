// hipSPARSE's names of the older interface, with those that cuSPARSE no longer has.
#define NAME(function) hipsparse##function
#include "names_old.h"

#define OLDER_FUNCTIONS(letter, T)                                                                                     \
  int hipsparse##letter##csrmv(void *handle, int op, int rows, int columns, int count, const T *alpha,                 \
                               const void *kind, const T *values, const int *offsets, const int *indices, const T *x,  \
                               const T *beta, T *y) {                                                                  \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices);                            \
    return timesVector(call, op, alpha, A, x, beta, y);                                                                \
  }                                                                                                                    \
  int hipsparse##letter##csrmm(void *handle, int op, int rows, int n, int columns, int count, const T *alpha,          \
                               const void *kind, const T *values, const int *offsets, const int *indices, const T *B,  \
                               int ldB, const T *beta, T *C, int ldC) {                                                \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices);                            \
    return timesDense(call, op, 0, n, alpha, A, B, ldB, beta, C, ldC);                                                 \
  }                                                                                                                    \
  int hipsparse##letter##csrmm2(void *handle, int opA, int opB, int rows, int n, int columns, int count,               \
                                const T *alpha, const void *kind, const T *values, const int *offsets,                 \
                                const int *indices, const T *B, int ldB, const T *beta, T *C, int ldC) {               \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, columns, count, values, offsets, indices);                            \
    return timesDense(call, opA, opB, n, alpha, A, B, ldB, beta, C, ldC);                                              \
  }                                                                                                                    \
  int hipsparse##letter##csrsv2_bufferSize(void *handle, int, int, int, const void *, T *, const int *, const int *,   \
                                           void *, int *size) {                                                        \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int hipsparse##letter##csrsv2_bufferSizeExt(void *handle, int, int, int, const void *, T *, const int *,             \
                                              const int *, void *, size_t *size) {                                     \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int hipsparse##letter##csrsv2_analysis(void *handle, int, int rows, int count, const void *kind, const T *values,    \
                                         const int *offsets, const int *indices, void *info, int, void *) {            \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices);                               \
    return analyseOld<CsrSv>(call, A, info);                                                                           \
  }                                                                                                                    \
  int hipsparse##letter##csrsv2_solve(void *handle, int op, int rows, int count, const T *alpha, const void *kind,     \
                                      const T *values, const int *offsets, const int *indices, void *info, const T *f, \
                                      T *x, int, void *) {                                                             \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices);                               \
    return solveOld<CsrSv>(call, A, op, alpha, f, x, 1, A.rows, A.rows, false, info);                                  \
  }                                                                                                                    \
  int hipsparse##letter##csrsm2_bufferSizeExt(void *handle, int, int, int, int, int, int, const T *, const void *,     \
                                              const T *, const int *, const int *, const T *, int, void *, int,        \
                                              size_t *size) {                                                          \
    return sizeOfWork(Call(handle), size);                                                                             \
  }                                                                                                                    \
  int hipsparse##letter##csrsm2_analysis(void *handle, int, int, int, int rows, int, int count, const T *,             \
                                         const void *kind, const T *values, const int *offsets, const int *indices,    \
                                         const T *, int, void *info, int, void *) {                                    \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices);                               \
    return analyseOld<CsrSm>(call, A, info);                                                                           \
  }                                                                                                                    \
  int hipsparse##letter##csrsm2_solve(void *handle, int, int opA, int opB, int rows, int n, int count, const T *alpha, \
                                      const void *kind, const T *values, const int *offsets, const int *indices, T *B, \
                                      int ldB, void *info, int, void *) {                                              \
    Call call(handle);                                                                                                 \
    const Matrix A = oldMatrix(call, kind, rows, rows, count, values, offsets, indices);                               \
    call.need(opB == 0 || opB == 1);                                                                                   \
    return solveOld<CsrSm>(call, A, opA, alpha, B, B, n, ldB, ldB, opB != 0, info);                                    \
  }                                                                                                                    \
  int hipsparse##letter##csrgeam(void *handle, int rows, int columns, const T *alpha, const void *kindA, int countA,   \
                                 const T *valuesA, const int *offsetsA, const int *indicesA, const T *beta,            \
                                 const void *kindB, int countB, const T *valuesB, const int *offsetsB,                 \
                                 const int *indicesB, const void *kindC, T *valuesC, int *offsetsC, int *indicesC) {   \
    return sum(Call(handle), rows, columns, alpha, kindA, countA, valuesA, offsetsA, indicesA, beta, kindB, countB,    \
               valuesB, offsetsB, indicesB, kindC, valuesC, offsetsC, indicesC);                                       \
  }                                                                                                                    \
  int hipsparse##letter##csr2csc(void *handle, int rows, int columns, int count, const T *values, const int *offsets,  \
                                 const int *indices, T *madeValues, int *madeIndices, int *madeOffsets,                \
                                 int withValues, int base) {                                                           \
    return transposeLines(Call(handle), rows, columns, count, values, offsets, indices, madeValues, madeOffsets,       \
                          madeIndices, sizeof(T), withValues, base);                                                 \
  }

extern "C" {

INFO(Csrsv2, CsrSv)
INFO(Csrsm2, CsrSm)
ZERO_PIVOT(csrsv2, CsrSv)
ZERO_PIVOT(csrsm2, CsrSm)
int hipsparseXcsrgeamNnz(void *handle, int rows, int columns, const void *kindA, int countA, const int *offsetsA,
                         const int *indicesA, const void *kindB, int countB, const int *offsetsB, const int *indicesB,
                         const void *kindC, int *offsetsC, int *total) {
  return countSum(Call(handle), rows, columns, kindA, countA, offsetsA, indicesA, kindB, countB, offsetsB, indicesB,
                  kindC, offsetsC, total);
}
OLDER_FUNCTIONS(S, float)
OLDER_FUNCTIONS(D, double)
OLDER_FUNCTIONS(C, std::complex<float>)
OLDER_FUNCTIONS(Z, std::complex<double>)
}
