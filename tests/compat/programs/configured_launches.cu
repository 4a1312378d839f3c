// Launches by a configuration: arguments that are converted, cooperative ones, clusters, and kernels
// that wait for what came before.
#include <cooperative_groups.h>
#include <cstdio>

__global__ void scale(float *x, double by, int n) {
  cudaGridDependencySynchronize();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= static_cast<float>(by);
  cudaTriggerProgrammaticLaunchCompletion();
}
__global__ void meet(int *met) {
  atomicAdd(met, 1);
  cooperative_groups::this_grid().sync();
  if (*met != int(gridDim.x * blockDim.x)) *met = -1;
}

static void check(const char *what, bool good) { std::printf("%s %s\n", good ? "ok" : "FAILED", what); }

int main() {
  float *x;
  int *met;
  cudaMallocManaged(&x, 100 * sizeof *x);
  cudaMallocManaged(&met, sizeof *met);
  for (int i = 0; i < 100; ++i) x[i] = float(i);
  *met = 0;

  cudaLaunchAttribute early;
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = 2;
  config.blockDim = 64;
  config.attrs = &early;
  config.numAttrs = 1;
  check("twice", cudaLaunchKernelEx(&config, scale, x, 2, 100L) == cudaSuccess &&
                     cudaLaunchKernelEx(&config, scale, x, 3.0f, 100) == cudaSuccess);
  check("end", cudaDeviceSynchronize() == cudaSuccess);
  bool right = true;
  for (int i = 0; i < 100; ++i) right &= x[i] == 6.0f * i;
  check("numbers", right);

  cudaLaunchAttribute together[1];
  together[0].id = cudaLaunchAttributeCooperative;
  together[0].val.cooperative = 1;
  config.attrs = together;
  void *arguments[] = {&met};
  check("cooperative", cudaLaunchKernelExC(&config, (const void *)meet, arguments) == cudaSuccess);
  check("met", cudaDeviceSynchronize() == cudaSuccess && *met == 128);

  together[0].id = cudaLaunchAttributeClusterDimension;
  together[0].val.clusterDim = {2, 1, 1};
  check("no clusters", cudaLaunchKernelEx(&config, scale, x, 1.0, 1) != cudaSuccess);
}
