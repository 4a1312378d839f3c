// Sparse systems of equations: put into an order in which they are bands, they are solved by their factors.
#pragma once

#include "band_factors.h"
#include "band_qr.h"

namespace porter::solver {

enum class Factorization { Cholesky, Lu, Qr };

/// x = A^-1 b. Returns the first row whose pivot is no larger than the tolerance, -1 where there is none.
template <class Factors, class T>
int solveBand(const Factors &factors, const T *b, Real<T> tolerance, T *x) {
  const int singular = factors.singularity(tolerance);
  if (singular < 0)
    factors.solve(b, x);
  return singular;
}

template <class T>
int solveSparse(Factorization kind, const Rows<T> &A, const T *b, Real<T> tolerance, T *x) {
  const Band<T> band = Band<T>::least(A);
  switch (kind) {
  case Factorization::Cholesky: return solveBand(BandCholesky<T>(A, band), b, tolerance, x);
  case Factorization::Lu: return solveBand(BandLu<T>(A, band), b, tolerance, x);
  default: return solveBand(BandQr<T>(A, band), b, tolerance, x);
  }
}

template <class T>
int sparseSystem(Call call, Factorization kind, int n, int count, const void *description, const T *values,
                 const int *offsets, const int *columns, const T *b, Real<T> tolerance, T *x, int *singularity) {
  call.need(n >= 0 && count >= 0 && description && offsets && singularity && (n == 0 || (values && columns && b && x)));
  return call.run([=] { *singularity = n ? solveSparse(kind, Rows<T>{n, values, offsets, columns}, b, tolerance, x) : -1; });
}

} // namespace porter::solver
