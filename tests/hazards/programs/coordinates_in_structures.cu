// Types of the built-in variables: unsigned, deduced, compared.
#include <cstdio>
#include <type_traits>
#include <cuda_runtime.h>
template <typename T> __device__ int is_unsigned(T) { return std::is_same<T, unsigned>::value; }
template <typename T> __device__ T less(T a, T b) { return a < b ? a : b; }
__device__ dim3 block() { return dim3(uint3{blockDim.x, 2, 3}); }
__device__ uint3 where(dim3 d) { return {d.x, d.y, d.z}; }
struct Box { uint3 at; dim3 size; };
__global__ void k(int *out) {
  out += threadIdx.x * 13;
  auto x = threadIdx.x;
  out[0] = x - 5 > 0;
  out[1] = std::is_same<decltype(x), unsigned>::value;
  out[2] = is_unsigned(threadIdx.x);
  out[3] = less(blockDim.x, 7u);
  out[4] = block().x;
  dim3 d = dim3(threadIdx);
  out[5] = d.x;
  Box b{threadIdx, blockDim};
  out[6] = b.size.x;
  uint3 w = where(blockDim);
  out[7] = w.x;
  const uint3 &ref = threadIdx;
  out[8] = ref.x;
  out[9] = min(0, (int)threadIdx.x - 5);
  dim3 listed = {threadIdx.x + 4, 5};
  out[10] = listed.x + listed.z;
  dim3 from{uint3{9, 8, 7}};
  out[11] = from.y;
  uint3 back = from;
  out[12] = back.z;
}
int main() {
  int *out; cudaMallocManaged(&out, 8 * 64);
  k<<<1, 8>>>(out);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 8; t++) {
    const int expected[] = {t != 5, 1, 1, 7, 8, t, 8, 8, t, t < 5 ? t - 5 : 0, t + 5, 8, 7};
    for (int i = 0; i < 13; i++)
      if (out[t * 13 + i] != expected[i]) failures++, printf("%d.%d: %d, expected %d\n", t, i, out[t * 13 + i], expected[i]);
  }
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
