// Barriers that not all come to, one a kernel, each at the line that names it; all else is right.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

constexpr int count = 256;

__global__ void ofBothSides(int *out, int n) {
  if (threadIdx.x < n)
    __syncthreads(); // finds: different barriers
  else
    __syncthreads();
  out[threadIdx.x] = 1;
}
__global__ void withinAWave(int *out, int n) {
  if (threadIdx.x % 2 < n)
    __syncthreads(); // finds: different barriers, ended before the barrier
  else
    __syncthreads();
}
__global__ void returnedBefore(int *out, int n) {
  if (threadIdx.x >= n)
    return;
  out[threadIdx.x] = 1;
  __syncthreads(); // finds: ended before the barrier
}
__global__ void onOneSideOnly(int *out, int n) {
  if (threadIdx.x < n) {
    out[threadIdx.x] = 1;
    __syncthreads(); // finds: ended before the barrier
  }
}
__global__ void turnsOfALoop(int *out, int n) {
  for (int i = 0; i < int(threadIdx.x / 64) + n; ++i)
    __syncthreads(); // finds: ended before the barrier
}
__global__ void loopWithBreak(const int *in, int *out) {
  for (int i = 0; i < 4; ++i) {
    if (in[threadIdx.x] == i)
      break;
    __syncthreads(); // finds: ended before the barrier
  }
}
__global__ void casesOfASwitch(int *out) {
  switch (threadIdx.x / 64) {
  case 0:
    __syncthreads(); // finds: different barriers
    break;
  case 1:
    out[threadIdx.x] = 1;
    __syncthreads();
    break;
  default:
    out[threadIdx.x] = 2;
    __syncthreads();
  }
}
__device__ void helper() {
  __syncthreads(); // finds: different barriers
}
__global__ void fromTwoCalls(int *out, int n) {
  if (threadIdx.x < n) {
    helper();
    out[threadIdx.x] = 1;
  } else {
    helper();
  }
}
__global__ void countedByHalf(int *out, int n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = __syncthreads_count(out[threadIdx.x] == 0); // finds: ended before the barrier
}
__global__ void ofAGroup(int *out, int n) {
  if (threadIdx.x < n)
    cooperative_groups::this_thread_block().sync(); // finds: ended before the barrier
}
__global__ void ofTheGrid(int *out, int n) {
  if (threadIdx.x < n)
    cooperative_groups::this_grid().sync();
  else
    __syncthreads(); // finds: different barriers
}

__global__ void right(int *out, int n) {
  __shared__ int words[count];
  for (int i = 0; i < n; ++i) {
    words[threadIdx.x] = i;
    __syncthreads();
    if (n > 1) {
      out[threadIdx.x] = words[count - 1 - threadIdx.x];
      __syncthreads();
    }
  }
  cooperative_groups::this_thread_block().sync();
}

int main() {
  int *words = nullptr;
  (void)hipMalloc(&words, 4 * count);
  (void)hipMemset(words, 0, 4 * count);
  ofBothSides<<<1, count>>>(words, 64);
  withinAWave<<<1, count>>>(words, 1);
  returnedBefore<<<1, count>>>(words, 100);
  onOneSideOnly<<<1, count>>>(words, 64);
  turnsOfALoop<<<1, count>>>(words, 1);
  (void)hipMemset(words, 0, 4 * count / 2);
  loopWithBreak<<<1, count>>>(words, words);
  casesOfASwitch<<<1, count>>>(words);
  fromTwoCalls<<<1, count>>>(words, 64);
  countedByHalf<<<1, count>>>(words, 64);
  ofAGroup<<<1, count>>>(words, 64);
  right<<<4, count>>>(words, 3);
  int n = 64;
  void *arguments[] = {&words, &n};
  (void)hipLaunchCooperativeKernel(reinterpret_cast<void *>(ofTheGrid), dim3(1), dim3(count), arguments, 0, nullptr);
  return int(hipDeviceSynchronize());
}
