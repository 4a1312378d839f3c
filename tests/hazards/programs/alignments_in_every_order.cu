// Alignment and storage words in every order.
#include <cstdio>
#include <cuda_runtime.h>
struct alignas(16) Q { float f[3]; }; struct __align__(8) R { char c[3]; }; typedef struct __align__(16) { int a; } T;
__constant__ alignas(16) int ca[4] = {1, 2, 3, 4}; alignas(32) __device__ int da[4]; __device__ __align__(64) char db[3]; static __constant__ __align__(16) float cf = 2;
__global__ void k(int *o) {
  __shared__ alignas(16) int a[5]; alignas(32) __shared__ char b[3]; __shared__ __align__(64) double c[2]; static __shared__ volatile int d; __align__(16) __shared__ short e[3]; volatile __shared__ int f; __shared__ alignas(Q) unsigned char g[sizeof(Q) * 2]; __shared__ alignas(alignof(double)) char h[9]; extern __shared__ __align__(128) unsigned char dyn[]; __shared__ alignas(64) int i2[2];
  a[0] = b[0] = c[0] = d = e[0] = f = g[0] = h[0] = dyn[0] = i2[0] = 1; alignas(16) float local[4] = {1}; auto off = [](const volatile void *p, int n) { return (int)((size_t)p % n); };
  o[0] = off(a, 16) + off(b, 32) + off(c, 64) + off(e, 16) + off(g, 16) + off(h, 8) + off(ca, 16) + off(da, 32) + off(db, 64) + off(&cf, 16) + off(local, 16) + off(i2, 64); o[1] = sizeof(Q) * 100 + sizeof(R) * 10 + alignof(T);
}
int main() { int *o; cudaMallocManaged(&o, 64); k<<<1, 1, 256>>>(o); int bad = cudaDeviceSynchronize() != cudaSuccess || o[0] != 0 || o[1] != 1696; printf(bad ? "FAIL %d %d\n" : "PASS\n", o[0], o[1]); return bad != 0; }
