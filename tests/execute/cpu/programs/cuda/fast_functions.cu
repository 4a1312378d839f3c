// Fast functions at their edges (CUDA C++ Programming Guide, "Intrinsic Functions"; CUDA Math API; PTX ISA, "div").
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void k(int *wrong, float one) {
  const float inf = one / 0.0f, nan = inf - inf, tiny = one * 0x1p-140f;
  *wrong += !isnan(__powf(-2 * one, 2)) + !isnan(__powf(0 * one, 0)) + !isnan(__powf(one, inf));
  *wrong += !isnan(__powf(inf, 0)) + !isnan(__powf(nan, 0)) + (__powf(0 * one, 2) != 0) + (__powf(2 * one, 10) != 1024);
  *wrong += (__fdividef(one, 0x1.8p126f) != 0) + !isnan(__fdividef(inf, 0x1.8p126f)) + (__fdividef(one, inf) != 0);
  *wrong += (__fdividef(6 * one, 3) != 2) + (__fdividef(one, 0x1p126f) != 0x1p-126f) + !isinf(__fdividef(one, 0));
  *wrong += (__saturatef(nan) != 0) + (__saturatef(-inf) != 0) + (__saturatef(inf) != 1);
  *wrong += (__log2f(tiny) != -140) + !isnan(__log2f(-one)) + !isnan(__logf(-one)) + !isnan(__log10f(-one));
  *wrong += (__expf(-90 * one) == 0) + !isinf(__expf(100 * one)) + (__exp10f(-39 * one) == 0) + !isinf(__exp10f(40 * one));
  *wrong += !isnan(__sinf(inf)) + !isnan(__cosf(inf)) + !isnan(__tanf(inf));
  float quotient;
  asm("div.approx.f32 %0, %1, %2;" : "=f"(quotient) : "f"(one), "f"(0x1.8p126f * one));
  *wrong += quotient != 0;
  asm("div.full.f32 %0, %1, %2;" : "=f"(quotient) : "f"(0x1p100f * one), "f"(0x1p127f * one));
  *wrong += quotient != 0x1p-27f;
}

int main() {
  int *wrong;
  cudaMallocManaged(&wrong, 4);
  k<<<1, 1>>>(wrong, 1);
  cudaDeviceSynchronize();
  printf("%d\n", *wrong);
  return 0;
}
