// What printf of device code returns.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o) { o[0] = printf("a %d b %d\n", 1, 2); o[1] = printf("none\n"); }
int main() { int *o; cudaMallocManaged(&o, 8); k<<<1, 1>>>(o); cudaDeviceSynchronize();
  int bad = o[0] != 2 || o[1] != 0; printf(bad ? "FAIL %d %d\n" : "PASS\n", o[0], o[1]); return bad; }
