// Half and bfloat16 at NaN, denormals, infinities, saturation, ties.
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ unsigned short bits(half h) { return __half_as_ushort(h); }
__device__ unsigned short bits(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
__device__ unsigned both(half2 h) { return bits(__low2half(h)) | (unsigned)bits(__high2half(h)) << 16; }
__global__ void k(unsigned *o, float one, unsigned short nan, unsigned short den) {
  half n = __ushort_as_half(nan), d = __ushort_as_half(den), i = __float2half(one * 70000.f), h = __float2half(one);
  o[0] = bits(__hmax(n, h)); o[1] = bits(__hmin(h, n)); o[2] = __hisnan(__hmax_nan(n, h)); o[3] = bits(__hadd(d, d)); o[4] = bits(i); o[5] = bits(__float2half(65519.f * one));
  o[6] = bits(__hadd_sat(h, h)); o[7] = bits(__hmul_sat(h, __hneg(h))); o[8] = bits(__hfma_relu(h, __hneg(h), d)); o[9] = __hisnan(n) + 2 * __hisinf(i); o[10] = bits(__hneg(__float2half(0.f * one)));
  half2 a = __halves2half2(n, h), b = __halves2half2(h, h); o[11] = both(__hmax2(a, b)); o[12] = both(__heq2(a, b)); o[13] = __hbeq2(a, b) + 2 * __hbequ2(a, b); o[14] = __heq2_mask(a, b); o[15] = __hltu2_mask(a, b);
  o[16] = both(__hadd2_sat(b, b)); o[17] = both(__hfma2(b, b, b)); o[18] = __half2short_rz(__float2half(-1.9f * one)); o[19] = __half2int_rn(__float2half(2.5f * one)); o[20] = (unsigned)__half2uint_rz(n); o[21] = __half2short_rz(i);
  o[22] = bits(__float2half_rz(one * 65535.f)); o[23] = bits(__float2half_ru(one * 1.0001f)); o[24] = bits(__float2half(one * 2.9e-8f)); o[25] = bits(__float2half(one * 3.1e-8f)); o[26] = __float_as_uint(__half2float(d));
  o[27] = bits(hrcp(__float2half(0.f * one))); o[28] = bits(hsqrt(__float2half(-1 * one))) & 0x7c00; o[29] = bits(hrint(__float2half(2.5f * one))); o[30] = bits(htrunc(__float2half(-2.7f * one)));
  __nv_bfloat16 bn = __ushort_as_bfloat16(0x7fc1), bh = __float2bfloat16(one);
  o[31] = bits(__hmax(bn, bh)); o[32] = bits(__float2bfloat16(one * 1.00390625f)); o[33] = bits(__float2bfloat16(3.4e38f * one)); o[34] = bits(__float2bfloat16_rz(3.4e38f * one)); o[35] = __hisnan(__hadd(bn, bh)); o[36] = __bfloat162int_rz(bn);
  o[37] = bits(__double2half(1.00048828125 + 1e-9 * one)); o[38] = bits(__int2half_rn(2049 * (int)one)); o[39] = bits(__uint2half_rn(70000u * (unsigned)one)); o[40] = __hisnan(__float2bfloat16(NAN * one)); o[41] = bits(__habs(n)); o[42] = __half2ushort_rz(__float2half(-5 * one));
  o[43] = bits(__hdiv(h, __float2half(3 * one))); o[44] = __hisnan(__hsub(i, i)); o[45] = __hlt(n, h) + 2 * __hneu(n, h) + 4 * __hge(h, h); o[46] = bits(__hcmadd(b, b, b).x); o[47] = bits((half)(one * 3)); o[48] = (int)__float2half(-7.9f * one);
}
int main() {
  unsigned *o; cudaMallocManaged(&o, 4096); k<<<1, 1>>>(o, 1.f, 0x7e01, 0x0001); int bad = cudaDeviceSynchronize() != cudaSuccess;
  unsigned e[] = {0x3c00, 0x3c00, 1, 2, 0x7c00, 0x7bff, 0x3c00, 0, 0, 3, 0x8000, 0x3c003c00, 0x3c000000, 0 + 2, 0xffff0000, 0x0000ffff, 0x3c003c00, 0x40004000, (unsigned)-1, 2, 0, 32767,
    0x7bff, 0x3c01, 0, 1, 0x33800000, 0x7c00, 0x7c00, 0x4000, 0xc000, 0x3f80, 0x3f80, 0x7f80, 0x7f7f, 1, 0, 0x3c01, 0x6800, 0x7c00, 1, 0x7e01, 0, 0x3555, 1, 6, 0x3c00, 0x4200, (unsigned)-7};
  for (int i = 0; i < 49; i++) if (o[i] != e[i]) bad++, printf("%d: %x not %x\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
