// Block scans whose prefix a callback gives, by each algorithm.
#include <cstdio>
#include <cub/cub.cuh>
struct Running { int total; __device__ Running(int t) : total(t) {} __device__ int operator()(int aggregate) { int old = total; total += aggregate; return old; } };
template <cub::BlockScanAlgorithm A, int N> __global__ void k(const int *x, int *o, int n) {
  using Scan = cub::BlockScan<int, N, A>; __shared__ typename Scan::TempStorage s; Running prefix(5);
  for (int b = 0; b < n; b += N) { int v = x[b + threadIdx.x]; Scan(s).InclusiveSum(v, v, prefix); o[b + threadIdx.x] = v; __syncthreads(); }
}
template <int N> __global__ void items(const int *x, int *o, int n) {
  using Scan = cub::BlockScan<int, N>; __shared__ typename Scan::TempStorage s; Running prefix(0);
  for (int b = 0; b < n; b += N * 4) { int v[4]; for (int i = 0; i < 4; i++) v[i] = x[b + threadIdx.x * 4 + i]; Scan(s).ExclusiveSum(v, v, prefix); for (int i = 0; i < 4; i++) o[b + threadIdx.x * 4 + i] = v[i]; __syncthreads(); }
}
int main() {
  int *x, *o; cudaMallocManaged(&x, 4096); cudaMallocManaged(&o, 4096); for (int i = 0; i < 1024; i++) x[i] = i % 7 + 1; int bad = 0;
  auto check = [&](int start, bool inclusive, const char *what) { if (cudaDeviceSynchronize() != cudaSuccess) bad++; int r = start, wrong = 0; for (int i = 0; i < 1024; i++) { if (inclusive) r += x[i]; if (o[i] != r) { if (!wrong++) printf("%s: %d is %d, want %d\n", what, i, o[i], r); } if (!inclusive) r += x[i]; o[i] = -1; } bad += wrong; };
  k<cub::BLOCK_SCAN_RAKING, 128><<<1, 128>>>(x, o, 1024); check(5, true, "raking 128");
  k<cub::BLOCK_SCAN_WARP_SCANS, 128><<<1, 128>>>(x, o, 1024); check(5, true, "warps 128");
  k<cub::BLOCK_SCAN_WARP_SCANS, 64><<<1, 64>>>(x, o, 1024); check(5, true, "warps 64");
  k<cub::BLOCK_SCAN_RAKING, 32><<<1, 32>>>(x, o, 1024); check(5, true, "raking 32");
  k<cub::BLOCK_SCAN_WARP_SCANS, 32><<<1, 32>>>(x, o, 1024); check(5, true, "warps 32");
  items<128><<<1, 128>>>(x, o, 1024); check(0, false, "items 128");
  items<256><<<1, 256>>>(x, o, 1024); check(0, false, "items 256");
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
