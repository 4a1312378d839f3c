// Eigenvalues and eigenvectors of symmetric and Hermitian matrices, and of pairs of them.
#pragma once

#include "jacobi.h"
#include "lapack.h"

namespace porter::solver {

/// Which of the eigenvalues are wanted.
template <class T> struct Chosen {
  char range = 'A';
  Real<T> above{}, upTo{}; ///< an interval without its lower end
  int64_t first = 1, last = 0;

  void check(Call &call, int64_t n) const {
    call.need(range != 'V' || above < upTo);
    call.need(range != 'I' || n == 0 || (first >= 1 && first <= last && last <= n));
  }
  /// Move those that are wanted to the front; returns how many.
  int64_t choose(int64_t n, Real<T> *W, T *vectors, int64_t ld) const {
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) {
      const bool isWanted = range == 'A' || (range == 'V' ? W[i] > above && W[i] <= upTo : i + 1 >= first && i < last);
      if (!isWanted)
        continue;
      W[count] = W[i];
      if (vectors && count != i)
        std::copy_n(vectors + i * ld, n, vectors + count * ld);
      ++count;
    }
    return count;
  }
};

template <class T> int64_t eigenvaluesOf(char job, char triangle, int64_t n, T *A, int64_t ld, Real<T> *W) {
  return lapack::callWithRealWork<T>(lapack::syev<T>(), 3 * n, job, triangle, n, A, ld, W);
}
template <class T>
int64_t eigenvaluesOf(int64_t type, char job, char triangle, int64_t n, T *A, int64_t ldA, T *B, int64_t ldB,
                      Real<T> *W) {
  return lapack::callWithRealWork<T>(lapack::sygv<T>(), 3 * n, type, job, triangle, n, A, ldA, B, ldB, W);
}

template <class T, class Count>
int someEigenvalues(Call call, int jobz, int uplo, int64_t n, T *A, int64_t ld, Chosen<T> chosen, Count *found,
                    Real<T> *W, int *info) {
  const bool wantsVectors = call.wantsVectors(jobz);
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  call.need(n == 0 || W);
  chosen.check(call, n);
  return call.run([=] {
    report(info, eigenvaluesOf(wantsVectors ? 'V' : 'N', triangle, n, A, ld, W));
    const int64_t count = chosen.choose(n, W, wantsVectors ? A : nullptr, ld);
    if (found)
      *found = Count(count);
  });
}

template <class T, class Count>
int someEigenvalues(Call call, int itype, int jobz, int uplo, int64_t n, T *A, int64_t ldA, T *B, int64_t ldB,
                    Chosen<T> chosen, Count *found, Real<T> *W, int *info) {
  const int64_t type = call.type(itype);
  const bool wantsVectors = call.wantsVectors(jobz);
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ldA);
  call.needMatrix(B, n, n, ldB);
  call.need(n == 0 || W);
  chosen.check(call, n);
  return call.run([=] {
    report(info, eigenvaluesOf(type, wantsVectors ? 'V' : 'N', triangle, n, A, ldA, B, ldB, W));
    const int64_t count = chosen.choose(n, W, wantsVectors ? A : nullptr, ldA);
    if (found)
      *found = Count(count);
  });
}

/// For the number of those found, where all are.
constexpr int *nobody = nullptr;

template <class T>
int syevd(Call call, int jobz, int uplo, int64_t n, T *A, int64_t ld, Real<T> *W, int *info) {
  return someEigenvalues<T, int>(call, jobz, uplo, n, A, ld, {}, nobody, W, info);
}
template <class T>
int syevdx(Call call, int jobz, int range, int uplo, int64_t n, T *A, int64_t ld, Real<T> above, Real<T> upTo,
           int64_t first, int64_t last, int *found, Real<T> *W, int *info) {
  const Chosen<T> chosen{call.range(range), above, upTo, first, last};
  call.need(found);
  return someEigenvalues<T, int>(call, jobz, uplo, n, A, ld, chosen, found, W, info);
}
template <class T>
int syevj(Call call, int jobz, int uplo, int64_t n, T *A, int64_t ld, Real<T> *W, int *info, void *params) {
  call.need(libraries::found<SyevjInfo>(params) != nullptr);
  return someEigenvalues<T, int>(call, jobz, uplo, n, A, ld, {}, nobody, W, info);
}
/// Matrices one behind the other.
template <class T>
int syevjBatched(Call call, int jobz, int uplo, int64_t n, T *A, int64_t ld, Real<T> *W, int *info, void *params,
                 int64_t count) {
  const char job = call.wantsVectors(jobz) ? 'V' : 'N', triangle = call.triangle(uplo);
  call.need(libraries::found<SyevjInfo>(params) != nullptr && count >= 0);
  call.needMatrix(A, n, n, ld);
  call.need(n == 0 || W);
  return call.run([=] {
    for (int64_t i = 0; i < count; ++i)
      report(info ? info + i : nullptr, eigenvaluesOf(job, triangle, n, A + i * ld * n, ld, W + i * n));
  });
}

template <class T>
int sygvd(Call call, int itype, int jobz, int uplo, int64_t n, T *A, int64_t ldA, T *B, int64_t ldB, Real<T> *W,
          int *info) {
  return someEigenvalues<T, int>(call, itype, jobz, uplo, n, A, ldA, B, ldB, {}, nobody, W, info);
}
template <class T>
int sygvdx(Call call, int itype, int jobz, int range, int uplo, int64_t n, T *A, int64_t ldA, T *B, int64_t ldB,
           Real<T> above, Real<T> upTo, int64_t first, int64_t last, int *found, Real<T> *W, int *info) {
  const Chosen<T> chosen{call.range(range), above, upTo, first, last};
  call.need(found);
  return someEigenvalues<T, int>(call, itype, jobz, uplo, n, A, ldA, B, ldB, chosen, found, W, info);
}
template <class T>
int sygvj(Call call, int itype, int jobz, int uplo, int64_t n, T *A, int64_t ldA, T *B, int64_t ldB, Real<T> *W,
          int *info, void *params) {
  call.need(libraries::found<SyevjInfo>(params) != nullptr);
  return someEigenvalues<T, int>(call, itype, jobz, uplo, n, A, ldA, B, ldB, {}, nobody, W, info);
}

} // namespace porter::solver
