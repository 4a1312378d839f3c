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

template <class R>
struct is_int {
  static const bool value = false;
};
template <>
struct is_int<int> {
  static const bool value = true;
};

extern "C" __global__ void narrow(const short *in, const unsigned char *other, float *out) {
  const short x = in[threadIdx.x];
  const unsigned char y = other[threadIdx.x];
  static_assert(is_int<decltype(min(x, y))>::value, "a short and a byte widen to int");
  static_assert(is_int<decltype(max(x, 7))>::value, "a short and an int widen to int");
  out[threadIdx.x] = 1000 / max(min(x, 7), y);
}
