// Rows of a matrix that is being made, and how they are written as compressed ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace porter::sparse {

/// Columns that have an element, in their order, and its number.
template <class T> using Row = std::map<int64_t, T>;

/// Where each line begins, and how many elements there are in all, where somebody wants to know.
template <class Lines> void writeOffsets(const Lines &lines, int base, int *offsets, int *total) {
  int64_t count = base;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    offsets[i] = int(count);
    count += int64_t(lines[i].size());
  }
  offsets[lines.size()] = int(count);
  if (total)
    *total = int(count - base);
}

/// Columns and numbers, one row behind the other.
template <class Rows, class T> void writeElements(const Rows &rows, int base, T *values, int *indices) {
  int64_t count = 0;
  for (const auto &row : rows)
    for (const auto &[column, value] : row) {
      indices[count] = int(column + base);
      values[count++] = value;
    }
}

} // namespace porter::sparse
