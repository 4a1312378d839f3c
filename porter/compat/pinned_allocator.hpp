// Thrust's allocator of pinned host memory, which its CUDA back end had until release 3 and HIP's never:
// thrust::system::hip::experimental::pinned_allocator, for std::vector and thrust::host_vector.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <new>

namespace thrust {
namespace system {
namespace hip {
namespace experimental {

template <typename T>
struct pinned_allocator {
  using value_type = T;
  using pointer = T*;
  using const_pointer = const T*;
  using reference = T&;
  using const_reference = const T&;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  template <typename U>
  struct rebind {
    using other = pinned_allocator<U>;
  };

  pinned_allocator() = default;
  template <typename U>
  pinned_allocator(const pinned_allocator<U>&) {}

  T* allocate(std::size_t n, const void* = nullptr) {
    void* memory = nullptr;
    if (n > max_size() || hipHostMalloc(&memory, n * sizeof(T), 0) != hipSuccess) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) { static_cast<void>(hipHostFree(memory)); }
  std::size_t max_size() const { return static_cast<std::size_t>(-1) / sizeof(T); }

  bool operator==(const pinned_allocator&) const { return true; }
  bool operator!=(const pinned_allocator&) const { return false; }
};

template <>
struct pinned_allocator<void> {
  using value_type = void;
  using pointer = void*;
  template <typename U>
  struct rebind {
    using other = pinned_allocator<U>;
  };
};

}  // namespace experimental
}  // namespace hip
}  // namespace system
namespace hip {
namespace experimental {
using system::hip::experimental::pinned_allocator;
}  // namespace experimental
}  // namespace hip
}  // namespace thrust
