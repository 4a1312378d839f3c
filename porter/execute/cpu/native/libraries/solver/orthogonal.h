// QR factorisation, and its orthogonal factor.
#pragma once

#include "context.h"
#include "lapack.h"

namespace porter::solver {

template <class T> int geqrf(Call call, int64_t m, int64_t n, T *A, int64_t ld, T *tau, int *info) {
  call.needMatrix(A, m, n, ld);
  call.need(std::min(m, n) <= 0 || tau);
  return call.run([=] { report(info, lapack::callWithWork<T>(lapack::geqrf<T>(), m, n, A, ld, tau)); });
}

template <class T> int orgqr(Call call, int64_t m, int64_t n, int64_t k, T *A, int64_t ld, const T *tau, int *info) {
  call.needMatrix(A, m, n, ld);
  call.need(n <= m && k >= 0 && k <= n && (k == 0 || tau));
  return call.run([=] { report(info, lapack::callWithWork<T>(lapack::orgqr<T>(), m, n, k, A, ld, tau)); });
}

/// The operation as LAPACK knows it: it has no transpose of a complex factor, and no adjoint of a real one.
template <class T> char transposed(Call &call, int trans) {
  const char operation = call.operation(trans);
  if (operation == 'N')
    return 'N';
  call.need(!(isComplex<T> && operation == 'T'));
  return isComplex<T> ? 'C' : 'T';
}

template <class T>
int ormqr(Call call, int sideCode, int trans, int64_t m, int64_t n, int64_t k, T *A, int64_t ldA, const T *tau, T *C,
          int64_t ldC, int *info) {
  const char side = call.side(sideCode), operation = transposed<T>(call, trans);
  const int64_t rows = side == 'L' ? m : n;
  call.needMatrix(A, rows, k, ldA);
  call.needMatrix(C, m, n, ldC);
  call.need(k <= rows && (k == 0 || tau));
  return call.run([=] {
    report(info, lapack::callWithWork<T>(lapack::ormqr<T>(), side, operation, m, n, k, A, ldA, tau, C, ldC));
  });
}

} // namespace porter::solver
