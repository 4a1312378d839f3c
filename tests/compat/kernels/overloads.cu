// Functions whose overload CUDA chooses by type: floats stay floats, mixed signs are unsigned.
#include <cuda_runtime.h>

__device__ float only_float(float value) { return value; }
__device__ double only_float(double value);  // never defined: a double here does not link

extern "C" __global__ void floats(const float *in, float *out) {
  const float x = in[threadIdx.x];
  float *r = out + threadIdx.x * 16;
  *r++ = only_float(rsqrt(x)), *r++ = only_float(rcbrt(x)), *r++ = only_float(exp10(x));
  *r++ = only_float(sinpi(x)), *r++ = only_float(cospi(x)), *r++ = only_float(erfinv(x));
  *r++ = only_float(erfcinv(x)), *r++ = only_float(erfcx(x)), *r++ = only_float(normcdf(x));
  *r++ = only_float(normcdfinv(x)), *r++ = only_float(cyl_bessel_i0(x));
  *r++ = only_float(cyl_bessel_i1(x));
  sincos(x, r, r + 1), r += 2;
  sincospi(x, r, r + 1);
}

extern "C" __global__ void doubles(const double *in, double *out) {
  out[2 * threadIdx.x] = rsqrt(in[threadIdx.x]);
  out[2 * threadIdx.x + 1] = exp10(in[threadIdx.x]);
}

extern "C" __global__ void mixed(const int *in, const int *table, int *out,
                                 unsigned long long *wide) {
  const int x = in[threadIdx.x];
  out[3 * threadIdx.x] = table[min(threadIdx.x, 7)];
  out[3 * threadIdx.x + 1] = max(x, 5u);
  out[3 * threadIdx.x + 2] = min(5u, x);
  wide[threadIdx.x] = max(9007199254740993ull, static_cast<long long>(x));
  out[3 * threadIdx.x] += umin(3, threadIdx.x) + ullmax(1, 2);
}
