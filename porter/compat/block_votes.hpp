// Barriers that vote: __syncthreads_or, _and and _count.
//
// HIP's own make a sum of the lanes of each wavefront, step by step, though a vote is one comparison. Here a wavefront
// votes, and one word of shared memory has the block's answer; a block of one wavefront needs none. Wavefronts that
// have ended do not count, whichever they are.
//
// The compiler does not know how many threads a block has, whatever the launch bounds say. Who does writes the most
// that there are, porter::syncthreads_or<64>(p): where that is one wavefront, nothing is asked when the kernel runs.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#if defined(__HIP__)

namespace porter {
namespace detail {

/// Whether a block of `most` threads or fewer has no more than a wavefront has lanes; the same for all of them.
template <unsigned most>
__device__ __forceinline__ bool is_block_one_wave() {
#if defined(__GFX9__)
  constexpr unsigned lanes = 64, fewest = 64;
#else
  const unsigned lanes = __builtin_amdgcn_wavefrontsize();
  constexpr unsigned fewest = 32;
#endif
  if constexpr (most <= fewest) return true;
  return blockDim.x * blockDim.y * blockDim.z <= lanes;
}

/// Lanes of the wavefront that run here and for which `predicate` holds.
__device__ __forceinline__ unsigned long long lanes_for(int predicate) {
  return __builtin_amdgcn_ballot_w64(predicate != 0);
}

/// The block's word of shared memory.
__device__ __forceinline__ unsigned* word_of_block() {
  __shared__ unsigned word;
  return &word;
}

/// Makes the word 0 before any wavefront goes on.
__device__ __forceinline__ void begin_vote(unsigned* word) {
  __hip_atomic_store(word, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
}

/// The word once all have voted, read by all before any wavefront goes on.
__device__ __forceinline__ int end_vote(unsigned* word) {
  __syncthreads();
  const unsigned result = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  return __builtin_amdgcn_readfirstlane(static_cast<int>(result));
}

}  // namespace detail

/// A barrier of the block; whether `predicate` holds for any of its threads, `most` or fewer, as 1 or 0.
template <unsigned most = 1024>
__device__ __forceinline__ int syncthreads_or(int predicate) {
  if (detail::is_block_one_wave<most>()) {
    __syncthreads();
    return detail::lanes_for(predicate) != 0;
  }
  unsigned* const word = detail::word_of_block();
  detail::begin_vote(word);
  if (predicate != 0) __hip_atomic_store(word, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  return detail::end_vote(word);
}

/// A barrier of the block; whether `predicate` holds for all of its threads, `most` or fewer, as 1 or 0.
template <unsigned most = 1024>
__device__ __forceinline__ int syncthreads_and(int predicate) {
  return 1 - syncthreads_or<most>(predicate == 0);
}

/// A barrier of the block; for how many of its threads, `most` or fewer, `predicate` holds.
template <unsigned most = 1024>
__device__ __forceinline__ int syncthreads_count(int predicate) {
  if (detail::is_block_one_wave<most>()) {
    __syncthreads();
    return __builtin_popcountll(detail::lanes_for(predicate));
  }
  unsigned* const word = detail::word_of_block();
  detail::begin_vote(word);
  if (predicate != 0) __hip_atomic_fetch_add(word, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  return detail::end_vote(word);
}

}  // namespace porter

#endif  // defined(__HIP__)
