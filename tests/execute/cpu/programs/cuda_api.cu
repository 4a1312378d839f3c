// CUDA on the host: the runtime API, warp operations with masks, half precision through inline PTX.
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

__constant__ float coefficients[4];
__device__ int counter;

__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= coefficients[i % 4];
  atomicAdd(&counter, 1);
}
__global__ void warp(int *out) {
  const unsigned all = 0xffffffff;
  int lane = threadIdx.x;
  out[lane] = __shfl_down_sync(all, lane, 2, 16);
  out[32 + lane] = __shfl_sync(all, lane, lane + 5);
  out[64 + lane] = lane < 20 ? __popc(__ballot_sync(0xfffff, lane & 1)) : -1;
  out[96 + lane] = __popc(__match_any_sync(all, lane % 3));
  out[128 + lane] = __reduce_max_sync(all, lane * 7 % 32);
  out[160 + lane] = __any_sync(all, lane == 3) + 2 * __all_sync(all, lane < 3);
}
__global__ void narrow(const float *in, float *halves, float *brains) {
  int i = threadIdx.x;
  __half2 pair = __hmul2(__floats2half2_rn(in[i], in[i]), __floats2half2_rn(3, 3));
  halves[i] = __low2float(pair);
  brains[i] = __bfloat162float(__float2bfloat16(in[i]));
}
__global__ void ptx(unsigned *out) {
  unsigned lane, below, field, wide_low, wide_high;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(field) : "r"(0x12345678u));
  asm("{ .reg .pred p; setp.gt.u32 p, %1, 15; selp.u32 %0, 100, 200, p; @p add.u32 %0, %0, 1; }"
      : "=r"(out[32 + threadIdx.x]) : "r"(lane));
  asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;"
      : "=r"(wide_low), "=r"(wide_high) : "r"(0xffffffffu), "r"(1u), "r"(2u), "r"(3u));
  out[threadIdx.x] = __popc(below) + lane * 0 + field * 1000;
  out[64 + threadIdx.x] = wide_low + wide_high;
}
__global__ void grid(int *a, int n) {
  auto g = cooperative_groups::this_grid();
  int i = g.thread_rank();
  a[i] = i;
  g.sync();
  int next = a[(i + 100) % n];
  g.sync();
  a[i] = next;
}

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}
template <class T> T *managed(int n) {
  T *memory;
  (void)cudaMallocManaged(&memory, n * sizeof(T));
  return memory;
}

int main() {
  const int n = 1000;
  std::vector<float> host(n);
  for (int i = 0; i < n; ++i) host[i] = float(i);
  float *x;
  check("malloc", cudaMalloc(&x, n * sizeof(float)) == cudaSuccess);
  cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  const float factors[] = {1, 2, 3, 4};
  check("symbol", cudaMemcpyToSymbol(coefficients, factors, sizeof factors) == cudaSuccess);
  scale<<<(n + 127) / 128, 128>>>(x, n);
  check("synchronise", cudaDeviceSynchronize() == cudaSuccess);
  std::vector<float> back(n);
  cudaMemcpy(back.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
  bool right = true;
  for (int i = 0; i < n; ++i) right &= back[i] == host[i] * factors[i % 4];
  check("kernel", right);
  int seen = 0;
  cudaMemcpyFromSymbol(&seen, counter, sizeof seen);
  check("from symbol", seen == 1024);

  int *o = managed<int>(192);
  warp<<<1, 32>>>(o);
  right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 32; ++i) {
    right &= o[i] == (i % 16 < 14 ? i + 2 : i) && o[32 + i] == (i + 5) % 32 && o[64 + i] == (i < 20 ? 10 : -1);
    right &= o[96 + i] == (i % 3 == 2 ? 10 : 11) && o[128 + i] == 31 && o[160 + i] == 1;
  }
  check("warp operations", right);

  float *in = managed<float>(64), *halves = managed<float>(64), *brains = managed<float>(64);
  for (int i = 0; i < 64; ++i) in[i] = i * 0.25f;
  narrow<<<1, 64>>>(in, halves, brains);
  right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 64; ++i) right &= halves[i] == i * 0.75f && brains[i] == i * 0.25f;
  check("half and bfloat16", right);

  unsigned *p = managed<unsigned>(96);
  ptx<<<1, 32>>>(p);
  right = cudaDeviceSynchronize() == cudaSuccess;
  for (unsigned i = 0; i < 32; ++i)
    right &= p[i] == i + 0x67 * 1000 && p[32 + i] == (i > 15 ? 101 : 200) && p[64 + i] == 6;
  check("inline ptx", right);

  int *a = managed<int>(512), count = 512;
  void *arguments[] = {&a, &count};
  check("cooperative", cudaLaunchCooperativeKernel((void *)grid, dim3(8), dim3(64), arguments, 0, 0) == cudaSuccess);
  right = cudaDeviceSynchronize() == cudaSuccess;
  for (int i = 0; i < 512; ++i) right &= a[i] == (i + 100) % 512;
  check("grid sync", right);

  cudaDeviceProp device;
  check("properties", cudaGetDeviceProperties(&device, 0) == cudaSuccess && device.warpSize == 32 && device.major == 8);
  const char *name = cudaGetErrorName(cudaErrorNotSupported);
  cudaGetErrorName(cudaErrorInvalidDevice);
  check("names of errors stay", !std::strcmp(name, "cudaErrorNotSupported"));
  scale<<<1, 2000>>>(x, n);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  return failures;
}
