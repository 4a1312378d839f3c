// A barrier in one word of 64 bits whose arrival and waiting are two steps: CUDA's `mbarrier`.
//
// From the low end: how many arrivals the phase still waits for, how many each phase waits for
// (20 bits each), and the number of the phase. A lane that waits stops its wave: whoever has yet
// to arrive must be in another wave, or have arrived before.
#pragma once

#include "atomic_access.hpp"

#if defined(__HIP__)

#if !defined(__HIPCC_RTC__)
#include <cstdint>
#endif

namespace porter {
namespace split_barrier {

#define PORTER_BARRIER __host__ __device__ __forceinline__

using word = uint64_t;
constexpr int width = 20;
constexpr word largest = (word(1) << width) - 1;

PORTER_BARRIER constexpr word pending(word state) { return state & largest; }
PORTER_BARRIER constexpr word expected(word state) { return (state >> width) & largest; }
PORTER_BARRIER constexpr word phase(word state) { return state >> (2 * width); }
PORTER_BARRIER constexpr word started(word phase, word expected) {
  return phase << (2 * width) | expected << width | expected;
}

template <::cuda::thread_scope Scope>
PORTER_BARRIER void init(word* state, word count) {
  atomics::store<Scope>(state, started(0, count), __ATOMIC_RELEASE);
}

/// Take `count` from what is pending, and `dropped` from what later phases wait for.
///
/// Whoever arrives last calls `complete` before the next phase begins. Returns the state before.
template <::cuda::thread_scope Scope, typename Complete>
PORTER_BARRIER word arrive(word* state, word count, word dropped, Complete& complete) {
  const word taken = count | dropped << width;
  const word before = atomics::fetch_sub<Scope>(state, taken, __ATOMIC_ACQ_REL);
  if (pending(before) == count) {
    complete();
    const word now = before - taken;
    atomics::store<Scope>(state, started(phase(now) + 1, expected(now)), __ATOMIC_RELEASE);
  }
  return before;
}

/// Tell whether the phase of the state `token` is over.
template <::cuda::thread_scope Scope>
PORTER_BARRIER bool is_over(const word* state, word token) {
  return phase(atomics::load<Scope>(state, __ATOMIC_ACQUIRE)) != phase(token);
}

/// Tell whether the latest phase of this parity is over.
template <::cuda::thread_scope Scope>
PORTER_BARRIER bool is_parity_over(const word* state, bool parity) {
  return (phase(atomics::load<Scope>(state, __ATOMIC_ACQUIRE)) & 1) != word(parity);
}

#undef PORTER_BARRIER

}  // namespace split_barrier

#define PORTER_BARRIER __device__ __forceinline__

// CUDA's primitives of cuda_awbarrier_primitives.h.

using mbarrier_t = uint64_t;
using mbarrier_token_t = uint64_t;

namespace split_barrier {
struct nothing {
  __host__ __device__ void operator()() const {}
};
constexpr auto block = ::cuda::thread_scope_block;
}  // namespace split_barrier

PORTER_BARRIER unsigned mbarrier_maximum_count() { return split_barrier::largest; }
PORTER_BARRIER void mbarrier_init(mbarrier_t* state, unsigned count) {
  split_barrier::init<split_barrier::block>(state, count);
}
PORTER_BARRIER void mbarrier_inval(mbarrier_t*) {}
PORTER_BARRIER mbarrier_token_t mbarrier_arrive(mbarrier_t* state) {
  split_barrier::nothing nothing;
  return split_barrier::arrive<split_barrier::block>(state, 1, 0, nothing);
}
PORTER_BARRIER mbarrier_token_t mbarrier_arrive_and_drop(mbarrier_t* state) {
  split_barrier::nothing nothing;
  return split_barrier::arrive<split_barrier::block>(state, 1, 1, nothing);
}
PORTER_BARRIER unsigned mbarrier_token_pending_count(mbarrier_token_t token) {
  return split_barrier::pending(token);
}
PORTER_BARRIER bool mbarrier_test_wait(const mbarrier_t* state, mbarrier_token_t token) {
  return split_barrier::is_over<split_barrier::block>(state, token);
}
PORTER_BARRIER bool mbarrier_test_wait_parity(const mbarrier_t* state, bool parity) {
  return split_barrier::is_parity_over<split_barrier::block>(state, parity);
}
PORTER_BARRIER bool mbarrier_try_wait(const mbarrier_t* state, mbarrier_token_t token, unsigned) {
  return mbarrier_test_wait(state, token);
}
PORTER_BARRIER bool mbarrier_try_wait_parity(const mbarrier_t* state, bool parity, unsigned) {
  return mbarrier_test_wait_parity(state, parity);
}
/// The copies of this thread arrive; they are done already, and count for nothing more.
PORTER_BARRIER void pipeline_arrive_on(mbarrier_t*) {}

#undef PORTER_BARRIER

}  // namespace porter

#endif  // defined(__HIP__)
