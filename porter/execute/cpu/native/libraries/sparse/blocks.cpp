// Conversions of the older interface from and to matrices of blocks.
#include "blocks.h"
#include "lines.h"
#include "triangles.h"

#include <set>

namespace porter::sparse {
namespace {

/// The columns of blocks that have elements, of each row of blocks.
std::vector<std::set<int64_t>> blocksOf(const Matrix &A, const std::vector<Entry> &entries, int64_t height,
                                        int64_t width) {
  std::vector<std::set<int64_t>> made((A.rows + height - 1) / height);
  for (const Entry &entry : entries)
    made[entry.row / height].insert(entry.column / width);
  return made;
}

} // namespace

int countBlocks(Call call, const Matrix &A, int64_t height, int64_t width, const void *kind, int *offsets, int *total) {
  const int base = kindOf(call, kind).base;
  call.need(height > 0 && width > 0 && offsets);
  return call.run([=] { writeOffsets(blocksOf(A, entriesOf(A), height, width), base, offsets, total); });
}

template <class T>
int toBlocks(Call call, const Matrix &A, int64_t height, int64_t width, int direction, const void *kind, T *values,
             int *offsets, int *indices) {
  Matrix made;
  made.blockRows = height;
  made.blockColumns = width;
  made.blocksByColumn = direction == 1;
  const int base = kindOf(call, kind).base;
  call.need((direction == 0 || direction == 1) && height > 0 && width > 0 && offsets);
  call.need(A.count == 0 || (A.values && values && indices));
  return call.run([=] {
    const auto entries = entriesOf(A);
    const auto lines = blocksOf(A, entries, height, width);
    writeOffsets(lines, base, offsets, nullptr);
    std::vector<std::map<int64_t, int64_t>> place(lines.size());
    int64_t count = 0;
    for (size_t i = 0; i < lines.size(); ++i)
      for (int64_t column : lines[i]) {
        indices[count] = int(column + base);
        place[i][column] = count++;
      }
    std::fill_n(values, count * height * width, T());
    for (const Entry &entry : entries) {
      const int64_t block = place[entry.row / height][entry.column / width];
      values[made.placeInBlocks(block, entry.row % height, entry.column % width)] =
          static_cast<const T *>(A.values)[entry.place];
    }
  });
}

template <class T>
int fromBlocks(Call call, const Matrix &A, const void *kind, T *values, int *offsets, int *indices, bool withValues) {
  const int base = kindOf(call, kind).base;
  call.need(offsets && (A.count == 0 || indices));
  call.need(A.count == 0 || !withValues || (A.values && values));
  return call.run([=] {
    const Rows lines = rowsOf(entriesOf(A), A.rows);
    for (int64_t i = 0; i <= A.rows; ++i)
      offsets[i] = int(lines.first[i] + base);
    for (size_t i = 0; i < lines.entries.size(); ++i) {
      indices[i] = int(lines.entries[i].column + base);
      if (withValues)
        values[i] = static_cast<const T *>(A.values)[lines.entries[i].place];
    }
  });
}

#define INSTANCES(T)                                                                                                   \
  template int toBlocks(Call, const Matrix &, int64_t, int64_t, int, const void *, T *, int *, int *);                 \
  template int fromBlocks(Call, const Matrix &, const void *, T *, int *, int *, bool);
INSTANCES(float)
INSTANCES(double)
INSTANCES(std::complex<float>)
INSTANCES(std::complex<double>)

} // namespace porter::sparse
