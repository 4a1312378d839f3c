// Orders of a matrix's elements and rows: sorts of indices, what takes them back, and colours of a graph.
#pragma once

#include "old.h"

namespace porter::sparse {

int identity(Call call, int64_t n, int *permutation);
/// Sort the indices of each line, and a permutation with them.
int sortLines(Call call, int64_t lines, int64_t count, const void *kind, const int *offsets, int *indices,
              int *permutation);
int sortList(Call call, int64_t count, int *first, int *second, int *permutation);

/// Where elements were before their rows were sorted.
struct RowOrder {
  std::vector<int64_t> places;
};
/// Sort each row's elements by their columns; the other takes that back, for as many elements.
template <class T>
int sortRows(Call call, int64_t rows, int64_t columns, int64_t count, const void *kind, T *values, const int *offsets,
             int *indices, void *order);
template <class T>
int restoreRows(Call call, int64_t rows, int64_t columns, int64_t count, const void *kind, T *values,
                const int *offsets, int *indices, void *order);

struct ColorInfo {};
/// Colours of rows, of which no two with an element between them have the same; those beyond the fraction have colours
/// of their own. Rows by their colours are the reordering.
int color(Call call, const Matrix &A, double fraction, int *count, int *colors, int *reordering, void *info);

} // namespace porter::sparse
