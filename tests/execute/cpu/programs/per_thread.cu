// Compiled with -default-stream per-thread: what names no stream is in that of the thread.
#include "checks.h"

#include <cuda.h>
#include <cuda_runtime.h>

#include <thread>

__global__ void store(int *x) { x[threadIdx.x] = 7; }

int main() {
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  check("its macro", true);
#endif
  int *x, host[32] = {};
  size_t count = 0;
  cudaGraph_t graph;
  (void)cudaMalloc(&x, sizeof host);
  (void)cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal);
  (void)cudaMemsetAsync(x, 0, sizeof host);
  (void)cuMemsetD32Async(CUdeviceptr(x), 5, 4, nullptr);
  std::thread other([&] { // whose stream is another
    int *y;
    (void)cudaMalloc(&y, sizeof host);
    store<<<1, 32>>>(y);
    check("another thread runs at once", cudaStreamSynchronize(nullptr) == cudaSuccess);
  });
  other.join();
  check("captured", cudaStreamEndCapture(cudaStreamPerThread, &graph) == cudaSuccess);
  (void)cudaGraphGetNodes(graph, nullptr, &count);
  check("two nodes", count == 2);
  store<<<1, 32>>>(x);
  (void)cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  check("copied", host[31] == 7);
  cudaStreamCaptureStatus status;
  check("its status", cudaStreamIsCapturing(nullptr, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone);
  return failures;
}
