// min and max of numbers that are no int, in host code: what nvcc's host code prints.
#include <cstdio>
#include <cuda_runtime.h>

__host__ __device__ float larger(float a, float b) { return max(a, b); }

__global__ void clamp(float *p) { *p = min(larger(*p, 0.25f), 1.0f); }

int main(int argc, char **) {
  size_t bytes = 5000000000ull;
  long below = -5000000000l;
  long long far = 5000000001ll;
  unsigned mask = 4000000000u;
  float half = 0.5f;
  double quarter = 0.25;
  printf("%zu %ld %lld %u\n", max(bytes, (size_t)argc), min(below, 7l), max(far, 7ll), max(mask, 7u));
  printf("%g %g %g %g\n", larger(half, 0.75f), min(half, quarter), max(quarter, half), min(2.5, 1.5));
  return 0;
}
