// Launches by cudaConfigureCall, cudaSetupArgument and cudaLaunch, as up to CUDA 10.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add(float *x, char c, double by) {
  extern __shared__ float room[];
  room[threadIdx.x] = static_cast<float>(by) + c;
  x[blockIdx.x * blockDim.x + threadIdx.x] += room[threadIdx.x];
}

static int failed;
static void check(bool holds, const char *what) {
  std::printf("%s %s\n", holds ? "ok" : "FAILED", what);
  failed += !holds;
}

int main() {
  float *x, host[64];
  cudaMalloc(&x, sizeof host);
  cudaMemset(x, 0, sizeof host);
  check(cudaLaunch(add) == cudaErrorMissingConfiguration, "nothing is configured");
  check(cudaConfigureCall(dim3(2), dim3(32), 32 * sizeof(float), 0) == cudaSuccess, "configured");
  const double by = 1.5;
  check(cudaSetupArgument(&by, sizeof by, 16) == cudaSuccess, "an argument by its place");
  check(cudaSetupArgument(x, 0) == cudaSuccess, "one by its value");
  check(cudaSetupArgument(static_cast<char>(2), 8) == cudaSuccess, "a small one");
  check(cudaLaunch(add) == cudaSuccess, "launched");
  check(cudaConfigureCall(1, 64, 64 * sizeof(float)) == cudaSuccess, "configured again");
  cudaSetupArgument(x, 0);
  cudaSetupArgument(static_cast<char>(0), 8);
  cudaSetupArgument(by, 16);
  check(cudaLaunch(reinterpret_cast<const void *>(add)) == cudaSuccess, "launched by its address");
  cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
  bool is_right = true;
  for (float one : host) is_right = is_right && one == 5.0f;
  check(is_right, "both added");
  return failed;
}
