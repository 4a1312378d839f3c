// Mathematical functions that nvcc has for host code: value, function, in 12 digits.
#include <cstdio>
#include <cuda_runtime.h>

__host__ __device__ float length_scale(float x) { return rsqrtf(x); }

__global__ void scaled(float *p) { *p = length_scale(*p) + rsqrt(*p) + normcdf(*p); }

int main() {
  const double values[] = {1e-9, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999};
  for (double x : values) {
    printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", rsqrt(x), rcbrt(x), erfinv(x), erfcinv(x), erfcx(40 * x),
           normcdf(x), normcdfinv(x), erfinv(-x));
    double sine, cosine;
    sincospi(7 * x, &sine, &cosine);
    printf("%.9g %.9g %.9g %.9g\n", sinpi(5 * x), cospi(-9 * x), sine, cosine);
    const float y = float(x);
    printf("%.5g %.5g %.5g %.5g %.5g %.5g\n", rsqrtf(y), erfcinvf(y), normcdff(y), normcdfinv(y), sinpif(y), length_scale(y));
  }
  return 0;
}
