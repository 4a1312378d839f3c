// Tiles of 64 to 1024 threads, which are whole warps of one block and meet at barriers of their own.
//
// AMD's GPUs have one barrier a block, so these wait for a word in shared memory. A tile is cut at a
// multiple of its size: on wavefronts of 64 lanes, too, a wave belongs to one tile alone.
#pragma once

#include "cooperative_groups.hpp"
#include "split_barrier.hpp"

#if defined(__HIP__)

namespace porter {
namespace cooperative_groups {

/// The memory that CUDA's larger tiles are given on older GPUs; these bring their own.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};

template <unsigned MaxBlockSize>
PORTER_CG thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  return this_thread_block();
}

namespace detail {

/// What the tiles of a block share: a barrier a tile, and a value a warp.
template <unsigned Size>
struct tile_memory {
  split_barrier::word barrier[1024 / Size];
  uint64_t value[1024 / 32];
};

template <unsigned Size>
PORTER_CG tile_memory<Size>& memory_of_tiles() {
  __shared__ tile_memory<Size> memory;
  return memory;
}

/// Begin with barriers at which nobody waits. Every thread of `parent` calls it.
template <unsigned Size, typename Parent>
PORTER_CG void prepare_tiles(const Parent& parent) {
  parent.sync();
  const unsigned rank = thread_in_block();
  if (rank % Size == 0) {
    const unsigned left = threads_of_block() - rank;
    const unsigned warps = ((left < Size ? left : Size) + 31) / 32;
    split_barrier::init<split_barrier::block>(&memory_of_tiles<Size>().barrier[rank / Size], warps);
  }
  parent.sync();
}

}  // namespace detail

/// What a tile of `Size` threads, more than a warp has, can do.
template <unsigned Size>
class wide_tile : public thread_group {
  static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "the size of a tile is a power of two");

 public:
  static constexpr unsigned warps = Size / 32;

  PORTER_CG static constexpr unsigned size() { return Size; }
  PORTER_CG static constexpr unsigned num_threads() { return Size; }
  PORTER_CG static unsigned thread_rank() { return detail::thread_in_block() % Size; }
  PORTER_CG unsigned meta_group_rank() const { return meta_rank_; }
  PORTER_CG unsigned meta_group_size() const { return meta_size_; }

  PORTER_CG static void sync() {
    split_barrier::nothing nothing;
    auto* const barrier =
        &detail::memory_of_tiles<Size>().barrier[detail::thread_in_block() / Size];
    const auto token = *static_cast<volatile split_barrier::word*>(barrier);
    __threadfence_block();
    syncwarp();  // all lanes have read the phase, and stored what others will read
    if (lane_id() == 0) split_barrier::arrive<split_barrier::block>(barrier, 1, 0, nothing);
    while (!split_barrier::is_over<split_barrier::block>(barrier, token)) __builtin_amdgcn_s_sleep(1);
    __threadfence_block();
  }

  template <typename T>
  PORTER_CG T shfl(const T& value, int rank) const {
    if (thread_rank() == static_cast<unsigned>(rank) % Size) store(value);
    sync();
    const T found = load<T>(static_cast<unsigned>(rank) % Size / 32);
    sync();  // before the next one stores
    return found;
  }
  PORTER_CG int any(int predicate) const {
    return collect(any_sync(0xffffffffu, predicate), [](int a, int b) { return a | b; });
  }
  PORTER_CG int all(int predicate) const {
    return collect(all_sync(0xffffffffu, predicate), [](int a, int b) { return a & b; });
  }

  /// `operation` over a value of each warp, in the order in which a shuffle's steps join them.
  template <typename T, typename Operation>
  PORTER_CG T collect(T value, Operation&& operation) const {
    T all[warps];
    share(value, all);
#pragma unroll
    for (unsigned distance = warps / 2; distance > 0; distance /= 2) {
#pragma unroll
      for (unsigned i = 0; i < distance; ++i) all[i] = operation(all[i], all[i + distance]);
    }
    return all[0];
  }

  /// Let every thread have the value of each warp, which is that of its first lane.
  template <typename T>
  PORTER_CG void share(T value, T (&all)[warps]) const {
    if (lane_id() == 0) store(value);
    sync();
#pragma unroll
    for (unsigned warp = 0; warp < warps; ++warp) all[warp] = load<T>(warp);
    sync();
  }

 protected:
  PORTER_CG explicit wide_tile(unsigned meta_rank, unsigned meta_size)
      : thread_group(detail::kind::lanes, 0xffffffffu, meta_rank, meta_size) {}

 private:
  template <typename T>
  PORTER_CG static void store(const T& value) {
    static_assert(sizeof(T) <= 8, "tiles of several warps take values of up to 8 bytes, as CUDA's");
    __builtin_memcpy(slot(detail::thread_in_block() / 32), &value, sizeof(T));
  }
  template <typename T>
  PORTER_CG static T load(unsigned warp) {
    T value;
    __builtin_memcpy(&value, slot(detail::thread_in_block() / Size * warps + warp), sizeof(T));
    return value;
  }
  PORTER_CG static uint64_t* slot(unsigned warp) {
    return &detail::memory_of_tiles<Size>().value[warp];
  }
};

}  // namespace cooperative_groups
}  // namespace porter

#endif  // defined(__HIP__)
