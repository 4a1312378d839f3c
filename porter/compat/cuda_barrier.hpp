// libcu++'s cuda/barrier: a barrier whose arrival and waiting are two steps.
//
// A lane that waits stops its wave: whoever has yet to arrive must be in another wave, or have
// arrived before. Copies to shared memory are done at once, and are seen behind the wait.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/barrier>
#else

#include "cuda_atomic.hpp"
#include "cuda_memcpy_async.hpp"
#include "split_barrier.hpp"

#if defined(__HIP__)

namespace cuda {

#define PORTER_BARRIER __host__ __device__ __forceinline__

template <thread_scope Scope, typename Completion = ::porter::split_barrier::nothing>
class alignas(8) barrier {
  using word = ::porter::split_barrier::word;

 public:
  /// What `arrive` hands to `wait`: the phase that was arrived at.
  class arrival_token {
   public:
    arrival_token() = default;

   private:
    friend class barrier;
    PORTER_BARRIER explicit arrival_token(word state) : state_(state) {}
    word state_;
  };

  barrier() = default;
  PORTER_BARRIER constexpr explicit barrier(ptrdiff_t expected, Completion completion = {})
      : state_(::porter::split_barrier::started(0, expected)), completion_(completion) {}
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;

  PORTER_BARRIER static constexpr ptrdiff_t max() { return ::porter::split_barrier::largest; }

  [[nodiscard]] PORTER_BARRIER arrival_token arrive(ptrdiff_t count = 1) {
    return arrival_token(::porter::split_barrier::arrive<Scope>(&state_, count, 0, completion_));
  }
  PORTER_BARRIER void arrive_and_drop() {
    ::porter::split_barrier::arrive<Scope>(&state_, 1, 1, completion_);
  }
  PORTER_BARRIER void wait(arrival_token&& token) const {
    while (!try_wait(token)) ::porter::scopes::pause();
  }
  PORTER_BARRIER void wait_parity(bool parity) const {
    while (!try_wait_parity(parity)) ::porter::scopes::pause();
  }
  PORTER_BARRIER void arrive_and_wait() { wait(arrive()); }

  PORTER_BARRIER bool try_wait(const arrival_token& token) const {
    return ::porter::split_barrier::is_over<Scope>(&state_, token.state_);
  }
  PORTER_BARRIER bool try_wait_parity(bool parity) const {
    return ::porter::split_barrier::is_parity_over<Scope>(&state_, parity);
  }
  /// One look: a program has to expect that the time was too short.
  template <typename Duration>
  PORTER_BARRIER bool try_wait_for(const arrival_token& token, const Duration&) const {
    return try_wait(token);
  }
  template <typename Duration>
  PORTER_BARRIER bool try_wait_parity_for(bool parity, const Duration&) const {
    return try_wait_parity(parity);
  }

  friend PORTER_BARRIER void init(barrier* made, ptrdiff_t expected, Completion completion = {}) {
    made->completion_ = completion;
    ::porter::split_barrier::init<Scope>(&made->state_, expected);
  }
  friend PORTER_BARRIER word* native_handle(barrier& of) { return &of.state_; }

 private:
  word state_;
  [[no_unique_address]] Completion completion_;
};

namespace device {
PORTER_BARRIER ::porter::split_barrier::word* barrier_native_handle(
    barrier<thread_scope_block>& of) {
  return native_handle(of);
}
}  // namespace device

/// Copy by one thread; done at once, so that any wait on the barrier is behind it.
template <typename To, typename From, typename Shape, thread_scope Scope, typename Completion>
PORTER_BARRIER async_contract_fulfillment memcpy_async(To* destination, From* source,
                                                       const Shape& size,
                                                       barrier<Scope, Completion>&) {
  return ::porter::copies::by_thread(destination, source, size);
}

/// Copy by a group of threads.
template <typename Group, typename To, typename From, typename Shape, thread_scope Scope,
          typename Completion>
PORTER_BARRIER async_contract_fulfillment memcpy_async(const Group& group, To* destination,
                                                       From* source, const Shape& size,
                                                       barrier<Scope, Completion>&) {
  return ::porter::copies::by_group(group, destination, source, size);
}

namespace std {
template <typename Completion = ::porter::split_barrier::nothing>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}  // namespace std

#undef PORTER_BARRIER

}  // namespace cuda

#endif  // defined(__HIP__)
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
