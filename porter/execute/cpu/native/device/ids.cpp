// Who and where a work-item is. HIP launches whole blocks, so every block has the same size.
#include "device.h"

#define AXES(name)                                                                                      \
  PURE uint32_t porter_##name##_x(void);                                                                 \
  PURE uint32_t porter_##name##_y(void);                                                                 \
  PURE uint32_t porter_##name##_z(void);                                                                 \
  static inline uint32_t name(uint32_t axis) {                                                           \
    switch (axis) {                                                                                      \
    case 0: return porter_##name##_x();                                                                  \
    case 1: return porter_##name##_y();                                                                  \
    default: return porter_##name##_z();                                                                 \
    }                                                                                                    \
  }
AXES(item_id)
AXES(block_id)
AXES(block_items)
AXES(grid_blocks)

PURE uint32_t porter_lane_id(void);

PURE uint64_t __ockl_get_local_id(uint32_t axis) { return item_id(axis); }
PURE uint64_t __ockl_get_group_id(uint32_t axis) { return block_id(axis); }
PURE uint64_t __ockl_get_local_size(uint32_t axis) { return block_items(axis); }
PURE uint64_t __ockl_get_num_groups(uint32_t axis) { return grid_blocks(axis); }
PURE uint64_t __ockl_get_global_size(uint32_t axis) { return uint64_t(grid_blocks(axis)) * block_items(axis); }
PURE uint64_t __ockl_get_global_id(uint32_t axis) {
  return uint64_t(block_id(axis)) * block_items(axis) + item_id(axis);
}

/// mbcnt: how many bits of `mask` belong to lanes below this one; lanes 0 to 31, then 32 to 63.
PURE uint32_t porter_mbcnt_lo(uint32_t mask, uint32_t base) {
  uint32_t lane = porter_lane_id();
  uint32_t below = lane >= 32 ? ~0u : (1u << lane) - 1;
  return base + __builtin_popcount(mask & below);
}
PURE uint32_t porter_mbcnt_hi(uint32_t mask, uint32_t base) {
  uint32_t lane = porter_lane_id();
  uint32_t below = lane <= 32 ? 0 : (1u << (lane - 32)) - 1;
  return base + __builtin_popcount(mask & below);
}
PURE uint32_t porter_inverse_ballot_i64(uint64_t mask) { return mask >> porter_lane_id() & 1; }
PURE uint32_t porter_inverse_ballot_i32(uint32_t mask) { return mask >> porter_lane_id() & 1; }
