// Copies by a group: CUDA's cooperative_groups/memcpy_async.h.
//
// The copy is done when the call returns; `wait` makes the members see each other's part.
#pragma once

#include "cooperative_groups.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

namespace detail {

template <typename Word, typename Group>
PORTER_CG void copy(const Group& group, void* destination, const void* source, size_t bytes) {
  auto* to = static_cast<Word*>(destination);
  const auto* from = static_cast<const Word*>(source);
  for (size_t i = group.thread_rank(); i < bytes / sizeof(Word); i += group.size()) to[i] = from[i];
}

}  // namespace detail

/// Copy `size` bytes, in the largest words that addresses and size allow.
template <typename Group, typename T, typename Size>
PORTER_CG void memcpy_async(const Group& group, T* destination, const T* source,
                            const Size& size) {
  const size_t bytes = static_cast<size_t>(size);
  const size_t alignment = reinterpret_cast<size_t>(destination) |
                           reinterpret_cast<size_t>(source) | bytes;
  if (alignment % 16 == 0) {
    detail::copy<uint4>(group, destination, source, bytes);
  } else if (alignment % 4 == 0) {
    detail::copy<unsigned>(group, destination, source, bytes);
  } else {
    detail::copy<unsigned char>(group, destination, source, bytes);
  }
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
