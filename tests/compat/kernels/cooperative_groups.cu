// What tiles, coalesced groups and partitions say of themselves and compute.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

/// Numbers that every group gives, in the order in which the test reads them.
template <typename Group>
__device__ void describe(const Group &group, int value, int *out) {
  const int last = static_cast<int>(group.size()) - 1;
  int same = 0;
  out[0] = group.size();
  out[1] = group.num_threads();
  out[2] = group.thread_rank();
  out[3] = group.meta_group_rank();
  out[4] = group.meta_group_size();
  out[5] = group.shfl(value, last);
  out[6] = group.shfl_up(value, 1);
  out[7] = group.shfl_down(value, 2);
  out[8] = group.any(value > 2);
  out[9] = group.all(value > 2);
  out[10] = group.ballot(value > 2);
  out[11] = group.match_any(value);
  out[12] = group.match_all(value, same);
  out[13] = same;
  out[14] = cg::reduce(group, value, cg::plus<int>());
  out[15] = cg::reduce(group, value, cg::less<int>());
  out[16] = cg::reduce(group, value, cg::greater<int>());
  out[17] = cg::reduce(group, value, cg::bit_xor<int>());
  out[18] = cg::reduce(group, value, [](int a, int b) { return a > b ? a : b; });
  out[19] = cg::inclusive_scan(group, value);
  out[20] = cg::exclusive_scan(group, value);
  out[21] = cg::inclusive_scan(group, value, cg::greater<int>());
}

constexpr int numbers = 22;

template <int Size>
__device__ void tile(const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  describe(cg::tiled_partition<Size>(cg::this_thread_block()), value[t], out + t * numbers);
}

extern "C" __global__ void tiles(int size, const int *value, int *out) {
  if (size == 1) tile<1>(value, out);
  if (size == 2) tile<2>(value, out);
  if (size == 4) tile<4>(value, out);
  if (size == 8) tile<8>(value, out);
  if (size == 16) tile<16>(value, out);
  if (size == 32) tile<32>(value, out);
}

extern "C" __global__ void tiles_of_tiles(const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  cg::thread_block_tile<8> forgotten = cg::tiled_partition<8>(warp);
  describe(forgotten, value[t], out + t * numbers);
}

extern "C" __global__ void coalesced(const int *wanted, const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (wanted[t]) describe(cg::coalesced_threads(), value[t], out + t * numbers);
}

extern "C" __global__ void runs(const int *wanted, const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (wanted[t]) {
    describe(cg::tiled_partition(cg::coalesced_threads(), 4), value[t], out + t * numbers);
  }
}

extern "C" __global__ void labeled(const int *wanted, const int *label, const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (wanted[t]) {
    describe(cg::labeled_partition(cg::coalesced_threads(), label[t]), value[t], out + t * numbers);
  }
}

extern "C" __global__ void halves(const int *label, const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  describe(cg::binary_partition(tile, label[t] != 0), value[t], out + t * numbers);
}

// Sums of floats, whose last bits tell the order.
extern "C" __global__ void float_sums(const int *wanted, const float *value, float *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[4 * t] = cg::reduce(tile, value[t], cg::plus<float>());
  out[4 * t + 1] = cg::inclusive_scan(tile, value[t], cg::plus<float>());
  if (wanted[t]) {
    auto group = cg::coalesced_threads();
    out[4 * t + 2] = cg::reduce(group, value[t], cg::plus<float>());
    out[4 * t + 3] = cg::exclusive_scan(group, value[t], cg::plus<float>());
  }
}

__device__ int sum(cg::thread_group group, int *scratch, int value) {
  const unsigned rank = group.thread_rank();
  for (unsigned i = group.size() / 2; i > 0; i /= 2) {
    scratch[rank] = value;
    group.sync();
    if (rank < i) value += scratch[rank + i];
    group.sync();
  }
  return value;
}

// A group whose kind the callee does not know.
extern "C" __global__ void any_group(const int *value, int *block_sum, int *tile_sums) {
  __shared__ int scratch[256];
  auto block = cg::this_thread_block();
  const int of_block = sum(block, scratch, value[block.thread_rank()]);
  if (block.thread_rank() == 0) *block_sum = of_block;
  block.sync();
  auto part = cg::tiled_partition(block, 16);
  const int first = block.thread_rank() - part.thread_rank();
  const int of_tile = sum(part, scratch + first, value[block.thread_rank()]);
  if (part.thread_rank() == 0) tile_sums[block.thread_rank() / 16] = of_tile;
}

// A half goes through a tile, and a group fetches what it works on.
extern "C" __global__ void fetched(const __half *from, __half *to, int bytes) {
  __shared__ __align__(16) __half buffer[256];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, buffer, from, bytes);
  cg::wait(block);
  auto tile = cg::tiled_partition<32>(block);
  const int t = block.thread_rank();
  to[t] = tile.shfl_xor(buffer[t], 1);
}

// One atomic for all threads that want a slot.
extern "C" __global__ void slots(const int *wanted, int *counter, int *slot) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (wanted[t]) {
    auto group = cg::coalesced_threads();
    int first;
    if (group.thread_rank() == 0) first = atomicAdd(counter, group.size());
    slot[t] = group.shfl(first, 0) + group.thread_rank();
  }
}

/// What tiles of several warps say of themselves and compute.
template <int Size, typename Parent>
__device__ void describe_wide(const Parent &parent, int value, int *out) {
  const auto group = cg::tiled_partition<Size>(parent);
  out[0] = group.size();
  out[1] = group.num_threads();
  out[2] = group.thread_rank();
  out[3] = group.meta_group_rank();
  out[4] = group.meta_group_size();
  out[5] = group.shfl(value, Size - 1);
  out[6] = group.any(value > 2);
  out[7] = group.all(value > 2);
  out[8] = cg::reduce(group, value, cg::plus<int>());
  out[9] = cg::reduce(group, value, cg::greater<int>());
  out[10] = cg::inclusive_scan(group, value);
  out[11] = cg::exclusive_scan(group, value);
}

extern "C" __global__ void wide_tiles(int size, int width, const int *value, int *out) {
  __shared__ cg::block_tile_memory<1024> scratch;
  const auto block = cg::this_thread_block(scratch);
  const int t = block.thread_rank();
  if (size == 64) describe_wide<64>(block, value[t], out + t * width);
  if (size == 128) describe_wide<128>(block, value[t], out + t * width);
  if (size == 256) describe_wide<256>(block, value[t], out + t * width);
}

/// Tiles of one tile after the other go on alone: each adds up its own numbers as often as it says.
extern "C" __global__ void wide_tiles_apart(const int *rounds, int *out) {
  __shared__ cg::block_tile_memory<1024> scratch;
  __shared__ int sum[512];
  const auto block = cg::this_thread_block(scratch);
  const auto half = cg::tiled_partition<256>(block);
  const auto tile = cg::tiled_partition<64>(half);
  const int t = block.thread_rank();
  sum[t] = t;
  for (int i = 0; i < rounds[t / 64]; ++i) {
    tile.sync();
    const int next = sum[t / 64 * 64 + (t + 1) % 64];
    tile.sync();
    sum[t] += next;
  }
  out[t] = sum[t] + 1000000 * tile.meta_group_rank() + 10000000 * tile.meta_group_size();
}
