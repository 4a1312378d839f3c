// Functions of one argument that half and bfloat16 are given to, in templates and by name.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cmath>

template <typename T>
__host__ __device__ int classified(T x) {
  return isfinite(x) + 2 * isnan(x) + 4 * std::isinf(x) + 8 * std::signbit(x);
}

template <typename T>
__device__ float computed(T x) {
  return sqrt(fabs(x)) + std::exp(-fabs(x)) + floor(x);
}

extern "C" __global__ void functions(const half *halves, const __nv_bfloat16 *narrow, int *kinds,
                                     float *values) {
  const int i = threadIdx.x;
  kinds[i] = classified(halves[i]) + 16 * classified(narrow[i]);
  values[2 * i] = computed(halves[i]);
  values[2 * i + 1] = computed(narrow[i]);
}
