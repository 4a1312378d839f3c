// What sm_100 computes with two floats in a register, and with floats and halves together.
#include <cuda_runtime.h>

#include <cstdint>

extern "C" __global__ void pairs(const uint64_t *in, uint64_t *out) {
  const uint64_t a = in[threadIdx.x * 3], b = in[threadIdx.x * 3 + 1], c = in[threadIdx.x * 3 + 2];
  uint64_t *d = out + threadIdx.x * 4;
  asm("add.rn.f32x2 %0, %1, %2;" : "=l"(d[0]) : "l"(a), "l"(b));
  asm("sub.f32x2 %0, %1, %2;" : "=l"(d[1]) : "l"(a), "l"(b));
  asm("mul.rn.ftz.f32x2 %0, %1, %2;" : "=l"(d[2]) : "l"(a), "l"(b));
  asm("fma.rn.f32x2 %0, %1, %2, %3;" : "=l"(d[3]) : "l"(a), "l"(b), "l"(c));
}

extern "C" __global__ void mixed(const uint16_t *half, const float *in, float *out) {
  const uint16_t h = half[threadIdx.x];
  float *d = out + threadIdx.x * 4;
  float sum = in[threadIdx.x];
  asm("add.rn.f32.bf16 %0, %1, %0;" : "+f"(sum) : "h"(h));
  d[0] = sum;
  asm("sub.rz.f32.f16 %0, %1, %2;" : "=f"(d[1]) : "h"(h), "f"(in[threadIdx.x]));
  asm("fma.rn.f32.bf16 %0, %1, %1, %2;" : "=f"(d[2]) : "h"(h), "f"(in[threadIdx.x]));
  uint32_t place, places;
  asm("setmaxnreg.dec.sync.aligned.u32 24;");
  asm volatile("mov.u32 %0, %%smid;" : "=r"(place));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(places));
  d[3] = place < places;
}

// A flag behind four words: whoever sees it sees them.
extern "C" __global__ void ordered(uint4 *cell, uint4 *out) {
  if (threadIdx.x == 0) {
    asm volatile("st.release.global.sys.v4.b32 [%4], {%0, %1, %2, %3};" ::"r"(1), "r"(2), "r"(3),
                 "r"(4), "l"(cell)
                 : "memory");
  }
  __syncthreads();
  uint4 v;
  asm volatile("ld.acquire.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(cell)
               : "memory");
  out[threadIdx.x] = v;
}
