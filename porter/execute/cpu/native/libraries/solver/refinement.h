// Solutions by refinement: of full accuracy here from the start, so that nothing is left to refine.
#pragma once

#include "../blas/copy_matrix.h"
#include "context.h"
#include "lapack.h"

namespace porter::solver {

using blas::copyMatrix;

template <class T>
int gesv(Call call, int64_t n, int64_t columns, T *A, int64_t ldA, int *pivots, const T *B, int64_t ldB, T *X,
         int64_t ldX, int *iterations, int *info) {
  call.needMatrix(A, n, n, ldA);
  call.needMatrix(B, n, columns, ldB);
  call.needMatrix(X, n, columns, ldX);
  call.need(iterations);
  return call.run([=] {
    *iterations = 0;
    std::vector<T> factors(n * n);
    copyMatrix(n, n, A, ldA, factors.data(), n);
    std::vector<int64_t> rows(std::max<int64_t>(1, n));
    const int64_t least = std::max<int64_t>(1, n);
    const int64_t found = lapack::call(lapack::getrf<T>(), n, n, factors.data(), least, rows.data());
    report(info, found);
    if (pivots)
      std::copy_n(rows.begin(), n, pivots);
    if (found)
      return;
    copyMatrix(n, columns, B, ldB, X, ldX);
    lapack::call(lapack::getrs<T>(), 'N', n, columns, factors.data(), least, rows.data(), X, ldX);
  });
}

/// The least squares' solution of a tall system.
template <class T>
int gels(Call call, int64_t m, int64_t n, int64_t columns, T *A, int64_t ldA, const T *B, int64_t ldB, T *X, int64_t ldX,
         int *iterations, int *info) {
  call.needMatrix(A, m, n, ldA);
  call.needMatrix(B, m, columns, ldB);
  call.needMatrix(X, n, columns, ldX);
  call.need(iterations && m >= n);
  return call.run([=] {
    *iterations = 0;
    const int64_t least = std::max<int64_t>(1, m);
    std::vector<T> factors(m * n), right(m * columns);
    copyMatrix(m, n, A, ldA, factors.data(), least);
    copyMatrix(m, columns, B, ldB, right.data(), least);
    report(info, lapack::callWithWork<T>(lapack::gels<T>(), 'N', m, n, columns, factors.data(), least, right.data(),
                                         least));
    copyMatrix(n, columns, right.data(), least, X, ldX);
  });
}

} // namespace porter::solver

// `AREA` is what stands before the size in the functions that tell it. The two letters of a name are the types of elements and of the factors that the vendor refines.
#define WORK_AREA , void *
#define NO_WORK_AREA
#define REFINED(prefix, vendor, letters, T, AREA)                                                                            \
  int prefix##letters##gesv_bufferSize(void *handle, int n, int columns, T *, int, int *, T *, int, T *, int AREA,   \
                                       size_t *size) {                                                                 \
    return sizeOfWork({vendor, handle}, {n, columns}, size);                                                           \
  }                                                                                                                    \
  int prefix##letters##gesv(void *handle, int n, int columns, T *A, int ldA, int *pivots, T *B, int ldB, T *X,         \
                            int ldX, void *, size_t, int *iterations, int *info) {                                     \
    return gesv<T>({vendor, handle}, n, columns, A, ldA, pivots, B, ldB, X, ldX, iterations, info);                    \
  }                                                                                                                    \
  int prefix##letters##gels_bufferSize(void *handle, int m, int n, int columns, T *, int, T *, int, T *, int AREA,   \
                                       size_t *size) {                                                                 \
    return sizeOfWork({vendor, handle}, {m, n, columns}, size);                                                        \
  }                                                                                                                    \
  int prefix##letters##gels(void *handle, int m, int n, int columns, T *A, int ldA, T *B, int ldB, T *X, int ldX,      \
                            void *, size_t, int *iterations, int *info) {                                              \
    return gels<T>({vendor, handle}, m, n, columns, A, ldA, B, ldB, X, ldX, iterations, info);                         \
  }
