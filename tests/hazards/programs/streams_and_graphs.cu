// Order on the default stream, streams that do not wait for it, captures, host functions, managed variables.
#include <cstdio>
#include <cuda_runtime.h>
__managed__ int shared_by_all = 3; __device__ int counter;
__global__ void add(int *p, int n) { atomicAdd(p, n); } __global__ void twice(int *p) { *p *= 2; } __global__ void bump() { counter++; shared_by_all++; }
static void CUDART_CB told(void *p) { *(int *)p += 1000; }
int main() {
  int bad = 0, *p, *h; cudaMallocManaged(&p, 64); cudaMallocHost(&h, 64); cudaStream_t s, t; cudaStreamCreate(&s); cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
  add<<<1, 1, 0, s>>>(p, 5); twice<<<1, 1>>>(p); add<<<1, 1, 0, s>>>(p, 1); cudaDeviceSynchronize(); bad += p[0] != 11;
  cudaEvent_t e; cudaEventCreate(&e); add<<<1, 1, 0, t>>>(p + 1, 7); cudaEventRecord(e, t); cudaStreamWaitEvent(s, e, 0); twice<<<1, 1, 0, s>>>(p + 1); cudaStreamSynchronize(s); bad += p[1] != 14;
  cudaGraph_t g; cudaGraphExec_t x; cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal); add<<<1, 1, 0, s>>>(p + 2, 2); cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0); add<<<1, 1, 0, t>>>(p + 3, 4); cudaEventRecord(e, t); cudaStreamWaitEvent(s, e, 0); twice<<<1, 1, 0, s>>>(p + 3); cudaStreamEndCapture(s, &g);
  bad += p[2] != 0; size_t nodes; cudaGraphGetNodes(g, nullptr, &nodes); bad += nodes != 3; cudaGraphInstantiate(&x, g, 0); for (int i = 0; i < 3; i++) cudaGraphLaunch(x, s); cudaStreamSynchronize(s); bad += p[2] != 6 || p[3] != 56; if (bad) printf("graph %d %d %zu\n", p[2], p[3], nodes);
  h[0] = 1; cudaLaunchHostFunc(s, told, h); cudaStreamSynchronize(s); bad += h[0] != 1001; bump<<<1, 1>>>(); cudaDeviceSynchronize(); bad += shared_by_all != 4; shared_by_all = 9; bump<<<1, 1, 0, cudaStreamPerThread>>>(); cudaStreamSynchronize(cudaStreamPerThread); int c; cudaMemcpyFromSymbol(&c, counter, 4); bad += c != 2 || shared_by_all != 10;
  cudaPointerAttributes a; int stack; cudaError_t er = cudaPointerGetAttributes(&a, &stack); bad += er != cudaSuccess || a.type != cudaMemoryTypeUnregistered; if (bad) printf("pointer %d %d\n", (int)er, (int)a.type); cudaPointerGetAttributes(&a, h); bad += a.type != cudaMemoryTypeHost; cudaPointerGetAttributes(&a, p); bad += a.type != cudaMemoryTypeManaged; bad += cudaStreamQuery(s) != cudaSuccess;
  float ms = -1; cudaEvent_t f; cudaEventCreate(&f); cudaEventRecord(e, 0); cudaEventRecord(f, 0); cudaEventSynchronize(f); bad += cudaEventElapsedTime(&ms, e, f) != cudaSuccess || ms < 0;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
