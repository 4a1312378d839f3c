// Sparse systems of equations: put into an order in which they are bands, they are LAPACK's.
#pragma once

#include "context.h"
#include "lapack.h"

namespace porter::solver {

/// Compressed rows, whose first offset tells where indices begin.
template <class T> struct Rows {
  int64_t n;
  const T *values;
  const int *offsets, *columns;

  int base() const { return offsets[0]; }
  int64_t first(int64_t row) const { return offsets[row] - base(); }
  int64_t end(int64_t row) const { return offsets[row + 1] - base(); }
  int64_t column(int64_t place) const { return columns[place] - base(); }
};

/// Which row comes where: neighbours near each other (Cuthill and McKee, 1969, from behind).
std::vector<int64_t> bandOrder(int64_t n, const int *offsets, const int *columns);

enum class Factorization { Cholesky, Lu, Qr };

/// A matrix in an order of its rows and columns: how far from the diagonal there are elements.
template <class T> struct Band {
  std::vector<int64_t> order, place; ///< row of a place, place of a row
  int64_t below = 0, above = 0;

  Band(const Rows<T> &A, bool isReordered) : order(A.n), place(A.n) {
    for (int64_t i = 0; i < A.n; ++i)
      order[i] = i;
    if (isReordered)
      order = bandOrder(A.n, A.offsets, A.columns);
    for (int64_t i = 0; i < A.n; ++i)
      place[order[i]] = i;
    for (int64_t i = 0; i < A.n; ++i)
      for (int64_t at = A.first(i); at < A.end(i); ++at) {
        const int64_t distance = place[i] - place[A.column(at)];
        below = std::max(below, distance);
        above = std::max(above, -distance);
      }
  }
  int64_t width() const { return below + above; }
};

/// x = A^-1 b. Returns the first row whose pivot is no larger than the tolerance, -1 where there is none.
template <class T>
int solveSparse(Factorization kind, const Rows<T> &A, const T *b, Real<T> tolerance, T *x) {
  Band<T> band(A, false);
  if (Band<T> reordered(A, true); reordered.width() < band.width())
    band = reordered;
  const int64_t n = A.n, below = kind == Factorization::Cholesky ? std::max(band.below, band.above) : band.below;
  const bool isCholesky = kind == Factorization::Cholesky;
  const int64_t diagonal = isCholesky ? 0 : below + band.above, ld = isCholesky ? below + 1 : diagonal + below + 1;
  std::vector<T> matrix(ld * n), right(n);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t at = A.first(i); at < A.end(i); ++at) {
      const int64_t column = A.column(at);
      if (isCholesky && column > i)
        continue; // the lower triangle counts
      int64_t r = band.place[i], c = band.place[column];
      const T value = isCholesky && r < c ? blas::conjugate(A.values[at]) : A.values[at];
      if (isCholesky && r < c)
        std::swap(r, c);
      matrix[diagonal + r - c + c * ld] += value;
    }
  for (int64_t i = 0; i < n; ++i)
    right[i] = b[band.order[i]];
  int64_t info = 0;
  std::vector<int64_t> pivots(n);
  if (isCholesky)
    info = lapack::call(lapack::pbtrf<T>(), 'L', n, below, matrix.data(), ld);
  else
    info = lapack::call(lapack::gbtrf<T>(), n, n, below, band.above, matrix.data(), ld, pivots.data());
  int64_t singular = info > 0 ? info - 1 : -1;
  for (int64_t i = 0; i < n && (singular < 0 || i < singular); ++i)
    if (std::abs(matrix[diagonal + i * ld]) <= tolerance)
      singular = i;
  if (singular >= 0)
    return int(band.order[singular]);
  if (isCholesky)
    lapack::call(lapack::pbtrs<T>(), 'L', n, below, int64_t(1), matrix.data(), ld, right.data(), n);
  else
    lapack::call(lapack::gbtrs<T>(), 'N', n, below, band.above, int64_t(1), matrix.data(), ld, pivots.data(),
                 right.data(), n);
  for (int64_t i = 0; i < n; ++i)
    x[band.order[i]] = right[i];
  return -1;
}

template <class T>
int sparseSystem(Call call, Factorization kind, int n, int count, const void *description, const T *values,
                 const int *offsets, const int *columns, const T *b, Real<T> tolerance, T *x, int *singularity) {
  call.need(n >= 0 && count >= 0 && description && offsets && singularity && (n == 0 || (values && columns && b && x)));
  return call.run([=] { *singularity = n ? solveSparse(kind, Rows<T>{n, values, offsets, columns}, b, tolerance, x) : -1; });
}

} // namespace porter::solver
