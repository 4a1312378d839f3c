// Prefix sums over tiles and coalesced groups: CUDA's cooperative_groups/scan.h.
#pragma once

#include "cooperative_groups_reduce.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

/// `operation` over the values of the members up to the caller.
template <typename Group, typename T, typename Operation>
PORTER_CG T inclusive_scan(const Group& group, T value, Operation&& operation) {
  return detail::inclusive(group, value, operation);
}
template <typename Group, typename T>
PORTER_CG T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// `operation` over the values of the members before the caller; T{} for the first.
template <typename Group, typename T, typename Operation>
PORTER_CG T exclusive_scan(const Group& group, T value, Operation&& operation) {
  const T before = group.shfl_up(detail::inclusive(group, value, operation), 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <typename Group, typename T>
PORTER_CG T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
