// Copies to shared memory of libcu++'s `cuda::memcpy_async`, done at once, in wide words.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#if !defined(__HIP_PLATFORM_NVIDIA__)

namespace cuda {

/// A number of bytes, of which `Alignment` is known to divide it and both addresses.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ constexpr explicit aligned_size_t(size_t size) : value(size) {}
  __host__ __device__ constexpr operator size_t() const { return value; }
};

/// Whether a copy goes on behind the call. Here none does.
enum class async_contract_fulfillment { none, async };

}  // namespace cuda

#if defined(__HIP__)

namespace porter {
namespace copies {

#define PORTER_COPY __host__ __device__ __forceinline__

/// What is known of a size: nothing, or what `aligned_size_t` says.
template <typename Shape>
struct shape {
  static constexpr size_t align = 1;
};
template <size_t Alignment>
struct shape<::cuda::aligned_size_t<Alignment>> {
  static constexpr size_t align = Alignment;
};

template <typename Word>
PORTER_COPY void words(size_t first, size_t step, void* to, const void* from, size_t bytes) {
  auto* target = static_cast<Word*>(to);
  const auto* origin = static_cast<const Word*>(from);
  for (size_t i = first; i < bytes / sizeof(Word); i += step) target[i] = origin[i];
}

/// The part of a copy that member `first` of `step` members makes, in the widest words.
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

template <typename To, typename From, typename Shape>
PORTER_COPY ::cuda::async_contract_fulfillment by_thread(To* to, From* from, const Shape& size) {
  part<shape<Shape>::align>(0, 1, to, from, static_cast<size_t>(size));
  return ::cuda::async_contract_fulfillment::none;
}

template <typename Group, typename To, typename From, typename Shape>
PORTER_COPY ::cuda::async_contract_fulfillment by_group(const Group& group, To* to, From* from,
                                                        const Shape& size) {
  part<shape<Shape>::align>(group.thread_rank(), group.size(), to, from, static_cast<size_t>(size));
  return ::cuda::async_contract_fulfillment::none;
}

#undef PORTER_COPY

}  // namespace copies
}  // namespace porter

#endif  // defined(__HIP__)
#endif  // !defined(__HIP_PLATFORM_NVIDIA__)
