// Prefix sums over tiles and coalesced groups: CUDA's cooperative_groups/scan.h.
#pragma once

#include "cooperative_groups_reduce.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

namespace detail {

template <typename Group, typename T, typename Operation>
PORTER_CG T exclusive(const Group& group, T value, Operation&& operation) {
  const T before = group.shfl_up(inclusive(group, value, operation), 1);
  return group.thread_rank() == 0 ? T{} : before;
}

/// What the warps of a tile before the caller's come to, added as the lanes of a warp are; T{} for
/// the first.
template <unsigned Size, typename T, typename Operation>
PORTER_CG T of_warps_before(const wide_tile<Size>& tile, T total, Operation&& operation) {
  constexpr unsigned warps = Size / 32;
  T all[warps];
  tile.share(total, all);
#pragma unroll
  for (unsigned distance = 1; distance < warps; distance *= 2) {
#pragma unroll
    for (unsigned i = warps - 1; i >= distance; --i) all[i] = operation(all[i], all[i - distance]);
  }
  const unsigned rank = tile.thread_rank() / 32;
  T before{};
#pragma unroll
  for (unsigned i = 0; i + 1 < warps; ++i) {
    if (i < rank) before = all[i];
  }
  return before;
}

template <unsigned Size, typename T, typename Operation>
PORTER_CG T inclusive(const wide_tile<Size>& tile, T value, Operation&& operation) {
  const auto warp = tiled_partition<32>(tile);
  const T prefix = inclusive(warp, value, operation);
  const T before = of_warps_before(tile, warp.shfl(prefix, 31), operation);
  return tile.thread_rank() < 32 ? prefix : operation(prefix, before);
}
template <unsigned Size, typename T, typename Operation>
PORTER_CG T exclusive(const wide_tile<Size>& tile, T value, Operation&& operation) {
  const auto warp = tiled_partition<32>(tile);
  const T prefix = inclusive(warp, value, operation);
  const T before = of_warps_before(tile, warp.shfl(prefix, 31), operation);
  const T within = warp.shfl_up(prefix, 1);
  if (warp.thread_rank() == 0) return before;
  return tile.thread_rank() < 32 ? within : operation(within, before);
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
  return detail::exclusive(detail::plain(group), value, operation);
}
template <typename Group, typename T>
PORTER_CG T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
