// Copies to shared memory of libcu++'s `cuda::memcpy_async`, done at once, in wide words.
#pragma once

#include "wide_copies.hpp"

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
