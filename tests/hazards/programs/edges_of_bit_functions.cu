// Bit functions at their edges.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(unsigned *o, unsigned a, unsigned b, int n, unsigned long long w) {
  o[0] = __funnelshift_l(a, b, n);        // 40 & 31
  o[1] = __funnelshift_lc(a, b, n);       // 32
  o[2] = __funnelshift_rc(a, b, n);
  o[3] = __byte_perm(a, b, 0xfedc);       // three bits of a selector
  o[4] = __mul24(0x7f000003 + n, 0x7f000005);
  o[5] = __umul24(0xff000003u + n, 5u);
  o[6] = __brev(a);
  o[7] = __clz(0) + __ffs(0) + __clzll(0) + __ffsll(0) + __popcll(w);
  o[8] = __hadd((int)0x80000000, (int)0x80000002);
  o[9] = __rhadd(-3, -4);
  o[10] = __uhadd(0xffffffffu, 0xfffffffdu);
  o[11] = (unsigned)__mulhi((int)a, (int)b);
  o[12] = (unsigned)(__umul64hi(w, w) >> 32);
  o[13] = __vabsdiffu4(a, b);
  o[14] = __vmaxs4(a, b);
  o[15] = __dp4a((int)a, (int)b, 3);
  o[16] = __usad(a, b, 1u);
  o[17] = __vcmpgtu4(a, b);
  o[18] = __vavgs2(a, b);
  o[19] = abs((int)0x80000000 + (n - 40));
}
static const unsigned long long W = 0xfedcba9876543210ull;
int main() {
  unsigned *o; cudaMallocManaged(&o, 128);
  const unsigned a = 0x80ff1234, b = 0x7f01f0e7;
  k<<<1, 1>>>(o, a, b, 40, W);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  auto bytes = [&](int i) { unsigned long long v = (unsigned long long)b << 32 | a; return (unsigned)(v >> 8 * i & 255); };
  unsigned e[20];
  e[0] = b << 8 | a >> 24; e[1] = a; e[2] = b;
  e[3] = bytes(4) | bytes(5) << 8 | bytes(6) << 16 | bytes(7) << 24;
  e[4] = (unsigned)((long long)((int)((0x7f000003u + 40) << 8) >> 8) * ((int)(0x7f000005u << 8) >> 8));
  e[5] = 43 * 5; e[6] = 0; for (int i = 0; i < 32; i++) e[6] |= (a >> i & 1) << (31 - i);
  e[7] = 32 + 64 + __builtin_popcountll(W);
  e[8] = 0x80000001; e[9] = (unsigned)-3; e[10] = 0xfffffffe;
  e[11] = (unsigned)((long long)(int)a * (int)b >> 32);
  e[12] = (unsigned)((unsigned __int128)W * W >> 96);
  e[13] = e[14] = e[17] = e[18] = 0; int dot = 3;
  for (int i = 0; i < 4; i++) {
    int x = a >> 8 * i & 255, y = b >> 8 * i & 255; signed char s = x, t = y;
    e[13] |= (unsigned)(x > y ? x - y : y - x) << 8 * i; e[14] |= (unsigned)(unsigned char)(s > t ? s : t) << 8 * i;
    e[17] |= (x > y ? 255u : 0u) << 8 * i; dot += s * t;
  }
  for (int i = 0; i < 2; i++) { short x = a >> 16 * i, y = b >> 16 * i; e[18] |= (unsigned)(unsigned short)((x + y + 1) >> 1) << 16 * i; }
  e[15] = dot; e[16] = a - b + 1; e[19] = 0x80000000;
  for (int i = 0; i < 20; i++) if (i != 18 && o[i] != e[i]) failures++, printf("%d: %x, expected %x\n", i, o[i], e[i]);
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
