// A vector that one block stores while another loads it: all of it is old, or all of it is new.
#include <cstdio>

__device__ void put(uint2 *to, unsigned i) {
  asm volatile("st.relaxed.gpu.v2.u32 [%0], {%1, %2};" ::"l"(to), "r"(i), "r"(i) : "memory");
}
__device__ bool isWhole(const uint2 *from) {
  uint2 got;
  asm volatile("ld.relaxed.gpu.v2.u32 {%0, %1}, [%2];" : "=r"(got.x), "=r"(got.y) : "l"(from) : "memory");
  return got.x == got.y;
}
__device__ void put(ulonglong2 *to, unsigned i) {
  const unsigned long long value = i;
  asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(value), "l"(value) : "memory");
}
__device__ bool isWhole(const ulonglong2 *from) {
  ulonglong2 got;
  asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(got.x), "=l"(got.y) : "l"(from) : "memory");
  return got.x == got.y;
}
__device__ void put(float4 *to, unsigned i) {
  const float value = i;
  asm volatile("st.volatile.v4.f32 [%0], {%1, %1, %1, %1};" ::"l"(to), "f"(value) : "memory");
}
__device__ bool isWhole(const float4 *from) {
  float4 got;
  asm volatile("ld.volatile.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(got.x), "=f"(got.y), "=f"(got.z), "=f"(got.w)
               : "l"(from)
               : "memory");
  return got.x == got.y && got.x == got.z && got.x == got.w;
}

/// Half of the blocks store, the other half load, as many at a time as there are threads.
template <class V> __global__ void exchange(V *place, unsigned *torn) {
  unsigned found = 0;
  for (unsigned i = 0; i < 100000; ++i)
    if (blockIdx.x % 2) put(place, i);
    else found += !isWhole(place);
  atomicAdd(torn, found);
}

template <class V> void run(const char *what) {
  void *place;
  unsigned *torn, count;
  cudaMalloc(&place, sizeof(V));
  cudaMalloc(&torn, sizeof(unsigned));
  cudaMemset(place, 0, sizeof(V));
  cudaMemset(torn, 0, sizeof(unsigned));
  exchange<<<512, 1>>>((V *)place, torn);
  cudaMemcpy(&count, torn, sizeof count, cudaMemcpyDeviceToHost);
  std::printf("%s: %u torn\n", what, count);
}

int main() {
  run<uint2>("uint2");
  run<ulonglong2>("ulonglong2");
  run<float4>("float4");
}
