// Results that depend on the order of blocks and waves, one a kernel (`// planted`), and as many that do not.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

constexpr int count = 256, blocks = 16;

__global__ void lastWriter(int *out) { // planted
  out[0] = blockIdx.x;
}
__global__ void firstTicket(int *out) { // planted
  if (threadIdx.x == 0)
    out[1 + atomicAdd(out, 1)] = blockIdx.x;
}
__global__ void sumOfFloats(int *out) { // planted
  if (threadIdx.x == 0)
    atomicAdd(reinterpret_cast<float *>(out), blockIdx.x ? 3.0f : 1e8f);
}
__global__ void readsTheNextBlocks(int *out) { // planted
  if (threadIdx.x == 0)
    out[blockIdx.x] = out[(blockIdx.x + 1) % blocks] + 1;
}
__global__ void appendsUnsorted(int *out) { // planted
  if (threadIdx.x == 0 && blockIdx.x % 3 == 0)
    out[1 + atomicAdd(out, 1)] = 100 + blockIdx.x;
}
__global__ void missingBarrier(int *out) { // planted
  __shared__ int words[count];
  if (blockIdx.x == 0) {
    words[threadIdx.x] = threadIdx.x;
    out[threadIdx.x % 16] = words[(threadIdx.x + 64) % count];
  }
}
__global__ void lastWaveOfABlock(int *out) { // planted
  __shared__ int last;
  last = threadIdx.x / 64;
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = last;
}
__global__ void ticketsOfWaves(int *out) { // planted
  __shared__ int next;
  if (threadIdx.x == 0)
    next = 0;
  __syncthreads();
  if (threadIdx.x % 64 == 0 && blockIdx.x == 0)
    out[threadIdx.x / 64] = atomicAdd(&next, 1);
}
__global__ void firstComesFirst(int *out) { // planted
  if (threadIdx.x == 0)
    atomicCAS(out, 0, int(blockIdx.x) + 1);
}
__global__ void stopsAfterEight(int *out) { // planted
  if (threadIdx.x == 0 && atomicAdd(out, 1) < 8)
    out[1 + blockIdx.x] = 1;
}
__global__ void runningTotal(int *out) { // planted
  if (threadIdx.x == 0)
    out[1 + blockIdx.x] = atomicAdd(out, int(blockIdx.x));
}
__global__ void swapsHands(int *out) { // planted
  if (threadIdx.x == 0)
    out[1 + blockIdx.x] = atomicExch(out, int(blockIdx.x));
}

__global__ void each(int *out) { out[blockIdx.x] = blockIdx.x * 3; }
__global__ void sumOfWholeNumbers(int *out) { atomicAdd(out, int(blockIdx.x + threadIdx.x)); }
__global__ void largest(int *out) { atomicMax(out, int(blockIdx.x * 7 % 16)); }
__global__ void withABarrier(int *out) {
  __shared__ int words[count];
  words[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 16)
    out[threadIdx.x] = words[(threadIdx.x + 64) % count];
}
__global__ void shuffled(int *out) {
  int sum = threadIdx.x;
  for (int step = 32; step; step /= 2)
    sum += __shfl_xor(sum, step);
  if (threadIdx.x % 64 == 0)
    atomicAdd(out, sum);
}

int main() {
  int *out, host[32];
  (void)hipMalloc(&out, sizeof host);
#define SHOW(kernel)                                                                                                   \
  (void)hipMemset(out, 0, sizeof host);                                                                                \
  kernel<<<blocks, count>>>(out);                                                                                      \
  (void)hipMemcpy(host, out, sizeof host, hipMemcpyDeviceToHost);                                                      \
  std::printf(#kernel);                                                                                                \
  for (int word : host)                                                                                                \
    std::printf(" %x", word);                                                                                          \
  std::printf("\n");
  SHOW(lastWriter)
  SHOW(firstTicket)
  SHOW(sumOfFloats)
  SHOW(readsTheNextBlocks)
  SHOW(appendsUnsorted)
  SHOW(missingBarrier)
  SHOW(lastWaveOfABlock)
  SHOW(ticketsOfWaves)
  SHOW(firstComesFirst)
  SHOW(stopsAfterEight)
  SHOW(runningTotal)
  SHOW(swapsHands)
  SHOW(each)
  SHOW(sumOfWholeNumbers)
  SHOW(largest)
  SHOW(withABarrier)
  SHOW(shuffled)
  return int(hipDeviceSynchronize());
}
