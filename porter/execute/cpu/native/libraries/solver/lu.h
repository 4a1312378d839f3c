// LU factorisation of general matrices, that of symmetric ones by Bunch and Kaufman, and what they solve.
#pragma once

#include "context.h"
#include "lapack.h"

namespace porter::solver {

/// The first zero on a triangle's diagonal, counted from one; 0 when there is none.
template <class T> int64_t firstZero(int64_t n, const T *A, int64_t ld) {
  for (int64_t i = 0; i < n; ++i)
    if (A[i + i * ld] == T())
      return i + 1;
  return 0;
}

/// Without pivots, where a program gives no place for them.
template <class T> int64_t factorWithoutPivots(int64_t m, int64_t n, T *A, int64_t ld) {
  const int64_t steps = std::min(m, n);
  for (int64_t k = 0; k < steps; ++k) {
    const T pivot = A[k + k * ld];
    if (pivot == T())
      continue;
    for (int64_t i = k + 1; i < m; ++i)
      A[i + k * ld] /= pivot;
    for (int64_t j = k + 1; j < n; ++j)
      for (int64_t i = k + 1; i < m; ++i)
        A[i + j * ld] -= A[i + k * ld] * A[k + j * ld];
  }
  return firstZero(steps, A, ld);
}

/// Pivots of 32 or 64 bits.
template <class T, class Index>
int getrf(Call call, int64_t m, int64_t n, T *A, int64_t ld, Index *pivots, int *info) {
  call.needMatrix(A, m, n, ld);
  return call.run([=] {
    if (!pivots) {
      report(info, factorWithoutPivots(m, n, A, ld));
      return;
    }
    std::vector<int64_t> found(std::max<int64_t>(1, std::min(m, n)));
    report(info, lapack::call(lapack::getrf<T>(), m, n, A, ld, found.data()));
    std::copy_n(found.begin(), std::min(m, n), pivots);
  });
}

template <class T, class Index>
int getrs(Call call, int trans, int64_t n, int64_t columns, const T *A, int64_t ldA, const Index *pivots, T *B,
          int64_t ldB, int *info) {
  const char operation = call.operation(trans);
  call.needMatrix(A, n, n, ldA);
  call.needMatrix(B, n, columns, ldB);
  return call.run([=] {
    std::vector<int64_t> rows(std::max<int64_t>(1, n));
    for (int64_t i = 0; i < n; ++i)
      rows[i] = pivots ? int64_t(pivots[i]) : i + 1;
    report(info, lapack::call(lapack::getrs<T>(), operation, n, columns, A, ldA, rows.data(), B, ldB));
  });
}

/// Swap rows from `first` to `last`, both counted from one.
template <class T>
int laswp(Call call, int64_t n, T *A, int64_t ld, int64_t first, int64_t last, const int *pivots, int64_t step) {
  call.need(n >= 0 && ld >= 1 && first >= 1 && last >= first && step != 0 && (n == 0 || (A && pivots)));
  return call.run([=] {
    const int64_t length = first + (last - first) * std::abs(step);
    std::vector<int64_t> rows(pivots, pivots + length);
    lapack::call(lapack::laswp<T>(), n, A, ld, first, last, rows.data(), step);
  });
}

template <class T> int sytrf(Call call, int uplo, int64_t n, T *A, int64_t ld, int *pivots, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  call.need(n == 0 || pivots);
  return call.run([=] {
    std::vector<int64_t> found(std::max<int64_t>(1, n));
    report(info, lapack::callWithWork<T>(lapack::sytrf<T>(), triangle, n, A, ld, found.data()));
    std::copy_n(found.begin(), n, pivots);
  });
}

template <class T> int sytri(Call call, int uplo, int64_t n, T *A, int64_t ld, const int *pivots, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  call.need(n == 0 || pivots);
  return call.run([=] {
    std::vector<int64_t> rows(pivots, pivots + n);
    std::vector<T> work(std::max<int64_t>(1, 2 * n));
    report(info, lapack::call(lapack::sytri<T>(), triangle, n, A, ld, rows.data(), work.data()));
  });
}

} // namespace porter::solver
