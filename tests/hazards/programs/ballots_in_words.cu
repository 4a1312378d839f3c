// Ballots kept in words of 32 bits of many kinds: bitmaps, pairs, structures, text of their type.
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
struct Bits { uint32_t word; uint16_t count; }; struct Field { unsigned low : 16, high : 16; };
union Both { uint2 pair; unsigned long long whole; };
template <class T> __device__ int digits(T) { return sizeof(T) * 8; }
__global__ void k(const int *x, uint32_t *map, Bits *s, uint2 *p, unsigned long long *w, uint4 *q, int *o) {
  int t = threadIdx.x, l = t % 32, v = x[t]; bool odd = v & 1;
  auto b = __ballot_sync(0xffffffff, odd); static_assert(sizeof(b) == 4, ""); decltype(__ballot_sync(0, 0)) c = b;
  if (l == 0) { map[t / 32] = b; s[t / 32] = {b, (uint16_t)__popc(b)}; p[t / 32] = make_uint2(b, ~b); Both u; u.pair = {b, c >> 1}; w[t / 32] = u.whole; q[t / 32] = {b, b & 0xff, b << 4, ~0u ^ b}; }
  atomicOr(map + 8 + t / 32, odd ? 1u << (t % 32) : 0u); atomicOr((unsigned long long *)(map + 16) + t / 64, (unsigned long long)odd << (t % 64));
  Field f; f.low = b; f.high = b >> 16; o[t] = f.low | f.high << 16; o[128 + t] = digits(__ballot_sync(~0u, 1)) + (__ballot_sync(0xffffffff, 1) == UINT32_MAX) + (__ballot_sync(0xffffffff, 0) == 0);
  unsigned long long two = ((unsigned long long)__shfl_xor_sync(0xffffffff, b, 1) << 32) | b; o[256 + t] = two == b * 0x100000001ull; o[384 + t] = (int)(b << (31 - l)) < 0; o[512 + t] = 32 - __clz(b & ((2u << l) - 1)) - 1; o[640 + t] = __popc(__ballot_sync(0xffffffff, odd) & ~(~0u << l));
}
int main() {
  int *x, *o; uint32_t *m; Bits *s; uint2 *p; unsigned long long *w; uint4 *q; cudaMallocManaged(&x, 4096); cudaMallocManaged(&o, 4096); cudaMallocManaged(&m, 4096); cudaMallocManaged(&s, 4096); cudaMallocManaged(&p, 4096); cudaMallocManaged(&w, 4096); cudaMallocManaged(&q, 4096);
  unsigned b[4] = {}; for (int i = 0; i < 128; i++) { x[i] = (i * i + i / 3) % 7; b[i / 32] |= (x[i] & 1u) << (i % 32); }
  k<<<1, 128>>>(x, m, s, p, w, q, o); int bad = cudaDeviceSynchronize() != cudaSuccess;
  for (int i = 0; i < 4; i++) { bad += m[i] != b[i] || m[8 + i] != b[i] || m[16 + i] != b[i] || s[i].word != b[i] || s[i].count != __builtin_popcount(b[i]) || p[i].y != ~b[i] || w[i] != ((unsigned long long)(b[i] >> 1) << 32 | b[i]) || q[i].w != ~b[i] || q[i].z != b[i] << 4; if (bad) printf("%d: %x %x %x %x\n", i, b[i], m[i], m[8 + i], m[16 + i]); }
  for (int t = 0; t < 128; t++) { unsigned c = b[t / 32]; int l = t % 32, last = -1, below = 0; for (int i = 0; i <= l; i++) if (c >> i & 1) last = i; for (int i = 0; i < l; i++) below += c >> i & 1; int e[] = {(int)c, 34, 1, (int)(c >> l & 1), last, below}; for (int i = 0; i < 6; i++) if (o[i * 128 + t] != e[i]) bad++, printf("%d of %d: %d not %d\n", i, t, o[i * 128 + t], e[i]); }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
