// Sparse matrices as bands: an order of rows and columns in which elements are near the diagonal.
#pragma once

#include "context.h"

#include <numeric>

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

/// A matrix in an order of its rows and columns: how far from the diagonal there are elements.
template <class T> struct Band {
  std::vector<int64_t> order, place; ///< row of a place, place of a row
  int64_t below = 0, above = 0;

  Band(const Rows<T> &A, bool isReordered) : order(A.n), place(A.n) {
    std::iota(order.begin(), order.end(), int64_t(0));
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
  /// As the matrix is, or in an order of neighbours, whichever is less wide.
  static Band least(const Rows<T> &A) {
    Band as(A, false), reordered(A, true);
    return reordered.width() < as.width() ? reordered : as;
  }
};

} // namespace porter::solver
