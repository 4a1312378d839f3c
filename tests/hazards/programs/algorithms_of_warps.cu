// What programs make of warp functions: a bitonic sort, segments by flags, a radix step, queues of work taken lane by lane.
#include <cstdio>
#include <cuda_runtime.h>
const unsigned ALL = 0xffffffffu;
__global__ void sorts(int *x) { int t = threadIdx.x, lane = t & 31, v = x[t]; for (int k = 2; k <= 32; k <<= 1) for (int j = k >> 1; j; j >>= 1) { int u = __shfl_xor_sync(ALL, v, j); bool up = (lane & k) == 0 || k == 32, low = (lane & j) == 0; v = (low == up) == (v < u) ? v : u; } x[t] = v; }
__global__ void segments(const int *x, int *o) { int t = threadIdx.x, lane = t & 31, v = x[t]; unsigned heads = __ballot_sync(ALL, x[t] % 5 == 0 || lane == 0), upto = heads & (2u << lane) - 1; int start = 31 - __clz(upto); for (int d = 1; d < 32; d <<= 1) { int u = __shfl_up_sync(ALL, v, d); if (lane - d >= start) v += u; } o[t] = v; }
__global__ void radix(int *x, int bit) { int t = threadIdx.x, lane = t & 31, v = x[t]; unsigned ones = __ballot_sync(ALL, v >> bit & 1), below = (1u << lane) - 1; int place = v >> bit & 1 ? __popc(~ones) + __popc(ones & below) : __popc(~ones & below); x[t / 32 * 32 + place] = v; }
__global__ void queue(const int *x, int *o, int *turns) {
  int t = threadIdx.x, lane = t & 31; bool todo = x[t] % 3 == 0; unsigned work; int count = 0;
  while ((work = __ballot_sync(ALL, todo)) != 0) { int from = __ffs(work) - 1, item = __shfl_sync(ALL, x[t], from); unsigned fits = __ballot_sync(ALL, (item + lane) % 7 == 0); int taker = 31 - __clz(fits); if (lane == taker) atomicAdd(o + item % 50, lane + 1); if (lane == from) todo = false; count++; }
  if (lane == 0) turns[t / 32] = count;
}
int main() {
  const int n = 96; int *x, *o, *turns, h[n], bad = 0; cudaMallocManaged(&x, 512); cudaMallocManaged(&o, 512); cudaMallocManaged(&turns, 64); auto fill = [&] { for (int i = 0; i < n; i++) h[i] = x[i] = i * 61 % 97; };
  fill(); sorts<<<1, n>>>(x); bad += cudaDeviceSynchronize() != cudaSuccess; for (int i = 0; i < n; i++) { int less = 0; for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++) less += h[j] < h[i]; bad += x[i / 32 * 32 + less] != h[i]; }
  fill(); segments<<<1, n>>>(x, o); bad += cudaDeviceSynchronize() != cudaSuccess; for (int i = 0, e = 0; i < n; i++) { e = h[i] % 5 == 0 || i % 32 == 0 ? h[i] : e + h[i]; bad += o[i] != e; }
  fill(); for (int b = 0; b < 7; b++) { radix<<<1, n>>>(x, b); cudaDeviceSynchronize(); } for (int i = 0; i < n; i++) { int less = 0; for (int j = i / 32 * 32; j < i / 32 * 32 + 32; j++) less += h[j] < h[i]; bad += x[i / 32 * 32 + less] != h[i]; }
  fill(); for (int i = 0; i < 50; i++) o[i] = 0; queue<<<1, n>>>(x, o, turns); bad += cudaDeviceSynchronize() != cudaSuccess; int e[50] = {}; for (int w = 0; w < 3; w++) { int c = 0; for (int l = 0; l < 32; l++) if (h[w * 32 + l] % 3 == 0) { int item = h[w * 32 + l], taker = 31; while ((item + taker) % 7) taker--; e[item % 50] += taker + 1; c++; } bad += turns[w] != c; } for (int i = 0; i < 50; i++) bad += o[i] != e[i];
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
