// A work-item's own vectors, of which LLVM makes no vectors of lanes; and a step as long on single numbers.
#include <hip/hip_runtime.h>

template <class Number> __global__ void mixed(const float *in, float *out, int count) {
  Number x = *(const Number *)(in + sizeof(Number) / sizeof(float) * threadIdx.x), y = x;
#pragma unroll
  for (int i = 0; i < 12; ++i) {
    y = y * 0.5f + x * float(i);
    x = x * 0.5f - y * 0.25f;
  }
  __syncthreads();
  *(Number *)(out + sizeof(Number) / sizeof(float) * threadIdx.x) = y;
}

typedef float Four __attribute__((ext_vector_type(4)));
template __global__ void mixed<Four>(const float *, float *, int);
template __global__ void mixed<float>(const float *, float *, int);
