// Conversions of the older interface.
#include "conversions.h"

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

int transposeLines(Call call, int64_t rows, int64_t columns, int64_t count, const void *values, const int *offsets,
                   const int *indices, void *madeValues, int *madeOffsets, int *madeIndices, int64_t bytes,
                   int withValues, int base) {
  call.need(rows >= 0 && columns >= 0 && count >= 0 && (base == 0 || base == 1) && (withValues == 0 || withValues == 1));
  call.need(madeOffsets && (count == 0 || (offsets && indices && madeIndices)));
  call.need(!withValues || count == 0 || (values && madeValues));
  return call.run([=] {
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
    std::vector<Row<T>> lines(rows);
    for (const Entry &entry : entriesOf(A))
      lines[entry.row][entry.column] += a() * valuesA[entry.place];
    for (const Entry &entry : entriesOf(B))
      lines[entry.row][entry.column] += b() * valuesB[entry.place];
    writeOffsets(lines, base, offsetsC, nullptr);
    writeElements(lines, base, valuesC, indicesC);
  });
}

#define INSTANCES(T)                                                                                                   \
  template int countNonzeros(Call, int, int64_t, int64_t, const void *, const T *, int64_t, int *, int *);             \
  template int sum(Call, int64_t, int64_t, const T *, const void *, int64_t, const T *, const int *, const int *,      \
                   const T *, const void *, int64_t, const T *, const int *, const int *, const void *, T *, int *,    \
                   int *);
INSTANCES(float)
INSTANCES(double)
INSTANCES(std::complex<float>)
INSTANCES(std::complex<double>)

} // namespace porter::sparse
