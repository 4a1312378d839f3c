// Kernels that are cut into regions, in the ways that cutting can go wrong.
#include <hip/hip_runtime.h>

/// Lanes come to different places, and leave early.
__global__ void apart(const int *in, int *out) {
  int sum = in[threadIdx.x];
  if (threadIdx.x % 3 == 0)
    sum += __shfl_xor(sum, 3);
  else if (threadIdx.x % 3 == 1) {
    sum *= 2;
    sum -= __shfl_xor(sum, 1);
  }
  if (threadIdx.x % 5 == 4) {
    out[threadIdx.x] = -sum;
    return;
  }
  sum += __shfl(sum, threadIdx.x & ~7);
  out[threadIdx.x] = sum;
}
/// Turns of a loop differ from lane to lane.
__global__ void turns(const int *in, int *out) {
  int sum = 0;
  for (int i = 0; i < in[threadIdx.x]; ++i)
    sum += __shfl_up(i + in[threadIdx.x], 1) + int(__popcll(__ballot(i % 2)));
  out[threadIdx.x] = sum;
}
struct Wide {
  double a[3];
  bool flag;
  char small;
};
/// Values of all kinds live across barriers: flags, bytes, vectors, structures, arrays that are indexed.
__global__ void kinds(Wide given, const int *in, int *out) {
  __shared__ int words[256];
  const int t = threadIdx.x;
  const bool odd = in[t] & 1;
  const char small = char(in[t]);
  const float4 four = make_float4(t, in[t], t * 2, 4);
  int own[4] = {t, t + 1, t + 2, t + 3};
  own[in[t] & 3] = 100;
  words[t] = in[t];
  __syncthreads();
  const int other = words[(t + 17) % blockDim.x];
  __syncthreads();
  words[t] = own[other & 3];
  __syncthreads();
  const float sum = four.x + four.y + four.z + four.w;
  out[t] = words[(t + 1) % blockDim.x] + (odd ? 1000 : 0) + small + int(sum) + int(given.a[other & 1]) + given.small;
}
/// Blocks of more than one dimension: rows of lanes, which begin anywhere in a wave.
__global__ void rows(const int *in, int *out) {
  __shared__ int words[256];
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  words[t] = in[t] + threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z;
  __syncthreads();
  out[t] = words[(t * 7) % (blockDim.x * blockDim.y * blockDim.z)];
}
/// One lane faults a turn before all others, which have had their turn when it does.
__global__ void faults(int *out, int n, int last) {
  int left = threadIdx.x == last ? 5 : 6;
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    out[left == 0 ? 1 << 30 : threadIdx.x] = i;
    --left;
  }
}
/// Lanes change words that they share, outside of any loop.
__global__ void bins(const int *in, int *out) {
  __shared__ int sums[8], most[8], tickets;
  __shared__ float halves[8];
  const int t = threadIdx.x, bin = in[t] & 7;
  if (t < 8)
    sums[t] = most[t] = 0, halves[t] = 0;
  if (t == 0)
    tickets = 0;
  __syncthreads();
  atomicAdd(&sums[bin], in[t]);
  __syncthreads();
  atomicMax(&most[bin], in[t]);
  __syncthreads();
  atomicAdd(&halves[bin], 0.5f);
  __syncthreads();
  const int ticket = atomicAdd(&tickets, 1);
  __syncthreads();
  if (t < 8)
    out[t] = sums[t], out[8 + t] = most[t], out[16 + t] = int(2 * halves[t]);
  out[24 + ticket] = 1;
}
/// The same without a barrier, in memory of a block's own.
__global__ void own_bins(const int *in, int *out) {
  __hip_atomic_fetch_add(&out[in[threadIdx.x] & 7], 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
}
/// Four words of each work-item, by numbers that nothing but the size of blocks keeps from wrapping around.
template <class Index> __device__ void quads(const int *in, int *out) {
  __shared__ int sums[256];
  const Index four = Index(4) * threadIdx.x;
  sums[threadIdx.x] = in[four] + 2 * in[four + 1] + 3 * in[four + 2] + 4 * in[four + 3];
  __syncthreads();
  out[threadIdx.x] = sums[(threadIdx.x + 17) % blockDim.x];
}
__global__ void short_quads(const int *in, int *out) { quads<unsigned>(in, out); }
__global__ void long_quads(const int *in, int *out) { quads<unsigned long>(in, out); }
