// Sorts of a matrix's elements, and the colouring of its graph.
#include "order.h"

#include <cmath>
#include <numeric>
#include <set>

namespace porter::sparse {
namespace {

using Order = std::vector<int64_t>;

/// The elements of all lines, those of a line by their indices.
Order orderOfLines(int64_t lines, int64_t count, int base, const int *offsets, const int *indices) {
  Order order(count);
  std::iota(order.begin(), order.end(), 0);
  for (int64_t line = 0; count > 0 && line < lines; ++line)
    std::stable_sort(order.begin() + offsets[line] - base, order.begin() + offsets[line + 1] - base,
                     [=](int64_t a, int64_t b) { return indices[a] < indices[b]; });
  return order;
}

/// Put numbers in an order.
template <class T> void arrange(const Order &order, T *numbers) {
  if (!numbers)
    return;
  std::vector<T> made(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    made[i] = numbers[order[i]];
  std::copy(made.begin(), made.end(), numbers);
}

/// Put numbers back to where they were.
template <class T> void restore(const Order &order, T *numbers) {
  std::vector<T> made(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    made[order[i]] = numbers[i];
  std::copy(made.begin(), made.end(), numbers);
}

using Graph = std::vector<std::set<int64_t>>;

/// Rows that have an element in each other's columns; neither vendor asks whether the pattern is symmetric.
Graph graphOf(const Matrix &A) {
  Graph neighbours(A.rows);
  for (const Entry &entry : entriesOf(A))
    if (entry.row != entry.column) {
      neighbours[entry.row].insert(entry.column);
      neighbours[entry.column].insert(entry.row);
    }
  return neighbours;
}

/// The first colour that no neighbour has.
int freeColor(const std::set<int64_t> &neighbours, const int *colors) {
  std::set<int> taken;
  for (int64_t other : neighbours)
    taken.insert(colors[other]);
  int color = 0;
  while (taken.count(color))
    ++color;
  return color;
}

} // namespace

int identity(Call call, int64_t n, int *permutation) {
  call.need(n >= 0 && (n == 0 || permutation));
  return call.run([=] { std::iota(permutation, permutation + n, 0); });
}

int sortLines(Call call, int64_t lines, int64_t count, const void *kind, const int *offsets, int *indices,
              int *permutation) {
  const int base = kindOf(call, kind).base;
  call.need(lines >= 0 && count >= 0 && (count == 0 || (offsets && indices)));
  return call.run([=] {
    const Order order = orderOfLines(lines, count, base, offsets, indices);
    arrange(order, permutation);
    arrange(order, indices);
  });
}

int sortList(Call call, int64_t count, int *first, int *second, int *permutation) {
  call.need(count >= 0 && (count == 0 || (first && second)));
  return call.run([=] {
    Order order(count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [=](int64_t a, int64_t b) {
      return std::pair(first[a], second[a]) < std::pair(first[b], second[b]);
    });
    for (int *numbers : {permutation, second, first})
      arrange(order, numbers);
  });
}

template <class T>
int sortRows(Call call, int64_t rows, int64_t columns, int64_t count, const void *kind, T *values, const int *offsets,
             int *indices, void *handle) {
  const int base = kindOf(call, kind).base;
  const auto kept = libraries::found<RowOrder>(handle);
  call.need(kept && rows >= 0 && columns >= 0 && count >= 0 && (count == 0 || (values && offsets && indices)));
  return call.run([=] {
    kept->places = orderOfLines(rows, count, base, offsets, indices);
    arrange(kept->places, values);
    arrange(kept->places, indices);
  });
}

template <class T>
int restoreRows(Call call, int64_t rows, int64_t columns, int64_t count, const void *kind, T *values,
                const int *offsets, int *indices, void *handle) {
  (void)kindOf(call, kind);
  const auto kept = libraries::found<RowOrder>(handle);
  call.need(kept && rows >= 0 && columns >= 0 && count >= 0 && (count == 0 || (values && offsets && indices)));
  call.need(kept && int64_t(kept->places.size()) == count);
  return call.run([=] {
    restore(kept->places, values);
    restore(kept->places, indices);
  });
}

int color(Call call, const Matrix &A, double fraction, int *count, int *colors, int *reordering, void *info) {
  call.need(libraries::found<ColorInfo>(info) && fraction >= 0 && fraction <= 1 && count && (A.rows == 0 || colors));
  return call.run([=] {
    const Graph neighbours = graphOf(A);
    const int64_t shared = int64_t(std::ceil(fraction * double(A.rows)));
    std::fill_n(colors, A.rows, -1);
    *count = 0;
    for (int64_t row = 0; row < A.rows; ++row) {
      colors[row] = row < shared ? freeColor(neighbours[row], colors) : *count;
      *count = std::max(*count, colors[row] + 1);
    }
    if (!reordering)
      return;
    std::iota(reordering, reordering + A.rows, 0);
    std::stable_sort(reordering, reordering + A.rows, [=](int a, int b) { return colors[a] < colors[b]; });
  });
}

#define INSTANCES(T)                                                                                                   \
  template int sortRows(Call, int64_t, int64_t, int64_t, const void *, T *, const int *, int *, void *);               \
  template int restoreRows(Call, int64_t, int64_t, int64_t, const void *, T *, const int *, int *, void *);
INSTANCES(float)
INSTANCES(double)
INSTANCES(std::complex<float>)
INSTANCES(std::complex<double>)

} // namespace porter::sparse
