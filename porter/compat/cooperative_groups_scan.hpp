// Prefix sums over tiles and coalesced groups: CUDA's cooperative_groups/scan.h.
#pragma once

#include "cooperative_groups_reduce.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

namespace detail {

/// Prefixes over a tile of several warps: those of each warp behind the sum of the ones before.
template <unsigned Size, typename T, typename Operation>
PORTER_CG T inclusive(const wide_tile<Size>& tile, T value, Operation&& operation) {
  const auto warp = tiled_partition<32>(tile);
  const T prefix = inclusive(warp, value, operation);
  T all[Size / 32];
  tile.share(warp.shfl(prefix, 31), all);
  T before = all[0];
  const unsigned rank = tile.thread_rank() / 32;
  for (unsigned i = 1; i < Size / 32; ++i) {
    if (i < rank) before = operation(before, all[i]);
  }
  return rank == 0 ? prefix : operation(before, prefix);
}

/// The value of the member before the caller.
template <typename Group, typename T>
PORTER_CG T of_the_one_before(const Group& group, T value) {
  return group.shfl_up(value, 1);
}
template <unsigned Size, typename T>
PORTER_CG T of_the_one_before(const wide_tile<Size>& tile, T value) {
  const auto warp = tiled_partition<32>(tile);
  T all[Size / 32];
  tile.share(warp.shfl(value, 31), all);
  const unsigned rank = tile.thread_rank();
  const T within = warp.shfl_up(value, 1);
  T before = within;
#pragma unroll
  for (unsigned i = 0; i + 1 < Size / 32; ++i) {
    if (rank == 32 * (i + 1)) before = all[i];
  }
  return before;
}

}  // namespace detail

/// `operation` over the values of the members up to the caller.
template <typename Group, typename T, typename Operation>
PORTER_CG T inclusive_scan(const Group& group, T value, Operation&& operation) {
  return detail::inclusive(detail::plain(group), value, operation);
}
template <typename Group, typename T>
PORTER_CG T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// `operation` over the values of the members before the caller; T{} for the first.
template <typename Group, typename T, typename Operation>
PORTER_CG T exclusive_scan(const Group& group, T value, Operation&& operation) {
  const auto& members = detail::plain(group);
  const T before =
      detail::of_the_one_before(members, detail::inclusive(members, value, operation));
  return group.thread_rank() == 0 ? T{} : before;
}
template <typename Group, typename T>
PORTER_CG T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
