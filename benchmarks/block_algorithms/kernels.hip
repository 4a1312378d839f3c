// One kernel an algorithm of hipCUB's blocks: `python -m benchmarks.block_algorithms` reads what becomes of them.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>
#define REDUCE(NAME, THREADS, ALG) \
extern "C" __global__ __launch_bounds__(THREADS) void NAME(const float* x, float* y) { \
  using B = hipcub::BlockReduce<float, THREADS, hipcub::ALG>; __shared__ typename B::TempStorage s; \
  float r = B(s).Sum(x[blockIdx.x * THREADS + threadIdx.x]); if (threadIdx.x == 0) y[blockIdx.x] = r; }
REDUCE(reduce_warp_256, 256, BLOCK_REDUCE_WARP_REDUCTIONS)
REDUCE(reduce_raking_256, 256, BLOCK_REDUCE_RAKING)
REDUCE(reduce_rakingc_256, 256, BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY)
REDUCE(reduce_warp_32, 32, BLOCK_REDUCE_WARP_REDUCTIONS)
REDUCE(reduce_warp_64, 64, BLOCK_REDUCE_WARP_REDUCTIONS)
#define SCAN(NAME, THREADS, ALG) \
extern "C" __global__ __launch_bounds__(THREADS) void NAME(const int* x, int* y) { \
  using B = hipcub::BlockScan<int, THREADS, hipcub::ALG>; __shared__ typename B::TempStorage s; \
  int v = x[blockIdx.x * THREADS + threadIdx.x]; B(s).ExclusiveSum(v, v); y[blockIdx.x * THREADS + threadIdx.x] = v; }
SCAN(scan_warp_256, 256, BLOCK_SCAN_WARP_SCANS)
SCAN(scan_raking_256, 256, BLOCK_SCAN_RAKING)
SCAN(scan_rakingm_256, 256, BLOCK_SCAN_RAKING_MEMOIZE)
#define LOAD(NAME, ALG, SALG) \
extern "C" __global__ __launch_bounds__(256) void NAME(float* x, float* y) { \
  using B = hipcub::BlockLoad<float, 256, 8, hipcub::ALG>; using S = hipcub::BlockStore<float, 256, 8, hipcub::SALG>; \
  __shared__ union { typename B::TempStorage a; typename S::TempStorage b; } s; \
  float v[8]; B(s.a).Load(x + blockIdx.x * 2048, v); for (int i = 0; i < 8; ++i) v[i] *= 2; __syncthreads(); S(s.b).Store(y + blockIdx.x * 2048, v); }
LOAD(load_direct, BLOCK_LOAD_DIRECT, BLOCK_STORE_DIRECT)
LOAD(load_vectorize, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE)
LOAD(load_transpose, BLOCK_LOAD_TRANSPOSE, BLOCK_STORE_TRANSPOSE)
LOAD(load_warp_transpose, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE)
LOAD(load_striped, BLOCK_LOAD_STRIPED, BLOCK_STORE_STRIPED)
#define HISTO(NAME, ALG) \
extern "C" __global__ __launch_bounds__(256) void NAME(const unsigned char* x, unsigned* y) { \
  using B = hipcub::BlockHistogram<unsigned char, 256, 8, 256, hipcub::ALG>; __shared__ typename B::TempStorage s; __shared__ unsigned h[256]; \
  unsigned char v[8]; for (int i = 0; i < 8; ++i) v[i] = x[blockIdx.x*2048 + i*256 + threadIdx.x]; \
  B(s).Histogram(v, h); __syncthreads(); y[blockIdx.x*256+threadIdx.x] = h[threadIdx.x]; }
HISTO(histogram_atomic, BLOCK_HISTO_ATOMIC)
HISTO(histogram_sort, BLOCK_HISTO_SORT)
