// The types of OCP's 8-bit formats: every value to every type, and numbers of every type to them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

template <class Float>
__device__ void widen(unsigned char bits, float *floats, long long *integers) {
  Float x;
  x.__x = bits;
  floats[0] = static_cast<float>(x);
  floats[1] = static_cast<double>(x);
  floats[2] = __half2float(static_cast<__half>(x));
  floats[3] = __bfloat162float(static_cast<__nv_bfloat16>(x));
  integers[0] = static_cast<signed char>(x);
  integers[1] = static_cast<unsigned char>(x);
  integers[2] = static_cast<short>(x);
  integers[3] = static_cast<unsigned short>(x);
  integers[4] = static_cast<int>(x);
  integers[5] = static_cast<unsigned>(x);
  integers[6] = static_cast<long long>(x);
  integers[7] = static_cast<unsigned long long>(x);
  integers[8] = static_cast<bool>(x);
}

extern "C" __global__ void widen_both(float *floats, long long *integers) {
  const unsigned char bits = threadIdx.x;
  widen<__nv_fp8_e4m3>(bits, floats + 8 * bits, integers + 18 * bits);
  widen<__nv_fp8_e5m2>(bits, floats + 8 * bits + 4, integers + 18 * bits + 9);
}

template <class One, class Two, class Four>
__device__ void narrow(const double *x, int i, unsigned *out) {
  const float single = float(x[i]);
  const int whole = int(fmax(-1e9, fmin(1e9, x[i])));
  out[0] = One(x[i]).__x;
  out[1] = One(single).__x;
  out[2] = One(__float2half(single)).__x;
  out[3] = One(__float2bfloat16(single)).__x;
  out[4] = One(whole).__x;
  out[5] = One(static_cast<unsigned long long>(whole)).__x;
  out[6] = Two(make_double2(x[i], -x[i])).__x;
  out[7] = Two(make_float2(single, 2 * single)).__x;
  const __half2 halves = __floats2half2_rn(single, -single);
  const __nv_bfloat162 bfloats = __floats2bfloat162_rn(single, -single);
  out[8] = Two(halves).__x;
  out[9] = Two(bfloats).__x;
  out[10] = Four(make_float4(single, -single, single / 3, single * 3)).__x;
  out[11] = Four(halves, halves).__x;
  out[12] = Four(bfloats, bfloats).__x;
  const float4 four = static_cast<float4>(Four(make_float4(single, -single, 0, 1)));
  const float2 two = static_cast<float2>(Two(make_float2(single, -single)));
  const __half2 back = static_cast<__half2>(Two(halves));
  out[13] = __float_as_uint(four.x + two.y);
  out[14] = __half_as_ushort(__low2half(back)) | __half_as_ushort(__high2half(back)) << 16;
  out[15] = sizeof(One) | sizeof(Two) << 4 | alignof(Four) << 8;
}

extern "C" __global__ void narrow_both(const double *x, unsigned *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  narrow<__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(x, i, out + 32 * i);
  narrow<__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(x, i, out + 32 * i + 16);
}
