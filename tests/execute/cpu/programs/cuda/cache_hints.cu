// Every type through every load and store with a cache hint (sm_32_intrinsics.h, cuda_fp16.h, cuda_bf16.h).
#include <cstdio>
#include <cstring>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

constexpr int ways = 6;

// Each way is a load and a store; the copies must be what was there, and each way must write its own place.
template <class T>
__global__ void copies(const T *from, T *to) {
  const int i = threadIdx.x, n = blockDim.x;
  __stwb(to + i, __ldca(from + i));
  __stcg(to + n + i, __ldcg(from + i));
  __stcs(to + 2 * n + i, __ldcs(from + i));
  __stwt(to + 3 * n + i, __ldcv(from + i));
  __stcs(to + 4 * n + i, __ldlu(from + i));
  __stcg(to + 5 * n + i, __ldg(from + i));
}

template <class T>
int wrong() {
  constexpr int n = 32;
  T *from, *to;
  cudaMallocManaged(&from, n * sizeof(T));
  cudaMallocManaged(&to, ways * n * sizeof(T));
  auto *bytes = reinterpret_cast<unsigned char *>(from);
  for (unsigned i = 0; i < n * sizeof(T); ++i)
    bytes[i] = static_cast<unsigned char>(i * 37 + 131);
  copies<<<1, n>>>(from, to);
  int count = cudaDeviceSynchronize() != cudaSuccess;
  for (int way = 0; way < ways; ++way)
    count += std::memcmp(to + way * n, from, n * sizeof(T)) != 0;
  return count;
}

template <class... T>
int sum() {
  return (wrong<T>() + ...);
}

int main() {
  std::printf("%d %d %d %d\n", sum<char, signed char, short, int, long, long long, float, double>(),
              sum<unsigned char, unsigned short, unsigned, unsigned long, unsigned long long>(),
              sum<char2, char4, short2, short4, int2, int4, longlong2, uchar2, uchar4, ushort2, ushort4, uint2, uint4,
                  ulonglong2, float2, float4, double2>(),
              sum<__half, __half2, __nv_bfloat16, __nv_bfloat162>());
}
