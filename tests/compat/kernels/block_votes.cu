// Barriers that vote, after one another and in a loop, on blocks of any size.
extern "C" __global__ void votes(const int *in, int *out) {
  const int t = threadIdx.x + blockDim.x * threadIdx.y, n = blockDim.x * blockDim.y;
  const int value = in[t];
  out[t] = __syncthreads_or(value & 1) != 0;
  out[n + t] = __syncthreads_and(value & 2) != 0;
  out[2 * n + t] = __syncthreads_count(value & 4);
  out[3 * n + t] = __syncthreads_count(value >= 0);
}

// The turns that the slowest thread needs.
extern "C" __global__ void turns(const int *in, int *out) {
  int left = in[threadIdx.x], done = 0;
  while (__syncthreads_or(left > 0)) --left, ++done;
  out[threadIdx.x] = done;
}

// What is written before the barrier is read behind it.
extern "C" __global__ void handed_over(int *out) {
  __shared__ int slots[1024];
  slots[threadIdx.x] = threadIdx.x;
  const int n = __syncthreads_count(1);
  out[threadIdx.x] = slots[n - 1 - threadIdx.x];
}

// The first threads have ended before the others vote.
extern "C" __global__ void without_the_first(const int *in, int first, int *out) {
  if (threadIdx.x < first) return;
  out[threadIdx.x] = __syncthreads_count(in[threadIdx.x]);
}

// Blocks of one wavefront at most, by their bounds.
extern "C" __global__ void __launch_bounds__(64) bounded(const int *in, int *out) {
  const int t = threadIdx.x, n = blockDim.x;
  out[t] = __syncthreads_or(in[t] & 1) != 0;
  out[n + t] = __syncthreads_and(in[t] & 2) != 0;
  out[2 * n + t] = __syncthreads_count(in[t] & 4);
}
