// fns, the modes of prmt, alignas among specifiers, modifiers in any order, operands without a blank before them, the version of nvcc.
#include <cstdio>

#define PRMT(mode, selector) \
  asm("prmt.b32." mode " %0, %1, %2, %3;" : "=r"(x) : "r"(0x33221100), "r"(0x77665544), "r"(selector)); \
  out[n++] = x

__global__ void run(unsigned *out) {
  __shared__ alignas(16) unsigned place[4];
  unsigned n = 0, x;
  PRMT("f4e", 1);
  PRMT("b4e", 1);
  PRMT("rc8", 2);
  PRMT("ecl", 1);
  PRMT("ecr", 2);
  PRMT("rc16", 1);
  out[n++] = __fns(0xb2, 0, 1);
  out[n++] = __fns(0xb2, 0, 3);
  out[n++] = __fns(0xb2, 7, -2);
  out[n++] = __fns(0xb2, 4, 0);
  out[n++] = __fns(0xb2, 2, 0);
  out[n++] = __fns(0xb2, 0, 9);
  out[n++] = size_t(place) % 16;
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(threadIdx.x / 4));
  if (threadIdx.x == 0) out[n] = x;
  n++;
  asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(threadIdx.x - 40));
  out[n++] = x;
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(x) : "r"(threadIdx.x));
  out[n++] = x;
  float root = 4;
  asm("rsqrt.approx.f32.ftz %0, %0;" : "+f"(root)); // curand_poisson.h has the modifiers in this order
  out[n++] = unsigned(1 / root);
  unsigned low;
  asm("mov.b64{%0,%1},%2;" : "=r"(low), "=r"(x) : "l"(0x700000005ull));
  asm volatile("st.global.u32[%0],%1;" ::"l"(out + n), "r"(low + x) : "memory");
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 18 * sizeof *out);
  run<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < 18; i++) std::printf("%x ", out[i]);
  std::printf("%d\n", __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 == CUDART_VERSION);
}
