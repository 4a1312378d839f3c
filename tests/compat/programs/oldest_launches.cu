// Launches by cuParamSet and cuLaunchGrid, and attributes of a module's functions.
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <vector>

static const char *const kSource = R"(
extern "C" __global__ void add(float *x, int n, float by) {
  const int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by + blockDim.y;
}
)";

static int failed;
static void check(bool holds, const char *what) {
  std::printf("%s %s\n", holds ? "ok" : "FAILED", what);
  failed += !holds;
}

int main() {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, kSource, "add.cu", 0, nullptr, nullptr);
  check(nvrtcCompileProgram(program, 0, nullptr) == NVRTC_SUCCESS, "compiled");
  size_t size = 0;
  nvrtcGetPTXSize(program, &size);
  std::vector<char> code(size);
  nvrtcGetPTX(program, code.data());
  CUmodule module;
  CUfunction add;
  check(cuModuleLoadData(&module, code.data()) == CUDA_SUCCESS, "loaded");
  check(cuModuleGetFunction(&add, module, "add") == CUDA_SUCCESS, "function");
  check(cuFuncSetCacheConfig(add, CU_FUNC_CACHE_PREFER_L1) == CUDA_SUCCESS, "cache");
  check(cuFuncSetAttribute(add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096) == CUDA_SUCCESS, "shared");
  check(cuFuncSetAttribute(add, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 30) != CUDA_SUCCESS, "too much");

  const int n = 100;
  CUdeviceptr x;
  cuMemAlloc(&x, n * sizeof(float));
  cuMemsetD32(x, 0, n);
  check(cuFuncSetBlockShape(add, 32, 1, 1) == CUDA_SUCCESS, "block");
  check(cuParamSetSize(add, 16) == CUDA_SUCCESS, "size");
  cuParamSetv(add, 0, &x, sizeof x);
  cuParamSeti(add, 8, n);
  cuParamSetf(add, 12, 1.5f);
  check(cuLaunchGrid(add, 4, 2) == CUDA_SUCCESS, "launched");
  check(cuLaunchGridAsync(add, 4, 1, 0) == CUDA_SUCCESS, "launched again");
  cuCtxSynchronize();
  std::vector<float> host(n);
  cuMemcpyDtoH(host.data(), x, n * sizeof(float));
  check(host[0] == 5.0f && host[70] == 5.0f && host[n - 1] == 5.0f, "numbers");
  return failed;
}
