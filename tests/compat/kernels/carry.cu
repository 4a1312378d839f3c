// Carry flags that one asm statement leaves to another, in macros and in functions.
#include <cuda_runtime.h>
#include <stdint.h>

#define ADD_CC(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory")
#define ADDC_CC(c, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory")
#define ADDC(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b));

static __device__ __forceinline__ uint32_t sub_cc(uint32_t a, uint32_t b) {
  uint32_t c;
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
  return c;
}

static __device__ __forceinline__ uint32_t subc_cc(uint32_t a, uint32_t b) {
  uint32_t c;
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
  return c;
}

static __device__ __forceinline__ uint32_t subc(uint32_t a, uint32_t b) {
  uint32_t c;
  asm volatile("subc.u32 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
  return c;
}

// Numbers of 256 bits: threads with an odd number subtract, the others add.
extern "C" __global__ void wide(const uint64_t *a, const uint64_t *b, uint64_t *out) {
  const int i = 4 * (threadIdx.x + blockDim.x * threadIdx.y);
  if (threadIdx.x % 2 == 0) {
    ADD_CC(out[i], a[i], b[i]);
    ADDC_CC(out[i + 1], a[i + 1], b[i + 1]);
    ADDC_CC(out[i + 2], a[i + 2], b[i + 2]);
    ADDC(out[i + 3], a[i + 3], b[i + 3]);
    return;
  }
  const uint32_t *x = (const uint32_t *)(a + i), *y = (const uint32_t *)(b + i);
  uint32_t *r = (uint32_t *)(out + i);
  r[0] = sub_cc(x[0], y[0]);
  for (int word = 1; word < 7; word++) r[word] = subc_cc(x[word], y[word]);
  r[7] = subc(x[7], y[7]);
}
