// Reductions over tiles and coalesced groups: CUDA's cooperative_groups/reduce.h.
//
// The order of operations is that of CUDA's shuffles, so that sums of floats agree to the last bit.
#pragma once

#include "cooperative_groups.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

/// The operations that CUDA gives; any function of two values will do in their place.
template <typename T>
struct plus {
  PORTER_CG T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
  PORTER_CG T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
  PORTER_CG T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
  PORTER_CG T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct bit_or {
  PORTER_CG T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct bit_xor {
  PORTER_CG T operator()(T a, T b) const { return a ^ b; }
};

namespace detail {

/// Inclusive prefix over the ranks of a group, doubling the distance each step.
template <typename Group, typename T, typename Operation>
PORTER_CG T inclusive(const Group& group, T value, Operation&& operation) {
  const unsigned rank = group.thread_rank();
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T other = group.shfl_up(value, distance);
    if (distance <= rank) value = operation(value, other);
  }
  return value;
}

template <unsigned Size, typename T, typename Operation>
PORTER_CG T of_tile(const narrow_tile<Size>&, T value, Operation&& operation) {
  return moves::reduced<Size>(value, operation);
}
template <unsigned Size, typename T, typename Operation>
PORTER_CG T of_tile(const wide_tile<Size>& tile, T value, Operation&& operation) {
  return tile.collect(moves::reduced<32>(value, operation), operation);
}

}  // namespace detail

/// `operation` over the values of all members; every member returns it.
template <unsigned Size, typename Parent, typename T, typename Operation>
PORTER_CG T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation&& operation) {
  return detail::of_tile(detail::plain(tile), value, operation);
}
template <typename T, typename Operation>
PORTER_CG T reduce(const coalesced_group& group, T value, Operation&& operation) {
  if (group.size() == 32) return moves::reduced<32>(value, operation);
  const T prefix = detail::inclusive(group, value, operation);
  return group.shfl(prefix, static_cast<int>(group.size()) - 1);
}

/// The same, stored by one member.
template <typename Group, typename T, typename Operation>
PORTER_CG void reduce_store_async(const Group& group, T* destination, T value,
                                  Operation&& operation) {
  const T result = reduce(group, value, operation);
  if (group.thread_rank() == 0) *destination = result;
}

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
