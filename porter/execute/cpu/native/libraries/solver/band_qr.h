// QR of a band by Householder's reflections, which LAPACK lacks: a column has as many elements below its diagonal as the
// matrix, and R as many diagonals as the band (Golub and Van Loan, Matrix Computations, 5.1 and 5.2).
#pragma once

#include "band.h"

namespace porter::solver {

template <class T> class BandQr {
public:
  /// A is read in its band's order.
  BandQr(const Rows<T> &A, const Band<T> &band)
      : order(band.order), n(A.n), below(band.below), above(band.width()), matrix((above + below + 1) * n), factors(n) {
    for (int64_t i = 0; i < n; ++i)
      for (int64_t at = A.first(i); at < A.end(i); ++at)
        element(band.place[i], band.place[A.column(at)]) += A.values[at];
    for (int64_t column = 0; column < n; ++column)
      eliminate(column);
  }

  /// The row of the first element of R's diagonal that is no larger than the tolerance, -1 where there is none.
  int singularity(Real<T> tolerance) const {
    for (int64_t i = 0; i < n; ++i)
      if (std::abs(element(i, i)) <= tolerance)
        return int(order[i]);
    return -1;
  }

  /// x = R^-1 Q^H b.
  void solve(const T *b, T *x) const {
    std::vector<T> right(n);
    for (int64_t i = 0; i < n; ++i)
      right[i] = b[order[i]];
    for (int64_t column = 0; column < n; ++column)
      reflect(column, &right[column]);
    for (int64_t i = n; i-- > 0;) {
      T sum = right[i];
      for (int64_t column = i + 1; column <= std::min(n - 1, i + above); ++column)
        sum -= element(i, column) * right[column];
      right[i] = sum / element(i, i);
    }
    for (int64_t i = 0; i < n; ++i)
      x[order[i]] = right[i];
  }

private:
  const T &element(int64_t row, int64_t column) const { return matrix[above + row - column + column * (above + below + 1)]; }
  T &element(int64_t row, int64_t column) { return const_cast<T &>(std::as_const(*this).element(row, column)); }
  int64_t heightOf(int64_t column) const { return std::min(below, n - 1 - column); }

  /// I - f v v^H, with v's first element one, that turns a column into a multiple of the first unit vector; v's other
  /// elements stay in the column's place.
  void eliminate(int64_t column) {
    T *const x = &element(column, column);
    const int64_t height = heightOf(column);
    Real<T> length = 0;
    for (int64_t i = 0; i <= height; ++i)
      length = std::hypot(length, std::abs(x[i]));
    if (length == 0)
      return; // a singularity; the reflection is the identity
    const Real<T> diagonal = std::real(x[0]) > 0 ? -length : length;
    factors[column] = (diagonal - x[0]) / diagonal;
    const T scale = T(1) / (x[0] - diagonal);
    for (int64_t i = 1; i <= height; ++i)
      x[i] *= scale;
    x[0] = diagonal;
    for (int64_t next = column + 1; next <= std::min(n - 1, column + above); ++next)
      reflect(column, &element(column, next));
  }

  /// Apply the reflection's conjugate to a column's elements from its diagonal on.
  void reflect(int64_t column, T *x) const {
    const T *const v = &element(column, column);
    const int64_t height = heightOf(column);
    T product = x[0];
    for (int64_t i = 1; i <= height; ++i)
      product += blas::conjugate(v[i]) * x[i];
    product *= blas::conjugate(factors[column]);
    x[0] -= product;
    for (int64_t i = 1; i <= height; ++i)
      x[i] -= v[i] * product;
  }

  const std::vector<int64_t> order;
  const int64_t n, below, above;
  std::vector<T> matrix, factors;
};

} // namespace porter::solver
