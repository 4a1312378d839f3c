// Cholesky's factorisation, and what it solves.
#pragma once

#include "context.h"
#include "lapack.h"

namespace porter::solver {

template <class T> int potrf(Call call, int uplo, int64_t n, T *A, int64_t ld, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  return call.run([=] { report(info, lapack::call(lapack::potrf<T>(), triangle, n, A, ld)); });
}

template <class T>
int potrs(Call call, int uplo, int64_t n, int64_t columns, const T *A, int64_t ldA, T *B, int64_t ldB, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ldA);
  call.needMatrix(B, n, columns, ldB);
  return call.run(
      [=] { report(info, lapack::call(lapack::potrs<T>(), triangle, n, columns, A, ldA, B, ldB)); });
}

template <class T>
int potrfBatched(Call call, int uplo, int64_t n, T *const *A, int64_t ld, int *info, int64_t count) {
  const char triangle = call.triangle(uplo);
  call.need(count >= 0);
  call.needMatrix(A, n, n, ld);
  return call.run([=] {
    for (int64_t i = 0; i < count; ++i) {
      const int64_t found = lapack::call(lapack::potrf<T>(), triangle, n, A[i], ld);
      if (info)
        info[i] = int(found);
    }
  });
}

/// Its `info` is one number for all.
template <class T>
int potrsBatched(Call call, int uplo, int64_t n, int64_t columns, T *const *A, int64_t ldA, T *const *B, int64_t ldB,
                 int *info, int64_t count) {
  const char triangle = call.triangle(uplo);
  call.need(count >= 0);
  call.needMatrix(A, n, n, ldA);
  call.needMatrix(B, n, columns, ldB);
  return call.run([=] {
    for (int64_t i = 0; i < count; ++i)
      lapack::call(lapack::potrs<T>(), triangle, n, columns, A[i], ldA, B[i], ldB);
    report(info, 0);
  });
}

template <class T> int potri(Call call, int uplo, int64_t n, T *A, int64_t ld, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  return call.run([=] { report(info, lapack::call(lapack::potri<T>(), triangle, n, A, ld)); });
}

/// The inverse of a triangle; the other one is left alone.
template <class T> int trtri(Call call, int uplo, int diagonal, int64_t n, T *A, int64_t ld, int *info) {
  const char triangle = call.triangle(uplo);
  call.need(diagonal == 0 || diagonal == 1);
  call.needMatrix(A, n, n, ld);
  return call.run(
      [=] { report(info, lapack::call(lapack::trtri<T>(), triangle, diagonal == 1 ? 'U' : 'N', n, A, ld)); });
}

/// The product of a triangle and its adjoint.
template <class T> int lauum(Call call, int uplo, int64_t n, T *A, int64_t ld, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  return call.run([=] { report(info, lapack::call(lapack::lauum<T>(), triangle, n, A, ld)); });
}

} // namespace porter::solver
