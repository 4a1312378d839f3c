// LAPACK's factors of bands, of matrices in their band's order.
#pragma once

#include "band.h"
#include "lapack.h"

namespace porter::solver {

/// What both have: a matrix as LAPACK keeps bands, and where its elements' rows were.
template <class T> class BandFactors {
public:
  /// The row of the first pivot that is no larger than the tolerance, -1 where there is none.
  int singularity(Real<T> tolerance) const {
    for (int64_t i = 0; i < n; ++i)
      if (i + 1 == info || std::abs(matrix[diagonal + i * ld]) <= tolerance)
        return int(order[i]);
    return -1;
  }

protected:
  BandFactors(const Band<T> &band, int64_t below, int64_t diagonal)
      : order(band.order), n(order.size()), below(below), diagonal(diagonal), ld(diagonal + below + 1), matrix(ld * n) {}

  T &element(int64_t row, int64_t column) { return matrix[diagonal + row - column + column * ld]; }
  /// x = A^-1 b, where `solver` does so in the band's order.
  template <class Solver> void ordered(const T *b, T *x, Solver solver) const {
    std::vector<T> right(n);
    for (int64_t i = 0; i < n; ++i)
      right[i] = b[order[i]];
    solver(right.data());
    for (int64_t i = 0; i < n; ++i)
      x[order[i]] = right[i];
  }

  const std::vector<int64_t> order;
  const int64_t n, below, diagonal, ld;
  std::vector<T> matrix;
  int64_t info = 0; ///< LAPACK's: the number of the pivot at which it stopped, from one
};

/// Of a Hermitian matrix, of which the lower triangle is read.
template <class T> class BandCholesky : public BandFactors<T> {
public:
  BandCholesky(const Rows<T> &A, const Band<T> &band) : BandFactors<T>(band, std::max(band.below, band.above), 0) {
    for (int64_t i = 0; i < A.n; ++i)
      for (int64_t at = A.first(i); at < A.end(i); ++at)
        if (const int64_t column = A.column(at); column <= i) {
          const int64_t r = band.place[i], c = band.place[column];
          this->element(std::max(r, c), std::min(r, c)) += r < c ? blas::conjugate(A.values[at]) : A.values[at];
        }
    this->info = lapack::call(lapack::pbtrf<T>(), 'L', this->n, this->below, this->matrix.data(), this->ld);
  }
  void solve(const T *b, T *x) const {
    this->ordered(b, x, [this](T *right) {
      lapack::call(lapack::pbtrs<T>(), 'L', this->n, this->below, int64_t(1), const_cast<T *>(this->matrix.data()), this->ld,
                   right, this->n);
    });
  }
};

/// With partial pivoting.
template <class T> class BandLu : public BandFactors<T> {
public:
  BandLu(const Rows<T> &A, const Band<T> &band)
      : BandFactors<T>(band, band.below, band.width()), above(band.above), pivots(A.n) {
    for (int64_t i = 0; i < A.n; ++i)
      for (int64_t at = A.first(i); at < A.end(i); ++at)
        this->element(band.place[i], band.place[A.column(at)]) += A.values[at];
    this->info = lapack::call(lapack::gbtrf<T>(), this->n, this->n, this->below, above, this->matrix.data(), this->ld,
                              pivots.data());
  }
  void solve(const T *b, T *x) const {
    this->ordered(b, x, [this](T *right) {
      lapack::call(lapack::gbtrs<T>(), 'N', this->n, this->below, above, int64_t(1), const_cast<T *>(this->matrix.data()),
                   this->ld, const_cast<int64_t *>(pivots.data()), right, this->n);
    });
  }

private:
  const int64_t above;
  std::vector<int64_t> pivots;
};

} // namespace porter::solver
