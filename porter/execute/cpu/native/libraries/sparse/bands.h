// Systems of three and of five diagonals, one, many with the same right sides, or batches of them.
#pragma once

#include "old.h"

namespace porter::sparse {

/// Where the systems of a batch lie: element i of system b at b * system + i * element.
struct BandLayout {
  int64_t order, systems, system, element;
};

/// Gaussian elimination with row swaps of a matrix of `reach` diagonals on either side; x becomes the solution.
/// Source: Golub and Van Loan, Matrix Computations, 4.3.
template <class T, class Element>
void solveBand(int64_t n, int64_t reach, Element element, std::vector<T> &x) {
  const int64_t width = 3 * reach + 1;
  std::vector<T> rows(n * width);
  const auto at = [&](int64_t i, int64_t j) -> T & { return rows[i * width + j - i + reach]; };
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = std::max<int64_t>(0, i - reach); j <= std::min(n - 1, i + reach); ++j)
      at(i, j) = element(i, j - i);
  for (int64_t k = 0; k < n; ++k) {
    const int64_t below = std::min(n - 1, k + reach), across = std::min(n - 1, k + 2 * reach);
    int64_t pivot = k;
    for (int64_t i = k + 1; i <= below; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k)))
        pivot = i;
    if (pivot != k) {
      for (int64_t j = k; j <= across; ++j)
        std::swap(at(k, j), at(pivot, j));
      std::swap(x[k], x[pivot]);
    }
    for (int64_t i = k + 1; i <= below; ++i) {
      const T factor = at(i, k) / at(k, k);
      for (int64_t j = k; j <= across; ++j)
        at(i, j) -= factor * at(k, j);
      x[i] -= factor * x[k];
    }
  }
  for (int64_t i = n; i-- > 0;) {
    for (int64_t j = i + 1; j <= std::min(n - 1, i + 2 * reach); ++j)
      x[i] -= at(i, j) * x[j];
    x[i] /= at(i, i);
  }
}

/// Diagonals from the lowest to the highest; those beside the middle one have gaps where the matrix ends.
template <class T>
int solveBands(Call call, std::vector<const T *> diagonals, BandLayout layout, T *X, int64_t columns, int64_t ld) {
  const int64_t reach = int64_t(diagonals.size()) / 2, n = layout.order;
  call.need(n >= 3 && layout.systems >= 0 && columns >= 0 && ld >= n);
  for (const T *diagonal : diagonals)
    call.need(diagonal);
  call.need(X && layout.system >= 0);
  return call.run([=] {
    for (int64_t system = 0; system < layout.systems; ++system)
      for (int64_t column = 0; column < columns; ++column) {
        const int64_t first = system * layout.system;
        const auto element = [&](int64_t i, int64_t beside) {
          return diagonals[beside + reach][first + i * layout.element];
        };
        T *place = X + first + column * ld;
        std::vector<T> x(n);
        for (int64_t i = 0; i < n; ++i)
          x[i] = place[i * layout.element];
        solveBand(n, reach, element, x);
        for (int64_t i = 0; i < n; ++i)
          place[i * layout.element] = x[i];
      }
  });
}

} // namespace porter::sparse
