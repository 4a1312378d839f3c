// Reductions to bidiagonal and tridiagonal matrices, and their orthogonal factors.
#pragma once

#include "context.h"
#include "lapack.h"
#include "orthogonal.h"

namespace porter::solver {

template <class T>
int gebrd(Call call, int64_t m, int64_t n, T *A, int64_t ld, Real<T> *D, Real<T> *E, T *tauQ, T *tauP, int *info) {
  call.needMatrix(A, m, n, ld);
  call.need(call.vendor == Vendor::Hip || m >= n); // cuSOLVER's reduction is to upper form alone
  call.need(std::min(m, n) <= 0 || (D && (E || std::max(m, n) == 1) && tauQ && tauP));
  return call.run([=] { report(info, lapack::callWithWork<T>(lapack::gebrd<T>(), m, n, A, ld, D, E, tauQ, tauP)); });
}

/// Of the two factors of `gebrd`: the left one, or the right one's adjoint.
template <class T>
int orgbr(Call call, int sideCode, int64_t m, int64_t n, int64_t k, T *A, int64_t ld, const T *tau, int *info) {
  const char factor = call.side(sideCode) == 'L' ? 'Q' : 'P';
  call.needMatrix(A, m, n, ld);
  call.need(k >= 0 && (std::min({m, n, k}) <= 0 || tau));
  call.need(factor == 'Q' ? (n <= m && n >= std::min(m, k)) : (m <= n && m >= std::min(n, k)));
  return call.run([=] { report(info, lapack::callWithWork<T>(lapack::orgbr<T>(), factor, m, n, k, A, ld, tau)); });
}

template <class T>
int sytrd(Call call, int uplo, int64_t n, T *A, int64_t ld, Real<T> *D, Real<T> *E, T *tau, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  call.need(n == 0 || (D && (n == 1 || (E && tau))));
  return call.run([=] { report(info, lapack::callWithWork<T>(lapack::sytrd<T>(), triangle, n, A, ld, D, E, tau)); });
}

template <class T> int orgtr(Call call, int uplo, int64_t n, T *A, int64_t ld, const T *tau, int *info) {
  const char triangle = call.triangle(uplo);
  call.needMatrix(A, n, n, ld);
  call.need(n <= 1 || tau);
  return call.run([=] { report(info, lapack::callWithWork<T>(lapack::orgtr<T>(), triangle, n, A, ld, tau)); });
}

template <class T>
int ormtr(Call call, int sideCode, int uplo, int trans, int64_t m, int64_t n, T *A, int64_t ldA, const T *tau, T *C,
          int64_t ldC, int *info) {
  const char side = call.side(sideCode), triangle = call.triangle(uplo), operation = transposed<T>(call, trans);
  const int64_t order = side == 'L' ? m : n;
  call.needMatrix(A, order, order, ldA);
  call.needMatrix(C, m, n, ldC);
  call.need(order <= 1 || tau);
  return call.run([=] {
    report(info, lapack::callWithWork<T>(lapack::ormtr<T>(), side, triangle, operation, m, n, A, ldA, tau, C, ldC));
  });
}

} // namespace porter::solver
