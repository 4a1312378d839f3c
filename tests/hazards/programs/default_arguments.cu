// Calls that leave to CUDA's header what it has defaults for.
#include <cstdio>
#include <cuda_runtime.h>
__device__ int table[8]; __constant__ float factors[4];
__global__ void k(int *o, int n) { if (threadIdx.x < n) o[threadIdx.x] = table[threadIdx.x] * (int)factors[1]; }
#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("line %d: %d\n", __LINE__, (int)e_); bad++; } } while (0)
int main() {
  int bad = 0, h[8] = {1, 2, 3, 4, 5, 6, 7, 8}, *o, n = 8, grid, block; float f[4] = {0, 3, 0, 0};
  CHECK(cudaMemcpyToSymbol(table, h, sizeof h)); CHECK(cudaMemcpyToSymbol(factors, f, sizeof f));
  CHECK(cudaMemcpyToSymbol(table, h, 4, 12)); CHECK(cudaMalloc(&o, 64));
  CHECK(cudaMemcpyToSymbolAsync(factors, f, 8)); CHECK(cudaMemcpyFromSymbol(h, table, 16));
  bad += h[3] != 1;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, k)); CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, k, 128, 0));
  CHECK(cudaMemsetAsync(o, 0, 64)); CHECK(cudaMemcpyAsync(o, h, 16, cudaMemcpyHostToDevice));
  k<<<1, 32>>>(o, n);
  cudaEvent_t e; CHECK(cudaEventCreate(&e)); CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming)); CHECK(cudaEventRecord(e));
  cudaStream_t s; CHECK(cudaStreamCreate(&s)); CHECK(cudaStreamWaitEvent(s, e)); cudaArray_t a; cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&a, &d, 16)); void *p; CHECK(cudaMallocManaged(&p, 64)); CHECK(cudaStreamAttachMemAsync(s, p)); CHECK(cudaMallocHost(&p, 64));
  CHECK(cudaMemcpy2DAsync(p, 16, o, 16, 16, 2, cudaMemcpyDeviceToHost)); CHECK(cudaMemset2DAsync(o, 16, 1, 16, 2)); CHECK(cudaHostAlloc(&p, 64, 0));
  cudaGraph_t g; cudaGraphExec_t x; CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); k<<<1, 32, 0, s>>>(o, n); CHECK(cudaStreamEndCapture(s, &g));
  CHECK(cudaGraphInstantiate(&x, g)); CHECK(cudaGraphLaunch(x, s)); CHECK(cudaStreamSynchronize(s)); CHECK(cudaMemcpy(h, o, 32, cudaMemcpyDefault));
  bad += h[7] != 24; void *mm; CHECK(cudaMallocManaged(&mm, 64)); CHECK(cudaMemPrefetchAsync(mm, 64, 0)); CHECK(cudaMemAdvise(mm, 64, cudaMemAdviseSetReadMostly, 0)); cudaStreamCaptureStatus st; CHECK(cudaStreamIsCapturing(s, &st));
  CHECK(cudaGraphInstantiate(&x, g, nullptr, nullptr, 0)); CHECK(cudaGraphInstantiate(&x, g, 0));
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
