// libcu++'s cuda/atomic: objects and references with a scope and an order for each access.
#pragma once

#include "atomic_access.hpp"

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/atomic>
#elif defined(__HIP__)

namespace porter {
namespace atomics {

#define PORTER_SCOPED __host__ __device__ __forceinline__

/// What objects and references can do: `Self::at()` says where the value is.
template <typename Self, typename T, ::cuda::thread_scope Scope>
class operations {
  using order = ::cuda::memory_order;
  static constexpr order strict = ::cuda::memory_order_seq_cst;
  PORTER_SCOPED T* place() const { return static_cast<const Self*>(this)->at(); }

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  PORTER_SCOPED bool is_lock_free() const { return true; }

  PORTER_SCOPED T load(order with = strict) const { return atomics::load<Scope>(place(), with); }
  PORTER_SCOPED void store(T value, order with = strict) const {
    atomics::store<Scope>(place(), value, with);
  }
  PORTER_SCOPED T exchange(T value, order with = strict) const {
    return atomics::exchange<Scope>(place(), value, with);
  }
  PORTER_SCOPED bool compare_exchange_strong(T& expected, T value, order with,
                                             order failure) const {
    return compare_exchange<Scope>(place(), expected, value, with, failure);
  }
  PORTER_SCOPED bool compare_exchange_strong(T& expected, T value, order with = strict) const {
    return compare_exchange<Scope>(place(), expected, value, with, of_failure(with));
  }
  PORTER_SCOPED bool compare_exchange_weak(T& expected, T value, order with,
                                           order failure) const {
    return compare_exchange<Scope>(place(), expected, value, with, failure);
  }
  PORTER_SCOPED bool compare_exchange_weak(T& expected, T value, order with = strict) const {
    return compare_exchange<Scope>(place(), expected, value, with, of_failure(with));
  }

  /// Wait until the value is another one. The lane that changes it has to be in another wave.
  PORTER_SCOPED void wait(T old, order with = strict) const {
    while (as<bits_of<T>>(load(with)) == as<bits_of<T>>(old)) scopes::pause();
  }
  PORTER_SCOPED void notify_one() const {}
  PORTER_SCOPED void notify_all() const {}

  /// Numbers take numbers, pointers distances.
  using difference = typename ::std::conditional<::std::is_pointer<T>::value, long long, T>::type;
  PORTER_SCOPED T fetch_add(difference value, order with = strict) const {
    if constexpr (::std::is_pointer<T>::value) {
      return update<Scope>(place(), with, [value](T v) { return v + value; });
    } else {
      return atomics::fetch_add<Scope>(place(), value, with);
    }
  }
  PORTER_SCOPED T fetch_sub(difference value, order with = strict) const {
    if constexpr (::std::is_pointer<T>::value) {
      return update<Scope>(place(), with, [value](T v) { return v - value; });
    } else {
      return atomics::fetch_sub<Scope>(place(), value, with);
    }
  }
  PORTER_SCOPED T fetch_and(T value, order with = strict) const {
    return atomics::fetch_and<Scope>(place(), value, with);
  }
  PORTER_SCOPED T fetch_or(T value, order with = strict) const {
    return atomics::fetch_or<Scope>(place(), value, with);
  }
  PORTER_SCOPED T fetch_xor(T value, order with = strict) const {
    return atomics::fetch_xor<Scope>(place(), value, with);
  }
  PORTER_SCOPED T fetch_min(T value, order with = strict) const {
    return atomics::fetch_min<Scope>(place(), value, with);
  }
  PORTER_SCOPED T fetch_max(T value, order with = strict) const {
    return atomics::fetch_max<Scope>(place(), value, with);
  }

  PORTER_SCOPED operator T() const { return load(); }
  PORTER_SCOPED T operator++() const { return fetch_add(1) + 1; }
  PORTER_SCOPED T operator--() const { return fetch_sub(1) - 1; }
  PORTER_SCOPED T operator++(int) const { return fetch_add(1); }
  PORTER_SCOPED T operator--(int) const { return fetch_sub(1); }
  PORTER_SCOPED T operator+=(difference value) const { return fetch_add(value) + value; }
  PORTER_SCOPED T operator-=(difference value) const { return fetch_sub(value) - value; }
  PORTER_SCOPED T operator&=(T value) const { return fetch_and(value) & value; }
  PORTER_SCOPED T operator|=(T value) const { return fetch_or(value) | value; }
  PORTER_SCOPED T operator^=(T value) const { return fetch_xor(value) ^ value; }
};

}  // namespace atomics
}  // namespace porter

namespace cuda {

/// A value that threads of `Scope` change at the same time.
template <typename T, thread_scope Scope = thread_scope_system>
class alignas(sizeof(T)) atomic
    : public ::porter::atomics::operations<atomic<T, Scope>, T, Scope> {
 public:
  atomic() = default;
  PORTER_SCOPED constexpr atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;
  PORTER_SCOPED T operator=(T value) {
    this->store(value);
    return value;
  }

 private:
  friend class ::porter::atomics::operations<atomic<T, Scope>, T, Scope>;
  PORTER_SCOPED T* at() const { return const_cast<T*>(&value_); }
  T value_;
};

/// A value of somebody else's that threads of `Scope` change at the same time.
template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref : public ::porter::atomics::operations<atomic_ref<T, Scope>, T, Scope> {
 public:
  static constexpr size_t required_alignment = sizeof(T);
  PORTER_SCOPED explicit atomic_ref(T& value) : value_(&value) {}
  atomic_ref(const atomic_ref&) = default;
  PORTER_SCOPED T operator=(T value) const {
    this->store(value);
    return value;
  }

 private:
  friend class ::porter::atomics::operations<atomic_ref<T, Scope>, T, Scope>;
  PORTER_SCOPED T* at() const { return value_; }
  T* value_;
};

/// A bit that is set once until it is cleared.
class atomic_flag {
 public:
  atomic_flag() = default;
  /// Of ATOMIC_FLAG_INIT.
  __host__ __device__ constexpr atomic_flag(bool is_set) noexcept : set_(is_set) {}
  PORTER_SCOPED bool test_and_set(memory_order with = memory_order_seq_cst) {
    return ::porter::atomics::exchange<thread_scope_system>(&set_, 1u, with) != 0;
  }
  PORTER_SCOPED bool test(memory_order with = memory_order_seq_cst) const {
    return ::porter::atomics::load<thread_scope_system>(&set_, with) != 0;
  }
  PORTER_SCOPED void clear(memory_order with = memory_order_seq_cst) {
    ::porter::atomics::store<thread_scope_system>(&set_, 0u, with);
  }

 private:
  unsigned set_ = 0;
};

/// Order the accesses before and after it; the device has no narrower fence than a block's.
PORTER_SCOPED void atomic_thread_fence(memory_order with,
                                       [[maybe_unused]] thread_scope scope =
                                           thread_scope_system) {
  if (with == memory_order_relaxed) return;
#if defined(__HIP_DEVICE_COMPILE__)
  if (scope == thread_scope_system) {
    __threadfence_system();
  } else if (scope == thread_scope_device) {
    __threadfence();
  } else if (scope == thread_scope_block) {
    __threadfence_block();
  }
#else
  __atomic_thread_fence(with);
#endif
}

namespace std {
template <typename T>
using atomic = ::cuda::atomic<T, thread_scope_system>;
template <typename T>
using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_flag;
PORTER_SCOPED void atomic_thread_fence(memory_order with) { ::cuda::atomic_thread_fence(with); }
}  // namespace std

#undef PORTER_SCOPED

}  // namespace cuda

#endif  // defined(__HIP__)
