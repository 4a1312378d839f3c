// Conversions of the older interface.
#include "conversions.h"

#include <map>
#include <numeric>
#include <set>

namespace porter::sparse {

int offsetsToRows(Call call, const int *offsets, int64_t count, int64_t rows, int *made, int base) {
  call.need(count >= 0 && rows >= 0 && (base == 0 || base == 1) && (count == 0 || (offsets && made)));
  return call.run([=] {
    for (int64_t row = 0; count > 0 && row < rows; ++row)
      for (int i = offsets[row]; i < offsets[row + 1]; ++i)
        made[i - base] = int(row + base);
  });
}

int rowsToOffsets(Call call, const int *indices, int64_t count, int64_t rows, int *offsets, int base) {
  call.need(count >= 0 && rows >= 0 && (base == 0 || base == 1) && offsets && (count == 0 || indices));
  return call.run([=] {
    std::fill_n(offsets, rows + 1, 0);
    for (int64_t i = 0; i < count; ++i)
      ++offsets[indices[i] - base + 1];
    std::partial_sum(offsets, offsets + rows + 1, offsets);
    for (int64_t i = 0; i <= rows; ++i)
      offsets[i] += base;
  });
}

int identity(Call call, int64_t n, int *permutation) {
  call.need(n >= 0 && (n == 0 || permutation));
  return call.run([=] { std::iota(permutation, permutation + n, 0); });
}

namespace {

/// Put numbers in an order, from `first` on.
void arrange(const std::vector<int64_t> &order, int64_t first, int *numbers) {
  if (!numbers)
    return;
  std::vector<int> made(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    made[i] = numbers[first + order[i]];
  std::copy(made.begin(), made.end(), numbers + first);
}

} // namespace

int sortLines(Call call, int64_t lines, int64_t count, const void *kind, const int *offsets, int *indices,
              int *permutation) {
  const int base = kindOf(call, kind).base;
  call.need(lines >= 0 && count >= 0 && (count == 0 || (offsets && indices)));
  return call.run([=] {
    for (int64_t line = 0; count > 0 && line < lines; ++line) {
      const int64_t first = offsets[line] - base;
      std::vector<int64_t> order(offsets[line + 1] - base - first);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(),
                       [&](int64_t a, int64_t b) { return indices[first + a] < indices[first + b]; });
      arrange(order, first, permutation);
      arrange(order, first, indices);
    }
  });
}

int sortList(Call call, int64_t count, int *first, int *second, int *permutation) {
  call.need(count >= 0 && (count == 0 || (first && second)));
  return call.run([=] {
    std::vector<int64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [=](int64_t a, int64_t b) {
      return std::pair(first[a], second[a]) < std::pair(first[b], second[b]);
    });
    for (int *numbers : {permutation, second, first})
      arrange(order, 0, numbers);
  });
}

int transposeLines(Call call, int64_t rows, int64_t columns, int64_t count, const void *values, const int *offsets,
                   const int *indices, void *madeValues, int *madeOffsets, int *madeIndices, int type, int withValues,
                   int base) {
  call.need(rows >= 0 && columns >= 0 && count >= 0 && (base == 0 || base == 1) && (withValues == 0 || withValues == 1));
  call.fail(!isType(type), Status::NotSupported);
  call.need(madeOffsets && (count == 0 || (offsets && indices && madeIndices)));
  call.need(!withValues || count == 0 || (values && madeValues));
  return call.run([=] {
    const int64_t bytes = blas::withType(dataTypeOf(type), [](auto *typed) { return int64_t(sizeof *typed); });
    std::fill_n(madeOffsets, columns + 1, 0);
    for (int64_t i = 0; i < count; ++i)
      ++madeOffsets[indices[i] - base + 1];
    std::partial_sum(madeOffsets, madeOffsets + columns + 1, madeOffsets);
    std::vector<int64_t> next(madeOffsets, madeOffsets + columns);
    for (int64_t row = 0; count > 0 && row < rows; ++row)
      for (int64_t i = offsets[row] - base; i < offsets[row + 1] - base; ++i) {
        const int64_t place = next[indices[i] - base]++;
        madeIndices[place] = int(row + base);
        if (withValues)
          std::memcpy(static_cast<char *>(madeValues) + place * bytes, static_cast<const char *>(values) + i * bytes,
                      bytes);
      }
    for (int64_t i = 0; i <= columns; ++i)
      madeOffsets[i] += base;
  });
}

namespace {

/// The columns of blocks that have elements, of each row of blocks.
std::vector<std::set<int64_t>> blocksOf(const std::vector<Entry> &entries, int64_t rows, int64_t block) {
  std::vector<std::set<int64_t>> made((rows + block - 1) / block);
  for (const Entry &entry : entries)
    made[entry.row / block].insert(entry.column / block);
  return made;
}

template <class Lines> void writeOffsets(const Lines &lines, int base, int *offsets, int *total) {
  int64_t count = base;
  for (size_t i = 0; i < lines.size(); ++i) {
    offsets[i] = int(count);
    count += int64_t(lines[i].size());
  }
  offsets[lines.size()] = int(count);
  if (total)
    *total = int(count - base);
}

/// A program may call with offsets that tell how many elements there are.
int64_t countOf(const int *offsets, int64_t rows) { return offsets && rows > 0 ? offsets[rows] - offsets[0] : 0; }

} // namespace

int countBlocks(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const int *offsets,
                const int *indices, int64_t block, const void *kindOfBlocks, int *blockOffsets, int *total) {
  const Matrix A = oldMatrix<float>(call, kind, rows, columns, countOf(offsets, rows), nullptr, offsets, indices);
  const int base = kindOf(call, kindOfBlocks).base;
  call.need((direction == 0 || direction == 1) && block > 0 && blockOffsets);
  return call.run([=] { writeOffsets(blocksOf(entriesOf(A), rows, block), base, blockOffsets, total); });
}

template <class T>
int toBlocks(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const T *values,
             const int *offsets, const int *indices, int64_t block, const void *kindOfBlocks, T *blockValues,
             int *blockOffsets, int *blockIndices) {
  const Matrix A = oldMatrix(call, kind, rows, columns, countOf(offsets, rows), values, offsets, indices);
  const int base = kindOf(call, kindOfBlocks).base;
  call.need((direction == 0 || direction == 1) && block > 0 && blockOffsets);
  call.need(A.count == 0 || (values && blockValues && blockIndices));
  return call.run([=] {
    const auto entries = entriesOf(A);
    const auto lines = blocksOf(entries, rows, block);
    writeOffsets(lines, base, blockOffsets, nullptr);
    std::vector<std::map<int64_t, int64_t>> place(lines.size());
    int64_t count = 0;
    for (size_t i = 0; i < lines.size(); ++i)
      for (int64_t column : lines[i]) {
        blockIndices[count] = int(column + base);
        place[i][column] = count++;
      }
    std::fill_n(blockValues, count * block * block, T());
    for (const Entry &entry : entries) {
      const int64_t i = entry.row % block, j = entry.column % block;
      const int64_t at = place[entry.row / block][entry.column / block];
      blockValues[at * block * block + (direction == 1 ? i + j * block : i * block + j)] = values[entry.place];
    }
  });
}

template <class T>
int fromBlocks(Call call, int direction, int64_t rows, int64_t columns, const void *kindOfBlocks, const T *values,
               const int *offsets, const int *indices, int64_t block, const void *kind, T *madeValues,
               int *madeOffsets, int *madeIndices) {
  const Matrix A =
      oldMatrix(call, kindOfBlocks, rows, columns, countOf(offsets, rows), values, offsets, indices, block, direction);
  const int base = kindOf(call, kind).base;
  call.need(madeOffsets && (A.count == 0 || (values && madeValues && madeIndices)));
  return call.run([=] {
    const Rows lines = rowsOf(entriesOf(A), A.rows);
    for (int64_t i = 0; i <= A.rows; ++i)
      madeOffsets[i] = int(lines.first[i] + base);
    for (size_t i = 0; i < lines.entries.size(); ++i) {
      madeIndices[i] = int(lines.entries[i].column + base);
      madeValues[i] = values[lines.entries[i].place];
    }
  });
}

template <class T>
int countNonzeros(Call call, int direction, int64_t rows, int64_t columns, const void *kind, const T *A, int64_t ld,
                  int *each, int *total) {
  (void)kindOf(call, kind);
  call.need((direction == 0 || direction == 1) && rows >= 0 && columns >= 0 && ld >= std::max<int64_t>(1, rows));
  call.need(total && (rows * columns == 0 || (A && each)));
  return call.run([=] {
    std::fill_n(each, direction == 0 ? rows : columns, 0);
    *total = 0;
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i)
        if (A[i + j * ld] != T()) {
          ++each[direction == 0 ? i : j];
          ++*total;
        }
  });
}

int countSum(Call call, int64_t rows, int64_t columns, const void *kindA, int64_t countA, const int *offsetsA,
             const int *indicesA, const void *kindB, int64_t countB, const int *offsetsB, const int *indicesB,
             const void *kindC, int *offsetsC, int *total) {
  const Matrix A = oldMatrix<float>(call, kindA, rows, columns, countA, nullptr, offsetsA, indicesA);
  const Matrix B = oldMatrix<float>(call, kindB, rows, columns, countB, nullptr, offsetsB, indicesB);
  const int base = kindOf(call, kindC).base;
  call.need(offsetsC && total);
  return call.run([=] {
    std::vector<std::set<int64_t>> lines(rows);
    for (const Matrix *each : {&A, &B})
      for (const Entry &entry : entriesOf(*each))
        lines[entry.row].insert(entry.column);
    writeOffsets(lines, base, offsetsC, total);
  });
}

template <class T>
int sum(Call call, int64_t rows, int64_t columns, const T *alpha, const void *kindA, int64_t countA, const T *valuesA,
        const int *offsetsA, const int *indicesA, const T *beta, const void *kindB, int64_t countB, const T *valuesB,
        const int *offsetsB, const int *indicesB, const void *kindC, T *valuesC, int *offsetsC, int *indicesC) {
  const Matrix A = oldMatrix(call, kindA, rows, columns, countA, valuesA, offsetsA, indicesA);
  const Matrix B = oldMatrix(call, kindB, rows, columns, countB, valuesB, offsetsB, indicesB);
  const int base = kindOf(call, kindC).base;
  call.need(offsetsC && (countA == 0 || valuesA) && (countB == 0 || valuesB));
  call.need(countA + countB == 0 || (valuesC && indicesC));
  const auto a = call.scalar<T>(alpha, typeOf<T>()), b = call.scalar<T>(beta, typeOf<T>());
  return call.run([=] {
    std::vector<std::map<int64_t, T>> lines(rows);
    for (const Entry &entry : entriesOf(A))
      lines[entry.row][entry.column] += a() * valuesA[entry.place];
    for (const Entry &entry : entriesOf(B))
      lines[entry.row][entry.column] += b() * valuesB[entry.place];
    writeOffsets(lines, base, offsetsC, nullptr);
    int64_t count = 0;
    for (const auto &line : lines)
      for (const auto &[column, value] : line) {
        indicesC[count] = int(column + base);
        valuesC[count++] = value;
      }
  });
}

#define INSTANCES(T)                                                                                                   \
  template int toBlocks(Call, int, int64_t, int64_t, const void *, const T *, const int *, const int *, int64_t,       \
                        const void *, T *, int *, int *);                                                              \
  template int fromBlocks(Call, int, int64_t, int64_t, const void *, const T *, const int *, const int *, int64_t,     \
                          const void *, T *, int *, int *);                                                            \
  template int countNonzeros(Call, int, int64_t, int64_t, const void *, const T *, int64_t, int *, int *);             \
  template int sum(Call, int64_t, int64_t, const T *, const void *, int64_t, const T *, const int *, const int *,      \
                   const T *, const void *, int64_t, const T *, const int *, const int *, const void *, T *, int *,    \
                   int *);
INSTANCES(float)
INSTANCES(double)
INSTANCES(std::complex<float>)
INSTANCES(std::complex<double>)

} // namespace porter::sparse
