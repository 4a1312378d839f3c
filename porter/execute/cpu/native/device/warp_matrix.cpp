// What the lanes of a warp do by themselves for matrices and asynchronous copies: rows of ldmatrix and stmatrix,
// elements of wmma's fragments, cp.async.
#include "device.h"

/// Inlined, so that checks see their accesses as those of the line that calls them.
#define SEEN extern "C" __attribute__((always_inline))

SEEN void porter_nv_matrix_row_load(const char *row, char *to, uint32_t isWanted) {
  if (isWanted)
    __builtin_memcpy(to, row, 16);
}

SEEN void porter_nv_matrix_row_store(char *row, const char *from, uint32_t isWanted) {
  if (isWanted)
    __builtin_memcpy(row, from, 16);
}

SEEN void porter_nv_copy_async(char *to, const char *from, uint32_t bytes, uint32_t size, uint32_t isWanted) {
  if (!isWanted)
    return;
  const uint32_t copied = size < bytes ? size : bytes;
  __builtin_memcpy(to, from, copied);
  __builtin_memset(to + copied, 0, bytes - copied);
}

/// The elements of one lane: `each` different ones in `slots` places, of a matrix whose rows have `columns` elements.
/// In memory rows (or columns, where it lies by columns) are `stride` elements apart.
template <class Body>
__attribute__((always_inline)) static inline void forElements(uint32_t lane, uint32_t slots, uint32_t each,
                                                              uint32_t columns, uint64_t stride, uint32_t isColumns,
                                                              uint32_t bytes, Body body) {
  for (uint32_t slot = 0; slot < slots; ++slot) {
    const uint32_t place = lane * each + slot % each, row = place / columns, column = place % columns;
    body(slot * bytes, (isColumns ? column * stride + row : row * stride + column) * bytes);
  }
}

SEEN void porter_nv_fragment_load(const char *from, char *to, uint32_t lane, uint32_t slots, uint32_t each,
                                  uint32_t columns, uint32_t stride, uint32_t isColumns, uint32_t bytes) {
  forElements(lane, slots, each, columns, stride, isColumns, bytes,
              [&](uint64_t inLane, uint64_t inMemory) { __builtin_memcpy(to + inLane, from + inMemory, bytes); });
}

SEEN void porter_nv_fragment_store(char *to, const char *from, uint32_t lane, uint32_t slots, uint32_t each,
                                   uint32_t columns, uint32_t stride, uint32_t isColumns, uint32_t bytes) {
  forElements(lane, slots, each, columns, stride, isColumns, bytes,
              [&](uint64_t inLane, uint64_t inMemory) { __builtin_memcpy(to + inMemory, from + inLane, bytes); });
}
