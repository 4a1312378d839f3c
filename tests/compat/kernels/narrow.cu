// Conversions and arithmetic of half and bfloat16. Results of one thread stand behind one another.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ unsigned short bits(__nv_bfloat16 value) { return __bfloat16_as_ushort(value); }

extern "C" __global__ void from_float(const float *in, unsigned short *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned short *r = out + 8 * t;
  *r++ = bits(__float2bfloat16_rn(in[t])), *r++ = bits(__float2bfloat16_rz(in[t]));
  *r++ = bits(__float2bfloat16_rd(in[t])), *r++ = bits(__float2bfloat16_ru(in[t]));
  const __nv_bfloat162 same = __float2bfloat162_rn(in[t]);
  const __nv_bfloat162 two = __floats2bfloat162_rn(in[t], 1.0f);
  *r++ = bits(same.x), *r++ = bits(same.y), *r++ = bits(two.x);
  *r++ = bits(make_bfloat162(two.y, two.x).x);
}

extern "C" __global__ void from_integer(const long long *in, unsigned short *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const long long value = in[t];
  unsigned short *r = out + 24 * t;
  *r++ = bits(__int2bfloat16_rn(value)), *r++ = bits(__int2bfloat16_rz(value));
  *r++ = bits(__int2bfloat16_rd(value)), *r++ = bits(__int2bfloat16_ru(value));
  *r++ = bits(__uint2bfloat16_rn(value)), *r++ = bits(__uint2bfloat16_rz(value));
  *r++ = bits(__uint2bfloat16_rd(value)), *r++ = bits(__uint2bfloat16_ru(value));
  *r++ = bits(__short2bfloat16_rn(value)), *r++ = bits(__short2bfloat16_rz(value));
  *r++ = bits(__short2bfloat16_rd(value)), *r++ = bits(__short2bfloat16_ru(value));
  *r++ = bits(__ushort2bfloat16_rn(value)), *r++ = bits(__ushort2bfloat16_rz(value));
  *r++ = bits(__ushort2bfloat16_rd(value)), *r++ = bits(__ushort2bfloat16_ru(value));
  *r++ = bits(__ll2bfloat16_rn(value)), *r++ = bits(__ll2bfloat16_rz(value));
  *r++ = bits(__ll2bfloat16_rd(value)), *r++ = bits(__ll2bfloat16_ru(value));
  *r++ = bits(__ull2bfloat16_rn(value)), *r++ = bits(__ull2bfloat16_rz(value));
  *r++ = bits(__ull2bfloat16_rd(value)), *r++ = bits(__ull2bfloat16_ru(value));
}

// Every bfloat16 to every integer; a result is widened, the test takes it back.
extern "C" __global__ void to_integer(long long *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const __nv_bfloat16 value = __ushort_as_bfloat16(t);
  long long *r = out + 26 * t;
  *r++ = __bfloat162int_rn(value), *r++ = __bfloat162int_rz(value);
  *r++ = __bfloat162int_rd(value), *r++ = __bfloat162int_ru(value);
  *r++ = __bfloat162uint_rn(value), *r++ = __bfloat162uint_rz(value);
  *r++ = __bfloat162uint_rd(value), *r++ = __bfloat162uint_ru(value);
  *r++ = __bfloat162short_rn(value), *r++ = __bfloat162short_rz(value);
  *r++ = __bfloat162short_rd(value), *r++ = __bfloat162short_ru(value);
  *r++ = __bfloat162ushort_rn(value), *r++ = __bfloat162ushort_rz(value);
  *r++ = __bfloat162ushort_rd(value), *r++ = __bfloat162ushort_ru(value);
  *r++ = __bfloat162ll_rn(value), *r++ = __bfloat162ll_rz(value);
  *r++ = __bfloat162ll_rd(value), *r++ = __bfloat162ll_ru(value);
  *r++ = __bfloat162ull_rn(value), *r++ = __bfloat162ull_rz(value);
  *r++ = __bfloat162ull_rd(value), *r++ = __bfloat162ull_ru(value);
  *r++ = __bfloat162char_rz(value), *r++ = __bfloat162uchar_rz(value);
}

__device__ unsigned short bits(__half value) { return __half_as_ushort(value); }
__device__ unsigned pair_bits(__half2 v) { return *reinterpret_cast<unsigned *>(&v); }
__device__ unsigned pair_bits(__nv_bfloat162 v) { return *reinterpret_cast<unsigned *>(&v); }

template <typename T>
__device__ void single(T a, T b, T c, unsigned *r) {
  *r++ = bits(__hadd_rn(a, b)), *r++ = bits(__hsub_rn(a, b)), *r++ = bits(__hmul_rn(a, b));
  *r++ = bits(__hadd_sat(a, b)), *r++ = bits(__hsub_sat(a, b)), *r++ = bits(__hmul_sat(a, b));
  *r++ = bits(__hmax_nan(a, b)), *r++ = bits(__hmin_nan(a, b));
  *r++ = bits(__hfma_relu(a, b, c)), *r++ = bits(__hfma_sat(a, b, c));
}

template <typename T>
__device__ void paired(T a, T b, T c, unsigned *r) {
  *r++ = pair_bits(__hadd2_rn(a, b)), *r++ = pair_bits(__hsub2_rn(a, b));
  *r++ = pair_bits(__hmul2_rn(a, b)), *r++ = pair_bits(__hadd2_sat(a, b));
  *r++ = pair_bits(__hsub2_sat(a, b)), *r++ = pair_bits(__hmul2_sat(a, b));
  *r++ = pair_bits(__hmax2_nan(a, b)), *r++ = pair_bits(__hmin2_nan(a, b));
  *r++ = pair_bits(__hfma2_relu(a, b, c)), *r++ = pair_bits(__hfma2_sat(a, b, c));
  *r++ = pair_bits(__hmax2(a, b)), *r++ = pair_bits(__hmin2(a, b));
  *r++ = pair_bits(__hcmadd(a, b, c));
  *r++ = __heq2_mask(a, b), *r++ = __hne2_mask(a, b), *r++ = __hle2_mask(a, b);
  *r++ = __hge2_mask(a, b), *r++ = __hlt2_mask(a, b), *r++ = __hgt2_mask(a, b);
  *r++ = __hequ2_mask(a, b), *r++ = __hneu2_mask(a, b), *r++ = __hleu2_mask(a, b);
  *r++ = __hgeu2_mask(a, b), *r++ = __hltu2_mask(a, b), *r++ = __hgtu2_mask(a, b);
  *r++ = pair_bits(__hequ2(a, b)), *r++ = pair_bits(__hneu2(a, b)), *r++ = pair_bits(__hleu2(a, b));
  *r++ = pair_bits(__hgeu2(a, b)), *r++ = pair_bits(__hltu2(a, b)), *r++ = pair_bits(__hgtu2(a, b));
}

template <typename T, typename T2>
__device__ void arithmetic(const T *a, const T *b, const T *c, unsigned *out) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *r = out + 51 * t;
  single(a[2 * t], b[2 * t], c[2 * t], r);
  single(a[2 * t + 1], b[2 * t + 1], c[2 * t + 1], r + 10);
  paired(reinterpret_cast<const T2 *>(a)[t], reinterpret_cast<const T2 *>(b)[t],
         reinterpret_cast<const T2 *>(c)[t], r + 20);
}

extern "C" __global__ void of_half(const __half *a, const __half *b, const __half *c, unsigned *out) {
  arithmetic<__half, __half2>(a, b, c, out);
}
extern "C" __global__ void of_bfloat16(const __nv_bfloat16 *a, const __nv_bfloat16 *b,
                                       const __nv_bfloat16 *c, unsigned *out) {
  arithmetic<__nv_bfloat16, __nv_bfloat162>(a, b, c, out);
}

extern "C" __global__ void of_half_alone(const double *in, unsigned short *narrowed, int *bytes) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  narrowed[t] = bits(__double2half(in[t]));
  const __half value = __ushort_as_half(t);
  bytes[2 * t] = __half2char_rz(value);
  bytes[2 * t + 1] = __half2uchar_rz(value);
}
