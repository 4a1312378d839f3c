// Matrices of those elements whose absolute value is above a threshold.
#pragma once

#include "lines.h"
#include "old.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace porter::sparse {

template <class T> double magnitude(T value) { return std::abs(blas::numberOf<std::complex<double>>(value)); }

/// What is pruned: numbers, and the elements that they belong to, by rows, once they are there.
template <class T> struct Source {
  int64_t rows;
  const T *values;
  std::function<std::vector<Entry>()> entries;
};

template <class T> Source<T> denseSource(Call &call, int64_t rows, int64_t columns, const T *A, int64_t ld) {
  call.need(rows >= 0 && columns >= 0 && ld >= std::max<int64_t>(1, rows) && (rows * columns == 0 || A));
  return {rows, A, [=] {
            std::vector<Entry> made;
            made.reserve(rows * columns);
            for (int64_t i = 0; i < rows; ++i)
              for (int64_t j = 0; j < columns; ++j)
                made.push_back({i, j, i + j * ld});
            return made;
          }};
}

template <class T> Source<T> rowsSource(Call &call, const Matrix &A) {
  call.need(A.count == 0 || A.values);
  return {A.rows, static_cast<const T *>(A.values), [=] { return entriesOf(A); }};
}

/// Tells the threshold, of what is pruned.
template <class T> using Threshold = std::function<double(const std::vector<Entry> &, const T *)>;

template <class T> Threshold<T> thresholdAt(Call &call, const T *place) {
  const auto number = call.scalar<double>(place, typeOf<T>());
  return [=](const std::vector<Entry> &, const T *) { return number(); };
}

struct PruneInfo {};

/// The absolute value below and at which a percentage of the elements is.
/// Source: the documents of cusparseSpruneDense2csrByPercentage and of hipSPARSE's.
template <class T> Threshold<T> thresholdOf(Call &call, float percentage, void *info) {
  call.need(libraries::found<PruneInfo>(info) && percentage >= 0 && percentage <= 100);
  return [=](const std::vector<Entry> &entries, const T *values) {
    if (entries.empty())
      return 0.0;
    std::vector<double> sizes;
    for (const Entry &entry : entries)
      sizes.push_back(magnitude(values[entry.place]));
    const int64_t count = int64_t(sizes.size());
    const int64_t wanted = int64_t(std::ceil(double(count) * (double(percentage) / 100))) - 1;
    const auto place = sizes.begin() + std::clamp<int64_t>(wanted, 0, count - 1);
    std::nth_element(sizes.begin(), place, sizes.end());
    return *place;
  };
}

/// Columns and numbers of each row, in the order of the source.
template <class T> using Left = std::vector<std::vector<std::pair<int64_t, T>>>;
template <class T> Left<T> pruned(const Source<T> &source, const Threshold<T> &threshold) {
  const auto entries = source.entries();
  const double least = threshold(entries, source.values);
  Left<T> made(source.rows);
  for (const Entry &entry : entries)
    if (const T value = source.values[entry.place]; magnitude(value) > least)
      made[entry.row].push_back({entry.column, value});
  return made;
}

/// Offsets and number of what is left, then its indices and numbers.
template <class T>
int countPruned(Call &call, const Source<T> &source, const Threshold<T> &threshold, const void *kind, int *offsets,
                int *total) {
  const int base = kindOf(call, kind).base;
  call.need(offsets && total);
  return call.run([=] { writeOffsets(pruned(source, threshold), base, offsets, total); });
}
template <class T>
int writePruned(Call &call, const Source<T> &source, const Threshold<T> &threshold, const void *kind, T *values,
                const int *offsets, int *indices) {
  const int base = kindOf(call, kind).base;
  call.need(offsets && ((values && indices) || source.rows == 0));
  return call.run([=] { writeElements(pruned(source, threshold), base, values, indices); });
}

/// The threshold of a compression, of which the real part counts.
template <class T> double toleranceOf(Call &call, T tolerance) {
  const double made = blas::numberOf<double>(tolerance);
  call.need(made >= 0);
  return made;
}

/// How many elements of each row are left, and of all.
template <class T>
int countCompressed(Call call, int64_t rows, const void *kind, const T *values, const int *offsets, int *each,
                    int *total, T tolerance) {
  const double least = toleranceOf(call, tolerance);
  const int base = kindOf(call, kind).base;
  call.need(rows >= 0 && total && (rows == 0 || (values && offsets && each)));
  return call.run([=] {
    *total = 0;
    for (int64_t row = 0; row < rows; ++row) {
      const T *first = values + offsets[row] - base, *last = values + offsets[row + 1] - base;
      each[row] = int(std::count_if(first, last, [=](T value) { return magnitude(value) > least; }));
      *total += each[row];
    }
  });
}

/// The compressed matrix, whose elements in each row have been counted.
template <class T>
int writeCompressed(Call call, const Matrix &A, const int *each, T *values, int *indices, int *offsets, T tolerance) {
  const double least = toleranceOf(call, tolerance);
  const auto source = rowsSource<T>(call, A);
  const int base = int(A.indices.base);
  call.need(offsets && (A.rows == 0 || each) && (A.count == 0 || (values && indices)));
  return call.run([=] {
    const auto rows = pruned<T>(source, [=](const std::vector<Entry> &, const T *) { return least; });
    offsets[0] = base;
    for (int64_t row = 0; row < A.rows; ++row)
      offsets[row + 1] = offsets[row] + each[row];
    writeElements(rows, base, values, indices);
  });
}

} // namespace porter::sparse
