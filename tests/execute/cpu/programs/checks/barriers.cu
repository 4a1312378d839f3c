// Warp operations of CUDA that not all come to, and barriers; each at the line that names it.
#include <cuda_runtime.h>

constexpr unsigned everyLane = 0xffffffff;

__global__ void outsideItsMask(int *out) {
  if (threadIdx.x % 32 >= 16)
    out[threadIdx.x] = __shfl_sync(0xffff, int(threadIdx.x), 0); // finds: lane outside its own mask
}
__global__ void syncOutsideItsMask(int *out) {
  out[threadIdx.x] = 1;
  if (threadIdx.x % 32 == 5)
    __syncwarp(1); // finds: lane outside its own mask
}
__global__ void shuffleOnOneSide(int *out) {
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = __shfl_xor_sync(everyLane, int(threadIdx.x), 1);
  else
    out[threadIdx.x] = __shfl_down_sync(everyLane, int(threadIdx.x), 1); // finds: named lanes do not come
}
__global__ void voteOnOneSide(int *out) {
  if (threadIdx.x % 2)
    out[threadIdx.x] = __any_sync(everyLane, out[threadIdx.x] > 100); // finds: named lanes do not come
  else
    out[threadIdx.x] = __all_sync(everyLane, out[threadIdx.x] > 200);
}
__global__ void barrierBeside(int *out) {
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = __ballot_sync(everyLane, 1); // finds: named lanes do not come
  __syncthreads();
}
__global__ void returnedBefore(int *out) {
  if (threadIdx.x >= 100)
    return;
  __syncthreads(); // finds: ended before the barrier
  out[threadIdx.x] = 1;
}
__global__ void right(int *out) {
  const unsigned half = threadIdx.x % 32 < 16 ? 0xffff : 0xffff0000;
  int sum = threadIdx.x;
  for (int step = 8; step; step /= 2)
    sum += __shfl_xor_sync(half, sum, step);
  __syncwarp();
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = __shfl_sync(0xffff, sum, 0) + __popc(__activemask());
  __syncthreads();
}

int main() {
  int *words = nullptr;
  cudaMalloc(&words, 4 * 128);
  cudaMemset(words, 0, 4 * 128);
  outsideItsMask<<<1, 128>>>(words);
  syncOutsideItsMask<<<1, 128>>>(words);
  shuffleOnOneSide<<<1, 128>>>(words);
  voteOnOneSide<<<1, 128>>>(words);
  barrierBeside<<<1, 128>>>(words);
  returnedBefore<<<1, 128>>>(words);
  right<<<1, 128>>>(words);
  return int(cudaDeviceSynchronize());
}
