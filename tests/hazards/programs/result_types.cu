// What the type of a warp function's or an overload's result is: CUDA promotes small integers to int.
#include <cstdio>
#include <cuda_runtime.h>
template <class T> __device__ int size(T) { return sizeof(T); }
__global__ void k(int *o, unsigned char c, short s, bool b, signed char n) {
  auto v = __shfl_sync(0xffffffff, c, 0); v += 100; o[0] = v;
  auto w = __shfl_down_sync(0xffffffff, s, 1); w *= 1000; o[1] = w;
  auto x = __shfl_xor_sync(0xffffffff, b, 1); x += 5; o[2] = x;
  auto m = max(c, c); m += 100; o[3] = m;
  auto a = abs(n); a += 100; o[4] = a;
  o[5] = size(__shfl_up_sync(0xffffffff, n, 1)) * 100 + size(min(s, s)) * 10 + size(__any_sync(0xffffffff, 1));
  o[6] = size(__ballot_sync(0xffffffff, 1)) * 10 + size(__activemask());
  o[7] = size(__popc(c)) * 10 + size(__ffsll(c));
  auto y = min(c, s); y -= 400; o[8] = y;
  o[9] = ~__shfl_sync(0xffffffff, c, 3);
}
int main() {
  int *o; cudaMallocManaged(&o, 4096);
  k<<<1, 32>>>(o, 200, 300, true, -100);
  int bad = cudaDeviceSynchronize() != cudaSuccess;
  int e[] = {300, 300000, 6, 300, 200, 444, 44, 44, -200, ~200};
  for (int i = 0; i < 10; i++) if (o[i] != e[i]) bad++, printf("%d: %d not %d\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
