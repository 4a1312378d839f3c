// Cooperative groups with CUDA's meaning: tiles and coalesced groups are made of warps of 32 lanes.
//
// HIP 6.4's own spans the wavefront: on gfx9 `coalesced_threads()` has up to 64 members, masks are
// 64 bits wide, `tiled_partition` of a coalesced group loses the lanes from 32 on, votes of
// tiles need `HIP_ENABLE_WARP_SYNC_BUILTINS`, `num_threads()`, `dim_threads()`, `labeled_partition`
// and the collectives of reduce.h and scan.h are missing, and shuffles take numbers only.
#pragma once

#include "warp.hpp"

#if !defined(__HIPCC_RTC__)
#include <hip/hip_cooperative_groups.h>
#endif

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

#define PORTER_CG __device__ __forceinline__

namespace detail {

enum class kind { block, grid, lanes };

/// The lane of the `n`-th member of a mask, counted from 0; 32 when there are not as many.
PORTER_CG unsigned nth_lane(unsigned mask, unsigned n) {
  if (n >= static_cast<unsigned>(__builtin_popcount(mask))) return 32;
  unsigned lane = 0;
#pragma unroll
  for (unsigned width = 16; width > 0; width /= 2) {
    const unsigned below = __builtin_popcount((mask >> lane) & ((1u << width) - 1));
    if (n >= below) {
      n -= below;
      lane += width;
    }
  }
  return lane;
}

/// The bits of `lanes` at the members of `mask`, moved together: bit n is that of member n.
PORTER_CG unsigned by_rank(unsigned mask, unsigned lanes) {
  if (mask == 0xffffffffu) return lanes;
  unsigned result = 0;
  for (unsigned rank = 0; mask != 0; ++rank, mask &= mask - 1) {
    if (lanes & mask & (0u - mask)) result |= 1u << rank;
  }
  return result;
}

PORTER_CG unsigned thread_in_block() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
PORTER_CG unsigned threads_of_block() { return blockDim.x * blockDim.y * blockDim.z; }
PORTER_CG unsigned long long block_in_grid() {
  return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
}
PORTER_CG unsigned long long blocks_of_grid() {
  return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
}

struct access;

}  // namespace detail

/// Any group, by what all of them can do.
class thread_group {
 public:
  PORTER_CG unsigned long long size() const {
    if (kind_ == detail::kind::lanes) return __builtin_popcount(mask_);
    const unsigned long long threads = detail::threads_of_block();
    return kind_ == detail::kind::block ? threads : threads * detail::blocks_of_grid();
  }
  PORTER_CG unsigned long long num_threads() const { return size(); }
  PORTER_CG unsigned long long thread_rank() const {
    if (kind_ == detail::kind::lanes) return __builtin_popcount(mask_ & lanemask_lt());
    const unsigned long long rank = detail::thread_in_block();
    if (kind_ == detail::kind::block) return rank;
    return detail::block_in_grid() * detail::threads_of_block() + rank;
  }
  PORTER_CG void sync() const {
    if (kind_ == detail::kind::lanes) {
      syncwarp(mask_);
    } else if (kind_ == detail::kind::block) {
      __syncthreads();
    } else {
      ::cooperative_groups::this_grid().sync();
    }
  }
  PORTER_CG bool is_valid() const {
    return kind_ != detail::kind::grid || ::cooperative_groups::this_grid().is_valid();
  }

 protected:
  friend struct detail::access;
  PORTER_CG explicit thread_group(detail::kind kind, unsigned mask = 0, unsigned meta_rank = 0,
                                  unsigned meta_size = 1)
      : kind_(kind), mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}

  detail::kind kind_;
  unsigned mask_;  ///< lanes of the warp, for tiles and coalesced groups
  unsigned meta_rank_, meta_size_;
};

/// The threads of the block.
class thread_block : public thread_group {
 public:
  PORTER_CG static unsigned size() { return detail::threads_of_block(); }
  PORTER_CG static unsigned num_threads() { return detail::threads_of_block(); }
  PORTER_CG static unsigned thread_rank() { return detail::thread_in_block(); }
  PORTER_CG static void sync() { __syncthreads(); }
  PORTER_CG static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  PORTER_CG static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  PORTER_CG static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  PORTER_CG static dim3 dim_threads() { return group_dim(); }

 private:
  friend PORTER_CG thread_block this_thread_block();
  PORTER_CG thread_block() : thread_group(detail::kind::block) {}
};
PORTER_CG thread_block this_thread_block() { return thread_block(); }

/// The threads of the grid; `sync` needs a cooperative launch.
class grid_group : public thread_group {
 public:
  PORTER_CG static unsigned long long size() {
    return detail::threads_of_block() * detail::blocks_of_grid();
  }
  PORTER_CG static unsigned long long num_threads() { return size(); }
  PORTER_CG static unsigned long long thread_rank() {
    return detail::block_in_grid() * detail::threads_of_block() + detail::thread_in_block();
  }
  PORTER_CG static unsigned long long block_rank() { return detail::block_in_grid(); }
  PORTER_CG static unsigned long long num_blocks() { return detail::blocks_of_grid(); }
  PORTER_CG static dim3 block_index() { return thread_block::group_index(); }
  PORTER_CG static dim3 thread_index() { return thread_block::thread_index(); }
  PORTER_CG static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  PORTER_CG static dim3 dim_blocks() { return group_dim(); }
  PORTER_CG static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
  }

 private:
  friend PORTER_CG grid_group this_grid();
  PORTER_CG grid_group() : thread_group(detail::kind::grid) {}
};
PORTER_CG grid_group this_grid() { return grid_group(); }

using ::cooperative_groups::multi_grid_group;
using ::cooperative_groups::this_multi_grid;

/// Threads of one warp that run together, whichever they are.
class coalesced_group : public thread_group {
 public:
  PORTER_CG unsigned size() const { return __builtin_popcount(mask_); }
  PORTER_CG unsigned num_threads() const { return size(); }
  PORTER_CG unsigned thread_rank() const { return __builtin_popcount(mask_ & lanemask_lt()); }
  PORTER_CG unsigned meta_group_rank() const { return meta_rank_; }
  PORTER_CG unsigned meta_group_size() const { return meta_size_; }
  PORTER_CG void sync() const { syncwarp(mask_); }

  // By reference: a value may be unset where nobody reads it.
  template <typename T>
  PORTER_CG T shfl(const T& value, int rank) const {
    return read_rank(value, static_cast<unsigned>(rank));
  }
  template <typename T>
  PORTER_CG T shfl_up(const T& value, int distance) const {
    const unsigned rank = thread_rank() - static_cast<unsigned>(distance);
    return read_rank(value, rank < size() ? rank : thread_rank());
  }
  template <typename T>
  PORTER_CG T shfl_down(const T& value, unsigned distance) const {
    const unsigned rank = thread_rank() + distance;
    return read_rank(value, rank < size() ? rank : thread_rank());
  }

  PORTER_CG int any(int predicate) const { return any_sync(mask_, predicate); }
  PORTER_CG int all(int predicate) const { return all_sync(mask_, predicate); }
  PORTER_CG unsigned ballot(int predicate) const {
    return detail::by_rank(mask_, ballot_sync(mask_, predicate));
  }
  template <typename T>
  PORTER_CG unsigned match_any(T value) const {
    return detail::by_rank(mask_, match_any_sync(mask_, value));
  }
  template <typename T>
  PORTER_CG unsigned match_all(T value, int& all) const {
    return detail::by_rank(mask_, match_all_sync(mask_, value, &all));
  }

 private:
  friend struct detail::access;
  friend PORTER_CG coalesced_group coalesced_threads();
  PORTER_CG explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : thread_group(detail::kind::lanes, mask, meta_rank, meta_size) {}

  template <typename T>
  PORTER_CG T read_rank(const T& value, unsigned rank) const {
    const unsigned lane = mask_ == 0xffffffffu ? rank & 31u : detail::nth_lane(mask_, rank) & 31u;
    return porter::detail::read_lane(value, lane);
  }
};
PORTER_CG coalesced_group coalesced_threads() { return coalesced_group(activemask()); }

}  // namespace cooperative_groups
}  // namespace porter

#elif !defined(__CUDACC__)

// Host code that only names the namespace.
namespace porter {
namespace cooperative_groups {}
}  // namespace porter

#endif

#include "cooperative_groups_tiles.hpp"
