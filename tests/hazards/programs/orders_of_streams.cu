// Streams by their reserved names, functions of the host and callbacks between kernels.
#include <cstdio>
#include <cuda_runtime.h>
__global__ void k(int *o, int v) { o[0] = o[0] * 10 + v; }
void CUDART_CB host(void *p) { int *o = (int *)p; *o = *o * 10 + 7; }
void CUDART_CB called(cudaStream_t, cudaError_t e, void *p) { int *o = (int *)p; *o = *o * 10 + (e == cudaSuccess ? 8 : 9); }
int main() {
  int *o, bad = 0, low, high; cudaMallocHost(&o, 64); o[0] = o[1] = o[2] = o[3] = 0; cudaStream_t s, n; cudaStreamCreate(&s); cudaDeviceGetStreamPriorityRange(&low, &high); cudaStreamCreateWithPriority(&n, cudaStreamNonBlocking, high);
  k<<<1, 1, 0, cudaStreamLegacy>>>(o, 1); k<<<1, 1>>>(o, 2); k<<<1, 1, 0, s>>>(o, 3); k<<<1, 1, 0, 0>>>(o, 4);
  bad += cudaStreamSynchronize(cudaStreamLegacy) != cudaSuccess || o[0] != 1234;
  k<<<1, 1, 0, cudaStreamPerThread>>>(o + 1, 1); cudaLaunchHostFunc(cudaStreamPerThread, host, o + 1); k<<<1, 1, 0, cudaStreamPerThread>>>(o + 1, 2); bad += cudaStreamSynchronize(cudaStreamPerThread) != cudaSuccess || o[1] != 172;
  k<<<1, 1, 0, n>>>(o + 2, 5); cudaStreamAddCallback(n, called, o + 2, 0); k<<<1, 1, 0, n>>>(o + 2, 6); cudaStreamSynchronize(n); bad += o[2] != 586;
  unsigned f; int p; cudaStreamGetFlags(n, &f); cudaStreamGetPriority(n, &p); bad += f != cudaStreamNonBlocking || p != high || low < high;
  cudaEvent_t e; cudaEventCreate(&e); bad += cudaEventQuery(e) != cudaSuccess; cudaEventRecord(e, s); cudaStreamWaitEvent(n, e, 0); k<<<1, 1, 0, n>>>(o + 3, 4); cudaDeviceSynchronize(); bad += o[3] != 4 || cudaStreamQuery(n) != cudaSuccess;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
