"""A short program that has something of everything that rules ask tables about.

Processes that convert are forked, and what each finds out by itself each holds for itself: tables,
patterns, parsers. The process that forks them converts this first, and they share what it found.
"""

#: CUDA code that is converted and thrown away.
SPECIMEN = rb"""
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cub/cub.cuh>
#include <thrust/sort.h>
#if CUDART_VERSION >= 11000 && __CUDA_ARCH__ >= 800
#define WARP 32
#endif

template <typename T> __device__ T warp_sum(T value) {
  for (int offset = 16; offset > 0; offset >>= 1)
    value += __shfl_xor_sync(0xffffffff, value, offset);
  return value;
}

__global__ void __launch_bounds__(256, 2) kernel(float *out, const half *in, long n) {
  __shared__ float partial[32];
  const int lane = threadIdx.x & 31, i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffff, i < n), id;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(id));
  float value = warp_sum(i < n ? __half2float(in[i]) : 0.f) + (int)(1u << lane);
  if (lane == 0) partial[threadIdx.x / 32] = min(value, 1.0f * __popc(mask));
  __syncthreads();
  atomicAdd(out, partial[id & 7]);
}

cudaError_t run(float *out, const half *in, long n, cudaStream_t stream) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, out);
  printf("%d %d\n", properties.warpSize, (int)attributes.type);
  kernel<<<(n + 255) / 256, dim3(256), 0, stream>>>(out, in, n);
  thrust::sort(thrust::device, out, out + n);
  cublasHandle_t handle;
  cublasCreate(&handle);
  cudaUnknownToAll(handle);
  return cudaGetLastError();
}
"""
