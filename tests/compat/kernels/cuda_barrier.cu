// libcu++'s barriers and pipelines, by one thread, by warps and by the block.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;

// Each round, a thread reads what its neighbour wrote the round before.
extern "C" __global__ void rounds(int* out, int count) {
  __shared__ block_barrier barrier;
  __shared__ int shared[2][256];
  const int me = threadIdx.x, next = (me + 1) % blockDim.x;
  if (me == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int value = me;
  for (int round = 0; round < count; ++round) {
    shared[round % 2][me] = value;
    block_barrier::arrival_token token = barrier.arrive();
    value += 1000;
    barrier.wait(std::move(token));
    value = value - value % 1000 + shared[round % 2][next] % 1000;
  }
  out[me] = value;
}

// The second half of the waves leaves after one round.
extern "C" __global__ void dropping(int* out, int rounds) {
  __shared__ block_barrier barrier;
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    sum = 0;
  }
  __syncthreads();
  ++sum;
  if (threadIdx.x >= blockDim.x / 2) {
    barrier.arrive_and_drop();
    return;
  }
  barrier.arrive_and_wait();
  for (int round = 1; round < rounds; ++round) {
    ++sum;
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = sum;
}

// Atomics of a block, and a barrier that is one of two.
extern "C" __global__ void as_variables(int* out) {
  __shared__ block_barrier barriers[2];
  __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
  if (threadIdx.x == 0) {
    init(&barriers[1], blockDim.x);
    sum = 0;
  }
  __syncthreads();
  ++sum;
  barriers[1].arrive_and_wait();
  out[threadIdx.x] = sum;
}

struct doubling {
  int* total;
  __device__ void operator()() { *total *= 2; }
};

extern "C" __global__ void completing(int* out) {
  using doubled = cuda::barrier<cuda::thread_scope_block, doubling>;
  __shared__ doubled barrier;
  __shared__ int total;
  if (threadIdx.x == 0) {
    total = 1;
    init(&barrier, blockDim.x, doubling{&total});
  }
  __syncthreads();
  for (int round = 0; round < 5; ++round) barrier.arrive_and_wait();
  out[threadIdx.x] = total;
}

// Each warp of 32 lanes has a barrier of its own; only every other warp takes part.
extern "C" __global__ void of_warps(int* out) {
  __shared__ block_barrier barriers[8];
  __shared__ int shared[256];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) init(&barriers[warp], 32);
  __syncthreads();
  if (warp % 2 == 1) {
    shared[threadIdx.x] = threadIdx.x;
    barriers[warp].arrive_and_wait();
    out[threadIdx.x] = shared[warp * 32 + 31 - lane];
  }
}

extern "C" __global__ void copy_with_barrier(const float4* in, float4* out) {
  __shared__ float4 tile[256];
  __shared__ block_barrier barrier;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(float4), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
  block.sync();
  cuda::memcpy_async(block, tile, in + blockDim.x,
                     cuda::aligned_size_t<16>(sizeof(float4) * blockDim.x), barrier);
  barrier.arrive_and_wait();
  out[blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// A thread's own pipeline, whose stages its warp reads.
extern "C" __global__ void own_pipeline(const int* in, int* out, int tiles) {
  __shared__ int stages[2][256];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  const auto shape = cuda::aligned_size_t<alignof(int)>(sizeof(int));
  int sum = 0;
  for (int at = 0, ahead = 0; at < tiles; ++at) {
    for (; ahead < tiles && ahead < at + 2; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[ahead % 2][threadIdx.x], &in[ahead * blockDim.x + threadIdx.x],
                         shape, pipe);
      pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    if (at + 1 == tiles) cuda::pipeline_consumer_wait_prior<0>(pipe);
    __syncwarp();
    sum += stages[at % 2][threadIdx.x ^ 31];
    __syncwarp();
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// All threads fill and empty the stages.
extern "C" __global__ void block_pipeline(const int* in, int* out, int tiles) {
  __shared__ int stages[3][256];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int at = 0, ahead = 0; at < tiles; ++at) {
    for (; ahead < tiles && ahead < at + 3; ++ahead) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, stages[ahead % 3], in + ahead * blockDim.x,
                         sizeof(int) * blockDim.x, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum = sum * 3 + stages[at % 3][blockDim.x - 1 - threadIdx.x];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

// The first 64 threads fill, the others empty.
extern "C" __global__ void parted_pipeline(const int* in, int* out, int tiles, int by_role) {
  __shared__ int stages[2][64];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto block = cg::this_thread_block();
  const bool fills = threadIdx.x < 64;
  auto pipe = by_role ? cuda::make_pipeline(block, &state,
                                            fills ? cuda::pipeline_role::producer
                                                  : cuda::pipeline_role::consumer)
                      : cuda::make_pipeline(block, &state, 64);
  int sum = 0;
  for (int at = 0; at < tiles; ++at) {
    if (fills) {
      pipe.producer_acquire();
      cuda::memcpy_async(&stages[at % 2][threadIdx.x], &in[at * 64 + threadIdx.x], sizeof(int),
                         pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      for (int i = 0; i < 64; ++i) sum = sum * 3 + stages[at % 2][(i + threadIdx.x) % 64];
      pipe.consumer_release();
    }
  }
  out[threadIdx.x] = sum;
}
