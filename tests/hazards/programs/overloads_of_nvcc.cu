// Host code that counts on the overloads nvcc brings along.
#include <cstdio>
#include <cuda_runtime.h>
static int wrong(double got, double expected, const char *what) { if (got != expected) { printf("%s: %g, expected %g\n", what, got, expected); return 1; } return 0; }
__host__ __device__ double distance(double a, double b) { return abs(a - b); }
template <typename T> __host__ __device__ T clip(T x, T lo, T hi) { return min(max(x, lo), hi); }
__global__ void k(double *o, double x) { o[0] = distance(x, 3); o[1] = clip(x, -0.5, 0.5); o[2] = abs(-5000000000ll + (long long)x); }
int main() {
  double *o; cudaMallocManaged(&o, 64);
  k<<<1, 1>>>(o, 2.25);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  failures += wrong(o[0], 0.75, "device abs") + wrong(o[1], 0.5, "device clip") + wrong(o[2], 4999999998.0, "device abs of long long");
  float f = -1.75f; long long w = -5000000000ll;
  failures += wrong(abs(f), 1.75, "abs(float)") + wrong(abs(-0.25), 0.25, "abs(double)") + wrong(abs(w), 5e9, "abs(long long)");
  failures += wrong(distance(0.5, 0.75), 0.25, "distance") + wrong(clip(2.75, 0.0, 2.5), 2.5, "clip");
  failures += wrong(max(2.5f, 1.0), 2.5, "max(float, double)") + wrong(min(w, 3ll), -5e9, "min(long long)") + wrong(max(0u, 7u), 7, "max");
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
