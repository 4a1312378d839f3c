// Warps of one wavefront go apart: other functions, other numbers of turns, other subsets.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o) {
  int t = threadIdx.x, w = t / 32, l = t & 31, v = t;
  if (w & 1) v = __shfl_xor_sync(0xffffffff, v, 5); else v = __popc(__ballot_sync(0xffffffff, l < w + 3));
  o[t] = v;
  int left = (w + 1) * (l % 3), turns = 0;
  while (__any_sync(0xffffffff, left > 0)) { left--; turns++; }
  o[128 + t] = turns;
  int x = -1;
  if (l < 16) x = __shfl_down_sync(0x0000ffff, t, 4, 8);
  else x = __reduce_add_sync(0xffff0000, t);
  o[256 + t] = x;
  int y = 0;
  for (int i = 0; i <= w; i++) { y += __shfl_up_sync(0xffffffff, t, i); __syncwarp(); if (__all_sync(0xffffffff, i == w)) break; }
  o[384 + t] = y;
  o[512 + t] = __shfl_sync(0xffffffff, t, -1) * 1000 + __shfl_sync(0xffffffff, t, 37);
  o[640 + t] = __shfl_sync(0xffffffff, t, 11, 8);
  int p; unsigned all = __match_all_sync(0xffffffff, w == 2 ? l / 31 : 7, &p);
  o[768 + t] = (int)(all == 0xffffffff) * 10 + p;
  o[896 + t] = __match_any_sync(0xffffffff, l % 4 == 0 ? -0.0f : 0.0f);
}
int main() {
  int *o; cudaMallocManaged(&o, 8192);
  k<<<1, 128>>>(o);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  for (int t = 0; t < 128; t++) {
    int w = t / 32, l = t & 31, b = t - l, e[8];
    e[0] = w & 1 ? b + (l ^ 5) : w + 3; e[1] = (w + 1) * 2;
    e[2] = l < 16 ? (l % 8 < 4 ? t + 4 : t) : 16 * b + (16 + 31) * 8;
    e[3] = 0; for (int i = 0; i <= w; i++) e[3] += l >= i ? t - i : t;
    e[4] = (b + 31) * 1000 + b + 5; e[5] = b + l / 8 * 8 + 3; e[6] = w == 2 ? 0 : 11;
    e[7] = l % 4 == 0 ? 0x11111111 : 0xeeeeeeee;
    for (int i = 0; i < 8; i++) if (o[i * 128 + t] != e[i]) bad++, printf("%d of %d: %d not %d\n", i, t, o[i * 128 + t], e[i]);
  }
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
