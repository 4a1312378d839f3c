// libcu++'s cuda/pipeline: stages that producers fill and consumers empty in turn.
//
// Copies are done at once, so that a thread's own pipeline never waits. One that threads share
// keeps two barriers a stage: filled, and free again. A lane that waits stops its wave: where
// some threads produce and others consume, they must be in different waves.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/pipeline>
#else

#include "cuda_barrier.hpp"

#if defined(__HIP__)

namespace cuda {

#define PORTER_PIPELINE __host__ __device__ __forceinline__

enum class pipeline_role { producer, consumer };

/// What the threads of a pipeline share.
template <thread_scope Scope, unsigned char Stages>
struct pipeline_shared_state {
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

  ::porter::split_barrier::word filled[Stages], free[Stages];
  unsigned members;
};

template <thread_scope Scope>
class pipeline {
  using word = ::porter::split_barrier::word;

 public:
  template <unsigned char Stages>
  PORTER_PIPELINE explicit pipeline(pipeline_shared_state<Scope, Stages>* state)
      : filled_(state->filled),
        free_(state->free),
        members_(&state->members),
        stages_(Stages) {}
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;
  pipeline(pipeline&&) = default;
  pipeline& operator=(pipeline&&) = default;

  PORTER_PIPELINE void producer_acquire() {
    if (acquired_ >= stages_) wait(free_, acquired_ - stages_);
    ++acquired_;
  }
  PORTER_PIPELINE void producer_commit() { arrive(filled_, committed_++); }
  PORTER_PIPELINE void consumer_wait() { wait(filled_, waited_++); }
  PORTER_PIPELINE void consumer_release() { arrive(free_, released_++); }
  /// Copies are done at once: what was committed is there within any time.
  template <typename Duration>
  PORTER_PIPELINE bool consumer_wait_for(const Duration&) {
    consumer_wait();
    return true;
  }
  /// Leave; true for the last thread.
  PORTER_PIPELINE bool quit() {
    return ::porter::atomics::fetch_sub<Scope>(members_, 1u, __ATOMIC_ACQ_REL) == 1;
  }

 private:
  PORTER_PIPELINE void arrive(word* of_stages, unsigned turn) {
    ::porter::split_barrier::nothing nothing;
    ::porter::split_barrier::arrive<Scope>(of_stages + turn % stages_, 1, 0, nothing);
  }
  /// A stage is never more than one phase ahead of whoever waits for it: the parity tells.
  PORTER_PIPELINE void wait(const word* of_stages, unsigned turn) const {
    const bool parity = turn / stages_ % 2 != 0;
    while (!::porter::split_barrier::is_parity_over<Scope>(of_stages + turn % stages_, parity)) {
      ::porter::scopes::pause();
    }
  }

  word *filled_, *free_;
  unsigned *members_, stages_;
  unsigned acquired_ = 0, committed_ = 0, waited_ = 0, released_ = 0;
};

/// A thread's own: whatever it has copied is there.
template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline() = default;
  pipeline(const pipeline&) = delete;
  pipeline& operator=(const pipeline&) = delete;
  pipeline(pipeline&&) = default;
  pipeline& operator=(pipeline&&) = default;

  PORTER_PIPELINE void producer_acquire() {}
  PORTER_PIPELINE void producer_commit() {}
  PORTER_PIPELINE void consumer_wait() {}
  PORTER_PIPELINE void consumer_release() {}
  template <typename Duration>
  PORTER_PIPELINE bool consumer_wait_for(const Duration&) {
    return true;
  }
  PORTER_PIPELINE bool quit() { return true; }
};

PORTER_PIPELINE pipeline<thread_scope_thread> make_pipeline() { return {}; }

}  // namespace cuda

namespace porter {
namespace pipelines {

/// A pipeline whose stages are empty, with so many members, producers and consumers.
template <typename Group, ::cuda::thread_scope Scope, unsigned char Stages>
PORTER_PIPELINE ::cuda::pipeline<Scope> begun(const Group& group,
                                              ::cuda::pipeline_shared_state<Scope, Stages>* state,
                                              unsigned members, unsigned producers,
                                              unsigned consumers) {
  if (group.thread_rank() == 0) {
    state->members = members;
    for (unsigned stage = 0; stage < Stages; ++stage) {
      split_barrier::init<Scope>(state->filled + stage, producers);
      split_barrier::init<Scope>(state->free + stage, consumers);
    }
  }
  group.sync();
  return ::cuda::pipeline<Scope>(state);
}

}  // namespace pipelines
}  // namespace porter

namespace cuda {

/// All threads of the group produce and consume.
template <typename Group, thread_scope Scope, unsigned char Stages>
PORTER_PIPELINE pipeline<Scope> make_pipeline(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state) {
  const unsigned size = group.size();
  return ::porter::pipelines::begun(group, state, size, size, size);
}

/// The first threads of the group produce, the others consume.
template <typename Group, thread_scope Scope, unsigned char Stages>
PORTER_PIPELINE pipeline<Scope> make_pipeline(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state,
                                              size_t producers) {
  const unsigned size = group.size();
  return ::porter::pipelines::begun(group, state, size, producers, size - producers);
}

/// Each thread of the group says what it does.
template <typename Group, thread_scope Scope, unsigned char Stages>
PORTER_PIPELINE pipeline<Scope> make_pipeline(const Group& group,
                                              pipeline_shared_state<Scope, Stages>* state,
                                              pipeline_role role) {
  if (group.thread_rank() == 0) state->members = 0;
  group.sync();
  if (role == pipeline_role::producer) {
    ::porter::atomics::fetch_add<Scope>(&state->members, 1u, __ATOMIC_RELAXED);
  }
  group.sync();
  const unsigned producers = state->members;
  group.sync();
  return make_pipeline(group, state, size_t{producers});
}

/// All but the latest `Prior` commits of this thread are there: all are.
template <unsigned char Prior>
PORTER_PIPELINE void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {}

/// Let the copies of this thread arrive at a barrier when they are done: they are.
template <thread_scope Scope, typename Completion>
PORTER_PIPELINE void pipeline_producer_commit(pipeline<thread_scope_thread>&,
                                              barrier<Scope, Completion>&) {}

/// Copy by one thread.
template <typename To, typename From, typename Shape, thread_scope Scope>
PORTER_PIPELINE async_contract_fulfillment memcpy_async(To* destination, From* source,
                                                        const Shape& size, pipeline<Scope>&) {
  return ::porter::copies::by_thread(destination, source, size);
}

/// Copy by a group of threads.
template <typename Group, typename To, typename From, typename Shape, thread_scope Scope>
PORTER_PIPELINE async_contract_fulfillment memcpy_async(const Group& group, To* destination,
                                                        From* source, const Shape& size,
                                                        pipeline<Scope>&) {
  return ::porter::copies::by_group(group, destination, source, size);
}

#undef PORTER_PIPELINE

}  // namespace cuda

#endif  // defined(__HIP__)
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
