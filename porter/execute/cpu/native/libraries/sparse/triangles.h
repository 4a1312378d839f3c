// Substitution in the triangle of a sparse matrix.
#pragma once

#include "operations.h"

namespace porter::sparse {

struct Triangle {
  char part; ///< 'L' or 'U'
  bool isUnit; ///< the diagonal is ones, whatever is stored
};

/// The elements of a triangle, by rows, and where they begin.
struct Rows {
  std::vector<Entry> entries;
  std::vector<int64_t> first;
};
inline Rows rowsOf(std::vector<Entry> entries, int64_t rows) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry &a, const Entry &b) { return a.row < b.row; });
  std::vector<int64_t> first(rows + 1);
  for (const Entry &entry : entries)
    ++first[entry.row + 1];
  for (int64_t i = 0; i < rows; ++i)
    first[i + 1] += first[i];
  return {std::move(entries), std::move(first)};
}

/// Solve op(A) Y = X in place, X row by row of `columns`. Returns the first row without a pivot other than zero, or -1.
template <class T>
int64_t solveTriangle(std::vector<Entry> entries, std::vector<T> values, Triangle triangle, char operation,
                      int64_t columns, std::vector<T> &X) {
  const int64_t n = columns ? int64_t(X.size()) / columns : 0;
  const auto isElsewhere = [&](const Entry &entry) {
    return triangle.part == 'L' ? entry.column > entry.row : entry.column < entry.row;
  };
  entries.erase(std::remove_if(entries.begin(), entries.end(), isElsewhere), entries.end());
  if (operation != 'N')
    transpose(entries);
  if (operation == 'C')
    conjugateAll(values);
  const Rows rows = rowsOf(std::move(entries), n);
  const bool isLower = (triangle.part == 'L') == (operation == 'N');
  int64_t withoutPivot = -1;
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = isLower ? step : n - 1 - step;
    T pivot = triangle.isUnit ? T(1) : T();
    for (int64_t at = rows.first[i]; at < rows.first[i + 1]; ++at) {
      const Entry &entry = rows.entries[at];
      if (entry.column == i) {
        pivot = triangle.isUnit ? T(1) : values[entry.place];
        continue;
      }
      for (int64_t j = 0; j < columns; ++j)
        X[i * columns + j] -= values[entry.place] * X[entry.column * columns + j];
    }
    if (pivot == T() && (withoutPivot < 0 || i < withoutPivot))
      withoutPivot = i;
    for (int64_t j = 0; j < columns; ++j)
      X[i * columns + j] /= pivot;
  }
  return withoutPivot;
}

} // namespace porter::sparse
