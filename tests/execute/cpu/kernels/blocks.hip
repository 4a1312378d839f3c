// What the work-items of a block and of a grid do together.
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_bf16.h>
namespace cg = cooperative_groups;

extern "C" __global__ void reverse(const float *in, float *out) {
  extern __shared__ float line[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  line[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = line[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void tree_sum(const float *in, float *out) {
  __shared__ float part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = 128; k; k >>= 1) {
    if (t < k) part[t] += part[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = part[0];
}

extern "C" __global__ void block_votes(int *out) {
  int t = threadIdx.x;
  out[t] = __syncthreads_count(t < 10) * 4;
  out[t] += __syncthreads_or(t == 3) * 2 + __syncthreads_and(t < 60);
}

extern "C" __global__ void early_return(int *out, int n) {
  __shared__ int line[256];
  int t = threadIdx.x;
  if (t >= n) return;
  line[t] = t;
  __syncthreads();
  out[t] = line[n - 1 - t];
}

extern "C" __global__ void histogram(const unsigned char *in, int n, unsigned *bins) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

extern "C" __global__ void float_atomics(float *sum, double *wide, int *most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(sum, 1.0f);
  atomicAdd(wide, 0.5);
  atomicMax(most, i);
}

// Every scope, every operation: those of the block and below count the block's own work-items.
extern "C" __global__ void scopes(int *counts, int *own, unsigned *values, unsigned long long *wide) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  own += 2 * blockIdx.x;
  __hip_atomic_fetch_add(&own[0], 1, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP);
  __hip_atomic_fetch_add(&own[1], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WAVEFRONT);
  __hip_atomic_fetch_add(&counts[0], 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(&counts[1], 1, __ATOMIC_SEQ_CST, __HIP_MEMORY_SCOPE_SYSTEM);
  atomicAdd_system(&counts[2], 1);
  atomicSub(&counts[3], 1);
  atomicMin(&counts[4], -i);
  atomicXor(&values[0], 1u << i % 32);
  atomicOr(&values[1], 1u << i % 32);
  atomicAnd(&values[2], ~(1u << i % 32));
  atomicInc(&values[3], 99);
  atomicDec(&values[4], 99);
  atomicMax(&wide[0], (unsigned long long)i << 33);
  unsigned long long seen = wide[1], expected;
  do {
    expected = seen;
    seen = atomicCAS(&wide[1], expected, expected + 3);
  } while (seen != expected);
}

__device__ int lock_word;
extern "C" __global__ void locked(int *count) {
  for (bool done = false; !done;) {
    if (atomicCAS(&lock_word, 0, 1) == 0) {
      *count = *count + 1;
      __threadfence();
      atomicExch(&lock_word, 0);
      done = true;
    }
  }
}

// Blocks wait for their predecessors, as in a scan with decoupled look-back.
extern "C" __global__ void chain(volatile int *ready, int *order) {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0) while (ready[blockIdx.x - 1] == 0) {}
    order[blockIdx.x] = blockIdx.x == 0 ? 1 : order[blockIdx.x - 1] + 1;
    __threadfence();
    ready[blockIdx.x] = 1;
  }
}

// All blocks of a grid wait for each other by hand.
extern "C" __global__ void meeting(int *arrived, int *out) {
  __shared__ int ticket;
  if (threadIdx.x == 0) {
    ticket = atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < (int)gridDim.x) {}
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = *arrived;
}

extern "C" __global__ void rotate(int *a, int *b, int n) {
  auto grid = cg::this_grid();
  int i = grid.thread_rank();
  a[i] = i;
  grid.sync();
  b[i] = a[(i + 100) % n];
  grid.sync();
  a[i] = b[(i + n - 100) % n] + 1;
}

extern "C" __global__ void tiles(int *out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int sum = threadIdx.x;
  for (int k = 8; k; k >>= 1) sum += tile.shfl_down(sum, k);
  out[threadIdx.x] = tile.shfl(sum, 0);
}

// Lanes of a wave move in step: all read, then all write.
extern "C" __global__ void lockstep(float *out) {
  __shared__ volatile float part[64];
  int t = threadIdx.x;
  part[t] = t;
  part[t + 32] = 0;
  if (t < 16) {
    part[t] += part[t + 16];
    part[t] += part[t + 8];
    part[t] += part[t + 4];
    part[t] += part[t + 2];
    part[t] += part[t + 1];
  }
  if (t == 0) out[0] = part[0];
}

extern "C" __global__ void indices(int *out) {
  int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  int item = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[block * blockDim.x * blockDim.y * blockDim.z + item] = block * 1000 + item;
}

struct Shape { __device__ virtual int area(int x) const { return x; } };
struct Square : Shape { __device__ int area(int x) const override { return x * x; } };
__device__ int plus_one(int x) { return x + 1; }
__device__ int plus_two(int x) { return x + 2; }
__device__ int (*const table[2])(int) = {plus_one, plus_two};
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
extern "C" __global__ void calls(int *out) {
  int t = threadIdx.x;
  Shape shape; Square square;
  const Shape *either = t & 1 ? static_cast<const Shape *>(&square) : &shape;
  int *heap = static_cast<int *>(malloc(16));
  heap[3] = either->area(t) + table[t & 1](t) + fibonacci(t % 10);
  out[t] = heap[3];
  free(heap);
}

__device__ int vote_below(int depth) { return depth ? vote_below(depth - 1) : __popcll(__ballot(1)); }
extern "C" __global__ void recursive_vote(int *out, int depth) { out[threadIdx.x] = vote_below(depth); }

extern "C" __global__ void narrow(const float *in, float *halves, float *brains) {
  int i = threadIdx.x;
  halves[i] = __half2float(__hmul(__float2half(in[i]), __float2half(3.0f)));
  brains[i] = __bfloat162float(__float2bfloat16(in[i]));
}

struct Pair { float scale; int offset; };
extern "C" __global__ void aggregate(float *out, Pair pair, unsigned char factor) {
  out[threadIdx.x] = threadIdx.x * pair.scale + pair.offset + factor;
}

extern "C" __global__ void eight_bits(const float *in, float *e4m3, float *e5m2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  e4m3[i] = float(__hip_fp8_e4m3_fnuz(in[i]));
  e5m2[i] = float(__hip_fp8_e5m2_fnuz(in[i]));
}

// One lane of each block waits for the block after it; the others wait for that lane.
extern "C" __global__ void patient(volatile int *ready, int *out) {
  int block = blockIdx.x, last = gridDim.x - 1;
  if (threadIdx.x == 0 && block < last) while (ready[block + 1] == 0) {}
  out[block * blockDim.x + threadIdx.x] = __popcll(__ballot(1));
  if (threadIdx.x == 0) ready[block] = 1;
}

// Each `shifted<Count>` has an array of its own, which two kernels reach: six arrays of 24 KiB in
// all, one or two to a kernel.
template <int Count> __device__ int shifted(int value) {
  __shared__ int row[6144 + Count];
  row[threadIdx.x] = value;
  __syncthreads();
  return row[(threadIdx.x + Count) % blockDim.x];
}

template <int Count> __global__ void shift(int *data) { data[threadIdx.x] = shifted<Count>(data[threadIdx.x]); }

template <int Count> __global__ void shift_on(int *data) {
  data[threadIdx.x] = shifted<Count>(data[threadIdx.x]) + shifted<Count + 1>(100 * data[threadIdx.x]);
}

template __global__ void shift<1>(int *);
template __global__ void shift<2>(int *);
template __global__ void shift<3>(int *);
template __global__ void shift<4>(int *);
template __global__ void shift<5>(int *);
template __global__ void shift<6>(int *);
template __global__ void shift_on<1>(int *);
template __global__ void shift_on<3>(int *);
template __global__ void shift_on<5>(int *);
