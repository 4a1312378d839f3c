// A kernel in a text that is compiled when the program runs.
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <string>
#include <vector>
static const char *source = R"(
extern "C" __global__ void total(int *o) {
  int v = threadIdx.x;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x % 2);
  if (threadIdx.x % 32 == 0) { o[threadIdx.x / 32] = v; o[4 + threadIdx.x / 32] = __popc(m); }
}
)";
int main() {
  cudaFree(0); nvrtcProgram p; nvrtcCreateProgram(&p, source, "total.cu", 0, nullptr, nullptr);
  const char *options[] = {"--std=c++17"}; int bad = nvrtcCompileProgram(p, 1, options) != NVRTC_SUCCESS;
  size_t n; nvrtcGetPTXSize(p, &n); std::vector<char> code(n); nvrtcGetPTX(p, code.data());
  CUmodule m; CUfunction f; bad += cuModuleLoadData(&m, code.data()) != CUDA_SUCCESS; bad += cuModuleGetFunction(&f, m, "total") != CUDA_SUCCESS;
  int *o; cudaMallocManaged(&o, 64); void *args[] = {&o}; bad += cuLaunchKernel(f, 1, 1, 1, 128, 1, 1, 0, 0, args, 0) != CUDA_SUCCESS; bad += cudaDeviceSynchronize() != cudaSuccess;
  for (int w = 0; w < 4; w++) bad += o[w] != 32 * 32 * w + 496 || o[4 + w] != 16;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
