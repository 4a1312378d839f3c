// Faults of memory, one a kernel, each at the line that names it; all else is right.
#include <hip/hip_runtime.h>

#include <cstdlib>

constexpr int count = 64;

struct Pair {
  char flag;
  int value;
};

__device__ int table[8];
extern __shared__ int dynamicWords[];

__global__ void pastTheEnd(int *out) {
  out[threadIdx.x + 1] = 1; // finds: out of range
}
__global__ void beforeTheBeginning(int *out) {
  out[int(threadIdx.x) - 1] = 1; // finds: out of range
}
__device__ int get(const int *in, int i) {
  return in[i]; // finds: out of range
}
__global__ void inAFunction(const int *in, int *out) { out[threadIdx.x] = get(in, threadIdx.x + 60); }
__global__ void atomically(int *out) {
  atomicAdd(&out[threadIdx.x + 2], 1); // finds: out of range
}
__global__ void wholeStructures(const Pair *in, Pair *out) {
  out[threadIdx.x] = in[threadIdx.x + 1]; // finds: out of range
}
__global__ void variableOfTheDevice(int first) {
  table[threadIdx.x + first] = 1; // finds: out of range
}
__global__ void staticLds(int *out, int first) {
  __shared__ int near[count], far[count];
  near[threadIdx.x] = far[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = near[threadIdx.x + first]; // finds: out of range
}
__global__ void dynamicLds(int *out, int first) {
  dynamicWords[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = dynamicWords[threadIdx.x + first]; // finds: out of range
}
__global__ void afterItsEnd(int *out) {
  out[threadIdx.x] = 1; // finds: use after free
}
__global__ void readsAfterItsEnd(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x]; // finds: use after free
}
__global__ void misalignedVector(const char *in, float4 *out) {
  out[threadIdx.x] = reinterpret_cast<const float4 *>(in + 4)[threadIdx.x]; // finds: misaligned
}
__global__ void misalignedWord(char *out) {
  *reinterpret_cast<int *>(out + 4 * threadIdx.x + 1) = 1; // finds: misaligned
}
__global__ void neverWritten(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x]; // finds: never written
}
__global__ void neverWrittenVector(const float4 *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x].w; // finds: never written
}
__global__ void neverWrittenLds(int *out) {
  __shared__ int words[count];
  if (threadIdx.x < count / 2)
    words[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x]; // finds: never written
}
__global__ void memoryOfTheHost(int *out) {
  out[threadIdx.x] = 1; // finds: no allocation
}
__global__ void throughNull(int *out) {
  out[threadIdx.x] = 1; // finds: null pointer
}

/// Right: the last element, structures with padding, vectors, what a copy brought, memory of the host that is pinned.
__global__ void right(const Pair *pairs, Pair *more, float4 *vectors, int *pinned, const int *copied) {
  __shared__ Pair kept[count];
  kept[threadIdx.x].flag = 1;
  kept[threadIdx.x].value = copied[threadIdx.x];
  more[threadIdx.x] = kept[threadIdx.x];
  more[threadIdx.x].value += pairs[threadIdx.x].value;
  vectors[threadIdx.x] = make_float4(1, 2, 3, 4);
  pinned[threadIdx.x] = int(vectors[threadIdx.x].y) + table[threadIdx.x % 8];
}

template <class T> T *memory(size_t bytes, bool isWritten = true) {
  void *made = nullptr;
  (void)hipMalloc(&made, bytes);
  if (isWritten)
    (void)hipMemset(made, 0, bytes);
  return static_cast<T *>(made);
}

int main() {
  int *words = memory<int>(4 * count), *more = memory<int>(4 * count);
  pastTheEnd<<<1, count>>>(words);
  beforeTheBeginning<<<1, count>>>(words);
  inAFunction<<<1, count>>>(words, more);
  atomically<<<1, count>>>(words);
  Pair *pairs = memory<Pair>(sizeof(Pair) * count), *morePairs = memory<Pair>(sizeof(Pair) * count, false);
  wholeStructures<<<1, count>>>(pairs, morePairs);
  variableOfTheDevice<<<1, 8>>>(1);
  staticLds<<<1, count>>>(words, 1);
  dynamicLds<<<1, count, 4 * count>>>(words, 1);

  int *gone = memory<int>(4 * count);
  (void)hipFree(gone);
  afterItsEnd<<<1, count>>>(gone);
  readsAfterItsEnd<<<1, count>>>(gone, words);
  (void)hipFree(gone); // finds: double free
  (void)hipFree(more + 1); // finds: invalid free

  char *bytes = memory<char>(16 * count + 16);
  float4 *vectors = memory<float4>(16 * count, false);
  misalignedVector<<<1, count>>>(bytes, vectors);
  misalignedWord<<<1, count>>>(bytes);
  neverWritten<<<1, count>>>(memory<int>(4 * count, false), words);
  float *floats = memory<float>(16 * count, false);
  (void)hipMemset2D(floats, 16, 0, 12, count);
  neverWrittenVector<<<1, count>>>(reinterpret_cast<float4 *>(floats), memory<float>(4 * count));
  neverWrittenLds<<<1, count>>>(words);

  int *ofTheHost = static_cast<int *>(std::malloc(4 * count));
  int *pinned = static_cast<int *>(std::malloc(4 * count));
  memoryOfTheHost<<<1, count>>>(ofTheHost);
  (void)hipHostRegister(pinned, 4 * count, 0);
  (void)hipMemcpy(more, ofTheHost, 4 * count, hipMemcpyHostToDevice);
  right<<<1, count>>>(pairs, morePairs, vectors, pinned, more);
  (void)hipHostUnregister(pinned);
  throughNull<<<1, count>>>(nullptr);
}
