// PyTorch's reductions of a warp and of a block (ATen/native/cuda/block_reduce.cuh), for warps of 32 lanes.
//
// PyTorch's own count wavefronts, 64 lanes on gfx9: a block of 32 threads has none whole there, and its sum is 0.
// These have the same names, arguments and meaning, with warps of 32 lanes, as CUDA's: blocks are multiples of 32
// threads, `shared` has a place for each 32 of them, and the result is thread 0's.
#pragma once

#include "warp.hpp"

#include <limits>

#include <ATen/native/SharedReduceOps.h>
#include <c10/macros/Macros.h>
#include <hip/hip_runtime.h>

namespace porter {
namespace cuda_utils {

template <typename T>
__device__ __forceinline__ T WarpReduceSum(T val) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) val += porter::shfl_down(val, offset);
  return val;
}

template <typename T>
__device__ __forceinline__ T WarpReduceMax(T val) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) val = max_propagate_nan(val, porter::shfl_down(val, offset));
  return val;
}

/// `op.warp_shfl_down` spans the wavefront: what lanes get from another warp of 32 never reaches the first lane of theirs.
template <typename T, class ReduceOp>
__device__ __forceinline__ T WarpReduce(T val, const ReduceOp &op) {
#pragma unroll
  for (int offset = 16; offset > 0; offset >>= 1) val = op.combine(val, op.warp_shfl_down(val, offset));
  return val;
}

struct Block1D {
  static __forceinline__ __device__ int Tid() { return threadIdx.x; }
  static __forceinline__ __device__ int Warps() { return blockDim.x / 32; }
};

struct Block2D {
  static __forceinline__ __device__ int Tid() { return threadIdx.x + threadIdx.y * blockDim.x; }
  static __forceinline__ __device__ int Warps() { return blockDim.x * blockDim.y / 32; }
};

namespace detail {

/// Reduces each warp, and with the first one what they gave. The first barrier: `shared` may still be read by those of
/// a reduction before.
template <typename B, typename T, typename OfWarp>
__device__ __forceinline__ T of_block(T val, T identity, T *shared, OfWarp of_warp) {
  const int tid = B::Tid(), lane = tid % 32, warp = tid / 32;
  val = of_warp(val);
  __syncthreads();
  if (lane == 0) shared[warp] = val;
  __syncthreads();
  val = tid < B::Warps() ? shared[lane] : identity;
  return warp == 0 ? of_warp(val) : val;
}

}  // namespace detail

template <typename T, typename B = Block1D>
__device__ __forceinline__ T BlockReduceSum(T val, T *shared) {
  return detail::of_block<B>(val, T(0), shared, [](T own) { return WarpReduceSum(own); });
}

template <typename T, typename B = Block1D>
__device__ __forceinline__ T BlockReduceMax(T val, T *shared) {
  const T lowest = std::numeric_limits<T>::lowest();
  return detail::of_block<B>(val, lowest, shared, [](T own) { return WarpReduceMax(own); });
}

template <typename T, class ReduceOp, typename B = Block1D>
__device__ __forceinline__ T BlockReduce(T val, const ReduceOp &op, const T &identity_element, T *shared) {
  return detail::of_block<B>(val, identity_element, shared, [&op](T own) { return WarpReduce(own, op); });
}

}  // namespace cuda_utils
}  // namespace porter
