// Factorisations of small matrices in batches, and what they solve.
#pragma once

#include "call.h"
#include "lapack.h"

#include <algorithm>
#include <vector>

namespace porter::blas {

/// LU without pivots; the first zero on the diagonal is reported, as with them.
template <class T> int64_t factorWithoutPivots(int64_t n, T *A, int64_t lda) {
  int64_t info = 0;
  for (int64_t k = 0; k < n; ++k) {
    const T pivot = A[k + k * lda];
    if (pivot == T()) {
      info = info ? info : k + 1;
      continue;
    }
    for (int64_t i = k + 1; i < n; ++i)
      A[i + k * lda] /= pivot;
    for (int64_t j = k + 1; j < n; ++j)
      for (int64_t i = k + 1; i < n; ++i)
        A[i + j * lda] -= A[i + k * lda] * A[k + j * lda];
  }
  return info;
}

/// Pivots as LAPACK takes them; none stand for rows that stay.
inline std::vector<int64_t> pivotsOf(int64_t n, const int *pivots) {
  std::vector<int64_t> made(n);
  for (int64_t i = 0; i < n; ++i)
    made[i] = pivots ? pivots[i] : i + 1;
  return made;
}

template <class T> int getrf(Call call, int64_t n, Batch<T> A, int64_t lda, Batch<int> pivots, int *info) {
  call.need(n >= 0 && lda >= std::max<int64_t>(1, n) && (n == 0 || A) && info);
  return call.run([=](int64_t i) {
    if (!pivots) {
      info[i] = int(factorWithoutPivots(n, A[i], lda));
      return;
    }
    std::vector<int64_t> found(n);
    info[i] = int(lapack::getrf(n, A[i], lda, found.data()));
    std::copy(found.begin(), found.end(), pivots[i]);
  });
}

/// What a solver says of its arguments is for the host, and known at once.
template <class T>
int getrs(Call call, int trans, int64_t n, int64_t columns, Batch<const T> A, int64_t lda, Batch<const int> pivots,
          Batch<T> B, int64_t ldb, int *info) {
  const char operation = call.operation<T>(trans);
  const int64_t least = std::max<int64_t>(1, n);
  call.need(n >= 0 && columns >= 0 && lda >= least && ldb >= least && (n * columns == 0 || (A && B)) && info);
  if (info)
    *info = 0;
  return call.run([=](int64_t i) {
    lapack::getrs(operation, n, columns, A[i], lda, pivotsOf(n, pivots ? pivots[i] : nullptr).data(), B[i], ldb);
  });
}

/// The columns of the inverse solve for those of the identity.
template <class T>
int getri(Call call, int64_t n, Batch<const T> A, int64_t lda, Batch<const int> pivots, Batch<T> C, int64_t ldc,
          int *info) {
  const int64_t least = std::max<int64_t>(1, n);
  call.need(n >= 0 && lda >= least && ldc >= least && (n == 0 || (A && C)) && info);
  return call.run([=](int64_t i) {
    info[i] = 0;
    for (int64_t k = n; k-- > 0;)
      if (A[i][k + k * lda] == T())
        info[i] = int(k + 1);
    if (info[i])
      return;
    for (int64_t j = 0; j < n; ++j)
      for (int64_t k = 0; k < n; ++k)
        C[i][k + j * ldc] = T(j == k);
    lapack::getrs('N', n, n, A[i], lda, pivotsOf(n, pivots ? pivots[i] : nullptr).data(), C[i], ldc);
  });
}

template <class T>
int matinv(Call call, int64_t n, Batch<const T> A, int64_t lda, Batch<T> inverse, int64_t ldInverse, int *info) {
  const int64_t least = std::max<int64_t>(1, n);
  call.need(n >= 0 && n <= 32 && lda >= least && ldInverse >= least && (n == 0 || (A && inverse)) && info);
  return call.run([=](int64_t i) {
    std::vector<T> factors(n * n);
    for (int64_t j = 0; j < n; ++j)
      std::copy_n(A[i] + j * lda, n, factors.data() + j * n);
    std::vector<int64_t> pivots(n);
    info[i] = int(lapack::getrf(n, factors.data(), least, pivots.data()));
    if (info[i])
      return;
    for (int64_t j = 0; j < n; ++j)
      for (int64_t k = 0; k < n; ++k)
        inverse[i][k + j * ldInverse] = T(j == k);
    lapack::getrs('N', n, n, factors.data(), least, pivots.data(), inverse[i], ldInverse);
  });
}

template <class T> int geqrf(Call call, int64_t m, int64_t n, Batch<T> A, int64_t lda, Batch<T> factors, int *info) {
  call.need(m >= 0 && n >= 0 && lda >= std::max<int64_t>(1, m) && (m * n == 0 || (A && factors)) && info);
  if (info)
    *info = 0;
  return call.run([=](int64_t i) {
    std::vector<T> work(std::max<int64_t>(1, n) * 32);
    lapack::geqrf(m, n, A[i], lda, factors[i], work.data(), work.size());
  });
}

template <class T>
int gels(Call call, int trans, int64_t m, int64_t n, int64_t columns, Batch<T> A, int64_t lda, Batch<T> B, int64_t ldb,
         int *info, int *deviceInfo) {
  const char operation = call.operation<T>(trans);
  call.need(operation != (isComplex<T> ? 'T' : 'C'));
  call.need(m >= 0 && n >= 0 && columns >= 0 && lda >= std::max<int64_t>(1, m) &&
            ldb >= std::max<int64_t>(1, std::max(m, n)) && (m * n * columns == 0 || (A && B)) && info);
  if (info)
    *info = 0;
  return call.run([=](int64_t i) {
    std::vector<T> work(std::max<int64_t>(1, std::min(m, n) + std::max({m, n, columns})) * 32);
    const int64_t found = lapack::gels(operation, m, n, columns, A[i], lda, B[i], ldb, work.data(), work.size());
    if (deviceInfo)
      deviceInfo[i] = int(found);
  });
}

} // namespace porter::blas
