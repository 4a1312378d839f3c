// Copies by a group: CUDA's cooperative_groups/memcpy_async.h.
//
// The copy is done when the call returns; `wait` makes the members see each other's part.
#pragma once

#include "cooperative_groups.hpp"
#include "wide_copies.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

/// Copy `size` bytes.
template <typename Group, typename T, typename Size>
PORTER_CG void memcpy_async(const Group& group, T* destination, const T* source,
                            const Size& size) {
  copies::part<1>(group.thread_rank(), group.size(), destination, source, size_t(size));
}

/// Copy as many elements as both sides have.
template <typename Group, typename T, typename To, typename From>
PORTER_CG void memcpy_async(const Group& group, T* destination, const To& room, const T* source,
                            const From& count) {
  const size_t to = static_cast<size_t>(room), from = static_cast<size_t>(count);
  memcpy_async(group, destination, source, sizeof(T) * (to < from ? to : from));
}

template <typename Group>
PORTER_CG void wait(const Group& group) {
  group.sync();
}
template <unsigned Stages, typename Group>
PORTER_CG void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
