// Races, one a kernel, each at the line that names it: the later access of the two. All else is right.
#include <hip/hip_runtime.h>

constexpr int count = 256;

__global__ void missingBarrier(int *out) {
  __shared__ int words[count];
  words[threadIdx.x] = threadIdx.x; // finds: write after read
  out[threadIdx.x] = words[count - 1 - threadIdx.x]; // finds: read after write
}
__global__ void oneOfTwoBarriers(int *out) {
  __shared__ int words[count];
  for (int turn = 0; turn < 3; ++turn) {
    words[threadIdx.x] = turn; // finds: write after read
    __syncthreads();
    out[threadIdx.x] += words[(threadIdx.x + 64) % count]; // finds: read after write
  }
}
__global__ void broadcast(int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = 7;
  out[threadIdx.x] = first; // finds: read after write
}
__global__ void twoWriters(int *out) {
  __shared__ int words[count / 2];
  words[threadIdx.x / 2 % 64] = threadIdx.x / 64; // finds: write after write
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x % 64];
}
__global__ void histogram(int *out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x % 16], 1); // finds: write after read
  if (threadIdx.x < 16)
    out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void clearedTooLate(int *out) {
  __shared__ int bins[16];
  if (threadIdx.x >= count - 16)
    bins[threadIdx.x % 16] = 0; // finds: write after write
  atomicAdd(&bins[threadIdx.x % 16], 1);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x % 16];
}
__global__ void reductionWithoutBarriers(const int *in, int *out) {
  __shared__ int sums[count];
  sums[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = count / 2; half > 0; half /= 2)
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half]; // finds: write after read
  if (threadIdx.x == 0)
    *out = sums[0];
}
__global__ void counter(int *out) {
  *out = *out + 1; // finds: read after write, write after write
}
__global__ void inPlace(int *words) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int next = words[i + 1];
  words[i] = next + 1; // finds: write after read
}
__global__ void publishedWithoutAnything(int *data, int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    *flag = 1;
  } else {
    *out = *flag; // finds: read after write
  }
}
__global__ void resetBeside(int *total) {
  atomicAdd(total, 1); // finds: write after write
  if (blockIdx.x == 0)
    *total = 0;
}
__global__ void readsOnlyToLook(int *total, int *out) {
  if (*total < 1000) // finds: read after write
    out[threadIdx.x] = 1;
  atomicAdd(total, 1); // finds: write after read
}
__global__ void oneByteOfAWord(char *out) {
  out[threadIdx.x / 128] = char(threadIdx.x); // finds: write after write
}

__global__ void reduction(const int *in, int *out) {
  __shared__ int sums[count];
  sums[threadIdx.x] = in[threadIdx.x];
  for (int half = count / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0)
    *out = sums[0];
}
__global__ void bytesOfWords(char *out) { out[threadIdx.x] = char(threadIdx.x); }
__global__ void allTheSame(int *out) { *out = 1; }
__global__ void lastBlockSums(int *parts, int *arrived, int *out) {
  __shared__ bool isLast;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicAdd(arrived, 1) == int(gridDim.x) - 1;
  __syncthreads();
  if (isLast)
    for (int i = threadIdx.x; i < int(gridDim.x * blockDim.x); i += blockDim.x)
      atomicAdd(out, parts[i]);
}
__global__ void locked(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    *total = *total + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void handedOn(int *data, volatile int *flag, int *out) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (!*flag)
      ;
    __threadfence();
    *out = *data;
  }
}
__device__ double addByComparison(double *address, double value) {
  auto *word = reinterpret_cast<unsigned long long *>(address);
  unsigned long long old = *word, assumed;
  do {
    assumed = old;
    old = atomicCAS(word, assumed, (unsigned long long)__double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void guessedThenCompared(double *total) { addByComparison(total, 1 + threadIdx.x % 3); }
__global__ void withinAWave(int *out) {
  __shared__ int words[count];
  words[threadIdx.x] = threadIdx.x;
  __builtin_amdgcn_wave_barrier();
  out[threadIdx.x] = words[threadIdx.x ^ 1];
}

int main() {
  int *memory[4];
  for (int *&one : memory) {
    (void)hipMalloc(&one, 4 * 8 * count);
    (void)hipMemset(one, 0, 4 * 8 * count);
  }
  auto [a, b, c, d] = memory;
  missingBarrier<<<1, count>>>(a);
  oneOfTwoBarriers<<<1, count>>>(a);
  broadcast<<<1, count>>>(a);
  twoWriters<<<1, count>>>(a);
  histogram<<<1, count>>>(a);
  clearedTooLate<<<1, count>>>(a);
  reductionWithoutBarriers<<<1, count>>>(a, b);
  counter<<<4, 1>>>(a);
  inPlace<<<4, count>>>(a);
  publishedWithoutAnything<<<2, 1>>>(a, b, c);
  resetBeside<<<4, 1>>>(a);
  readsOnlyToLook<<<1, count>>>(a, b);
  oneByteOfAWord<<<1, count>>>(reinterpret_cast<char *>(a));

  reduction<<<1, count>>>(a, b);
  bytesOfWords<<<1, count>>>(reinterpret_cast<char *>(a));
  allTheSame<<<4, count>>>(a);
  (void)hipMemset(b, 0, 4);
  lastBlockSums<<<4, count>>>(a, b, c);
  (void)hipMemset(a, 0, 4);
  locked<<<4, count>>>(a, b);
  (void)hipMemset(b, 0, 4);
  handedOn<<<2, 1>>>(a, b, c);
  guessedThenCompared<<<4, count>>>(reinterpret_cast<double *>(d));
  withinAWave<<<1, count>>>(d);
  return int(hipDeviceSynchronize());
}
