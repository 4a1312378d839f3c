// CUB's warp-striped arrangements with warps of 32 lanes.
//
// Item i of lane l of a warp lies at i * 32 + l of the warp's part. hipCUB's warps are wavefronts: on
// gfx9 item i lies at i * 64 + l, and a kernel that reads or writes such an arrangement by itself, or
// in several steps, takes other items than CUB gave it.
#pragma once

#include <hipcub/hipcub.hpp>

#include "warp.hpp"

namespace porter {

template <typename T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = 0>
class BlockExchange : public hipcub::BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD,
                                                   WARP_TIME_SLICING, BLOCK_DIM_Y, BLOCK_DIM_Z> {
  using Base = hipcub::BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD, WARP_TIME_SLICING,
                                     BLOCK_DIM_Y, BLOCK_DIM_Z>;
  static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static constexpr int warps = (threads + 31) / 32;

  struct Striped {
    T items[warps * 32 * ITEMS_PER_THREAD];
  };

 public:
  // Both arrangements use the same memory, one after the other.
  union Memory {
    typename Base::TempStorage base;
    Striped striped;
    __host__ __device__ Memory() {}
  };
  struct TempStorage : hipcub::Uninitialized<Memory> {};

  __device__ __forceinline__ explicit BlockExchange(TempStorage &storage)
      : Base(storage.Alias().base), items_(storage.Alias().striped.items) {}

  template <typename Output>
  __device__ __forceinline__ void WarpStripedToBlocked(T (&input)[ITEMS_PER_THREAD],
                                                       Output (&output)[ITEMS_PER_THREAD]) {
    const int thread = hipcub::RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z);
    const int lane = thread & 31, start = (thread - lane) * ITEMS_PER_THREAD;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) items_[start + i * 32 + lane] = input[i];
    porter::syncwarp();
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) {
      output[i] = items_[start + lane * ITEMS_PER_THREAD + i];
    }
  }

  template <typename Output>
  __device__ __forceinline__ void BlockedToWarpStriped(T (&input)[ITEMS_PER_THREAD],
                                                       Output (&output)[ITEMS_PER_THREAD]) {
    const int thread = hipcub::RowMajorTid(BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z);
    const int lane = thread & 31, start = (thread - lane) * ITEMS_PER_THREAD;
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) {
      items_[start + lane * ITEMS_PER_THREAD + i] = input[i];
    }
    porter::syncwarp();
#pragma unroll
    for (int i = 0; i < ITEMS_PER_THREAD; ++i) output[i] = items_[start + i * 32 + lane];
  }

  __device__ __forceinline__ void WarpStripedToBlocked(T (&items)[ITEMS_PER_THREAD]) {
    WarpStripedToBlocked(items, items);
  }

  __device__ __forceinline__ void BlockedToWarpStriped(T (&items)[ITEMS_PER_THREAD]) {
    BlockedToWarpStriped(items, items);
  }

 private:
  T *items_;
};

template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectWarpStriped(int thread, Iterator from,
                                                      T (&items)[ITEMS]) {
  const int start = (thread & ~31) * ITEMS + (thread & 31);
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = from[start + i * 32];
}

template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void LoadDirectWarpStriped(int thread, Iterator from,
                                                      T (&items)[ITEMS], int valid) {
  const int start = (thread & ~31) * ITEMS + (thread & 31);
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (start + i * 32 < valid) items[i] = from[start + i * 32];
  }
}

template <typename T, int ITEMS, typename Iterator, typename Default>
__device__ __forceinline__ void LoadDirectWarpStriped(int thread, Iterator from,
                                                      T (&items)[ITEMS], int valid,
                                                      Default otherwise) {
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) items[i] = otherwise;
  LoadDirectWarpStriped(thread, from, items, valid);
}

template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectWarpStriped(int thread, Iterator to,
                                                       T (&items)[ITEMS]) {
  const int start = (thread & ~31) * ITEMS + (thread & 31);
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) to[start + i * 32] = items[i];
}

template <typename T, int ITEMS, typename Iterator>
__device__ __forceinline__ void StoreDirectWarpStriped(int thread, Iterator to,
                                                       T (&items)[ITEMS], int valid) {
  const int start = (thread & ~31) * ITEMS + (thread & 31);
#pragma unroll
  for (int i = 0; i < ITEMS; ++i) {
    if (start + i * 32 < valid) to[start + i * 32] = items[i];
  }
}

}  // namespace porter
