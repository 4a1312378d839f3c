// Where clang's CUDA, or the host's processor, would differ from nvcc and a GPU. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif
#include <cmath>
#include <cstdint>
#include <cstdio>

struct Converted {
  int cast, intrinsic;
  unsigned naturals;
  long long wide;
  signed char narrow;
};
__global__ void convert(const float *from, const double *doubles, Converted *to) {
  const int i = threadIdx.x;
  to[i] = {int(from[i]), __float2int_rz(from[i]), unsigned(from[i]), (long long)(doubles[i]), (signed char)(from[i])};
}

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}

int main() {
  constexpr int count = 6;
  const float numbers[count] = {1e20f, -1e20f, NAN, -1.5f, 3e9f, 300.0f};
  float *from;
  double *doubles;
  Converted *to;
  (void)GPU(MallocManaged)((void **)&from, sizeof numbers);
  (void)GPU(MallocManaged)((void **)&doubles, count * sizeof(double));
  (void)GPU(MallocManaged)((void **)&to, count * sizeof(Converted));
  for (int i = 0; i < count; ++i) doubles[i] = from[i] = numbers[i];
  convert<<<1, count>>>(from, doubles, to);
  check("launch", GPU(DeviceSynchronize)() == GPU(Success));
  const int casts[count] = {INT32_MAX, INT32_MIN, 0, -1, INT32_MAX, 300};
  const unsigned naturals[count] = {UINT32_MAX, 0, 0, 0, 3000000000u, 300};
#ifdef __HIP__
  const long long no_number = 0;
#else
  const long long no_number = INT64_MIN; // PTX's cvt, where either side has 64 bits
#endif
  const long long wide[count] = {INT64_MAX, INT64_MIN, no_number, -1, 3000000000ll, 300};
  for (int i = 0; i < count; ++i) {
    check("cast", to[i].cast == casts[i]);
    check("intrinsic", to[i].intrinsic == casts[i]);
    check("unsigned", to[i].naturals == naturals[i]);
#ifdef __HIP__ // AMD converts the halves apart, and the upper one alone stays at the largest number
    check("64 bits", i ? to[i].wide == wide[i] : to[i].wide >> 32 == INT32_MAX);
#else
    check("64 bits", to[i].wide == wide[i]);
#endif
    check("8 bits of 32", to[i].narrow == (signed char)(casts[i]));
  }
#ifndef __HIP__
  const int a = -3;
  const unsigned b = 2;
  check("host extrema", max(a, 5) == 5 && min(a, 5) == -3 && max(a, b) == unsigned(a) && min(1.5f, 2.5) == 1.5);
#if __CUDACC_VER_MAJOR__ * 100 + __CUDACC_VER_MINOR__ * 10 >= 900
  check("nvcc's version", __CUDACC_VER_MAJOR__ == CUDART_VERSION / 1000);
#else
  check("nvcc's version", false);
#endif
#endif
  return failures;
}
