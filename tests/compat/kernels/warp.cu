// Each warp function, called by the lanes whose own mask names them; the others stay out of the branch.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

enum Shuffle { Index, Up, Down, Xor };

template <typename T>
__device__ void shuffle(int kind, const unsigned *mask, const T *value, const int *argument, int width,
                        T *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = mask[t];
  if (!(lanes >> (threadIdx.x & 31) & 1)) return;
  if (kind == Index) out[t] = __shfl_sync(lanes, value[t], argument[t], width);
  if (kind == Up) out[t] = __shfl_up_sync(lanes, value[t], argument[t], width);
  if (kind == Down) out[t] = __shfl_down_sync(lanes, value[t], argument[t], width);
  if (kind == Xor) out[t] = __shfl_xor_sync(lanes, value[t], argument[t], width);
}

#define SHUFFLE(NAME, T)                                                                          \
  extern "C" __global__ void shuffle_##NAME(int kind, const unsigned *mask, const T *value,       \
                                            const int *argument, int width, T *out) {             \
    shuffle<T>(kind, mask, value, argument, width, out);                                          \
  }
SHUFFLE(int, int)
SHUFFLE(unsigned, unsigned)
SHUFFLE(long_long, long long)
SHUFFLE(float, float)
SHUFFLE(double, double)
SHUFFLE(half, __half)
SHUFFLE(half2, __half2)
SHUFFLE(bfloat16, __nv_bfloat16)
SHUFFLE(short, short)
SHUFFLE(byte, unsigned char)

extern "C" __global__ void votes(const unsigned *mask, const int *predicate, unsigned *ballot, int *any,
                                 int *all, int *uniform, unsigned *active) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = mask[t];
  if (lanes >> (threadIdx.x & 31) & 1) {
    ballot[t] = __ballot_sync(lanes, predicate[t]);
    any[t] = __any_sync(lanes, predicate[t]);
    all[t] = __all_sync(lanes, predicate[t]);
    uniform[t] = __uni_sync(lanes, predicate[t]);
    active[t] = __activemask();
  }
}

template <typename T>
__device__ void match(const unsigned *mask, const T *value, unsigned *any, unsigned *all, int *same) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = mask[t];
  if (lanes >> (threadIdx.x & 31) & 1) {
    any[t] = __match_any_sync(lanes, value[t]);
    all[t] = __match_all_sync(lanes, value[t], &same[t]);
  }
}

#define MATCH(NAME, T)                                                                       \
  extern "C" __global__ void match_##NAME(const unsigned *mask, const T *value, unsigned *any, \
                                          unsigned *all, int *same) {                        \
    match<T>(mask, value, any, all, same);                                                   \
  }
MATCH(int, int)
MATCH(unsigned_long, unsigned long)
MATCH(float, float)
MATCH(double, double)

extern "C" __global__ void reductions(const unsigned *mask, const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned lanes = mask[t];
  const unsigned bits = value[t];
  if (lanes >> (threadIdx.x & 31) & 1) {
    out[8 * t + 0] = __reduce_add_sync(lanes, value[t]);
    out[8 * t + 1] = __reduce_min_sync(lanes, value[t]);
    out[8 * t + 2] = __reduce_max_sync(lanes, value[t]);
    out[8 * t + 3] = __reduce_min_sync(lanes, bits);
    out[8 * t + 4] = __reduce_max_sync(lanes, bits);
    out[8 * t + 5] = __reduce_and_sync(lanes, bits);
    out[8 * t + 6] = __reduce_or_sync(lanes, bits);
    out[8 * t + 7] = __reduce_xor_sync(lanes, bits);
  }
}

// The sums of the two warps of a wave over loops of different length, with a tail that some lanes leave.
extern "C" __global__ void loops(const int *trips, const int *value, int *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  int total = 0;
  for (int i = 0; i < trips[t / warpSize]; ++i) {
    int part = value[t] * (i + 1);
    for (int distance = warpSize / 2; distance > 0; distance /= 2) {
      part += __shfl_down_sync(0xffffffff, part, distance);
    }
    total += __shfl_sync(0xffffffff, part, 0);
  }
  out[t] = total;
}

// Exchange through shared memory inside a warp, with nothing but __syncwarp between.
extern "C" __global__ void reversed(const int *value, int *out) {
  __shared__ int slots[32][32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  for (int round = 0; round < 5; ++round) {
    slots[warp][lane] = value[blockIdx.x * blockDim.x + threadIdx.x] + round;
    __syncwarp();
    const int other = slots[warp][31 - lane];
    __syncwarp();
    if (round == 4) out[blockIdx.x * blockDim.x + threadIdx.x] = other;
  }
}

// Unset in all lanes but one until the shuffle: what a broadcast of an atomic's result looks like.
extern "C" __global__ void aggregated(const int *wanted, int *counter, int *slot) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (wanted[t]) {
    const unsigned lanes = __activemask();
    const int leader = __ffs(lanes) - 1;
    const int lane = threadIdx.x & 31;
    int first;
    if (lane == leader) first = atomicAdd(counter, __popc(lanes));
    first = __shfl_sync(lanes, first, leader);
    slot[t] = first + __popc(lanes & ((1u << lane) - 1));
  }
}
