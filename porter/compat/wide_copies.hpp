// Copies that threads share, in the widest words that addresses and size allow.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#if defined(__HIP__)

namespace porter {
namespace copies {

#define PORTER_COPY __host__ __device__ __forceinline__

template <typename Word>
PORTER_COPY void words(size_t first, size_t step, void* to, const void* from, size_t bytes) {
  auto* target = static_cast<Word*>(to);
  const auto* origin = static_cast<const Word*>(from);
  for (size_t i = first; i < bytes / sizeof(Word); i += step) target[i] = origin[i];
}

/// The part of a copy that member `first` of `step` members makes. `Alignment` is known to divide
/// the size and both addresses.
template <size_t Alignment>
PORTER_COPY void part(size_t first, size_t step, void* to, const void* from, size_t bytes) {
  const size_t seen = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
  if (Alignment % 16 == 0 || seen % 16 == 0) {
    words<uint4>(first, step, to, from, bytes);
  } else if (Alignment % 8 == 0 || seen % 8 == 0) {
    words<uint2>(first, step, to, from, bytes);
  } else if (Alignment % 4 == 0 || seen % 4 == 0) {
    words<unsigned>(first, step, to, from, bytes);
  } else {
    words<unsigned char>(first, step, to, from, bytes);
  }
}

#undef PORTER_COPY

}  // namespace copies
}  // namespace porter

#endif  // defined(__HIP__)
