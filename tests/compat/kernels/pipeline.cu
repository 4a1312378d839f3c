#include <cuda_pipeline.h>

// Each thread moves 16 bytes to shared memory, of which the last `zeros` become zeros, and back.
extern "C" __global__ void staged(const uint4* in, uint4* out, int zeros) {
  __shared__ uint4 tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], 16, zeros);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void narrow(const int2* in, int2* out) {
  __shared__ int2 tile[64];
  __pipeline_memcpy_async(&tile[threadIdx.x].x, &in[threadIdx.x].x, 4);
  __pipeline_memcpy_async(&tile[threadIdx.x].y, &in[threadIdx.x].y, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
