// Atomics that HIP lacks, cache operators, and questions about addresses.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

extern "C" __global__ void sums(const int *slot, __half *half, __half2 *pair, __nv_bfloat16 *bfloat,
                                __nv_bfloat162 *bfloats, float2 *two, float4 *four) {
  const int i = slot[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&half[i], __float2half(1.0f));
  atomicAdd(&pair[i], __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(&bfloat[i], __float2bfloat16(1.0f));
  atomicAdd(&bfloats[i], __floats2bfloat162_rn(1.0f, 2.0f));
  atomicAdd(&two[i], make_float2(1.0f, 2.0f));
  atomicAdd(&four[i], make_float4(1.0f, 2.0f, 3.0f, 4.0f));
}

// Counts in 16 bits, by compare and swap.
extern "C" __global__ void counts(const int *slot, unsigned short *count) {
  unsigned short *address = &count[slot[blockIdx.x * blockDim.x + threadIdx.x]];
  unsigned short seen = *address, expected;
  do {
    expected = seen;
    seen = atomicCAS(address, expected, static_cast<unsigned short>(expected + 1));
  } while (seen != expected);
}

// Each operation of block scope on an int of its own, in shared memory, then written out.
extern "C" __global__ void of_a_block(const int *value, int *out, unsigned *ring) {
  __shared__ int cell[9];
  __shared__ unsigned up, down;
  if (threadIdx.x < 9) cell[threadIdx.x] = threadIdx.x == 5 ? -1 : 0;
  if (threadIdx.x == 0) up = 0, down = 0;
  __syncthreads();
  const int v = value[threadIdx.x];
  atomicAdd_block(&cell[0], v);
  atomicSub_block(&cell[1], v);
  atomicExch_block(&cell[2], 7);
  atomicMin_block(&cell[3], v);
  atomicMax_block(&cell[4], v);
  atomicAnd_block(&cell[5], v);
  atomicOr_block(&cell[6], v);
  atomicXor_block(&cell[7], v);
  atomicCAS_block(&cell[8], 0, 3);
  atomicInc_block(&up, 9);
  atomicDec_block(&down, 9);
  atomicInc_system(&ring[2], 99);
  atomicDec_system(&ring[3], 99);
  __syncthreads();
  if (threadIdx.x < 9) out[threadIdx.x] = cell[threadIdx.x];
  if (threadIdx.x == 0) ring[0] = up, ring[1] = down;
}

extern "C" __global__ void hinted(const float4 *in, float4 *out, const short *small, short *smaller,
                                  const __nv_bfloat162 *pair, __nv_bfloat162 *pairs) {
  const int t = threadIdx.x;
  float4 sum = __ldcg(&in[t]);
  sum.x += __ldca(&in[t]).x + __ldcs(&in[t]).x + __ldlu(&in[t]).x + __ldcv(&in[t]).x;
  __stcg(&out[4 * t], sum);
  __stcs(&out[4 * t + 1], sum);
  __stwt(&out[4 * t + 2], sum);
  __stwb(&out[4 * t + 3], sum);
  __stcg(&smaller[t], __ldcg(&small[t]));
  __stwt(&pairs[t], __ldg(&pair[t]));
}

extern "C" __global__ void places(int *global, unsigned *out, int *through) {
  __shared__ int shared[32];
  const size_t address = __cvta_generic_to_shared(&shared[threadIdx.x]);
  const size_t first = __cvta_generic_to_shared(&shared[0]);
  out[4 * threadIdx.x] = __isShared(shared) != 0;
  out[4 * threadIdx.x + 1] = __isGlobal(global) != 0;
  out[4 * threadIdx.x + 2] = __isShared(global) == 0 && __isGlobal(shared) == 0;
  out[4 * threadIdx.x + 3] = static_cast<uint32_t>(address) - static_cast<uint32_t>(first);
  shared[threadIdx.x] = threadIdx.x * 3;
  __nanosleep(100);
  through[threadIdx.x] = *static_cast<int *>(__cvta_shared_to_generic(address));
}
