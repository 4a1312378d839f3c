// CUDA's driver API and run-time compilation. The argument is a code object of kernels/module.hip.
#include "checks.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstring>
#include <vector>

__global__ void configured(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 5; }

int main(int, char **arguments) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr x, address;
  int value = 0;
  size_t bytes = 0;
  char name[100];
  check("init", cuInit(0) == CUDA_SUCCESS && cuDeviceGet(&device, 0) == CUDA_SUCCESS);
  check("context", cuCtxCreate(&context, 0, device) == CUDA_SUCCESS);
  CUcontext primary, second, current;
  check("primary context", cuDevicePrimaryCtxRetain(&primary, device) == CUDA_SUCCESS && primary != context);
  check("second context", cuCtxCreate(&second, 0, device) == CUDA_SUCCESS && second != context && second != primary);
  check("current", cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == second);
  check("popped", cuCtxPopCurrent(&current) == CUDA_SUCCESS && current == second);
  check("below it", cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context);
  check("pushed", cuCtxPushCurrent(second) == CUDA_SUCCESS && cuCtxDestroy(second) == CUDA_SUCCESS);
  check("after its end", cuCtxGetCurrent(&current) == CUDA_SUCCESS && current == context);
  check("attribute", cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device) == CUDA_SUCCESS && value == 32);
  check("name", cuDeviceGetName(name, 100, device) == CUDA_SUCCESS && std::strstr(name, "sm_80"));
  check("load", cuModuleLoad(&module, arguments[1]) == CUDA_SUCCESS);
  check("function", cuModuleGetFunction(&function, module, "scale") == CUDA_SUCCESS);
  check("missing", cuModuleGetFunction(&function, module, "missing") == CUDA_ERROR_NOT_FOUND);
  check("global", cuModuleGetGlobal(&address, &bytes, module, "factor") == CUDA_SUCCESS && bytes == 4);
  check("memory", cuMemAlloc(&x, 64 * sizeof(float)) == CUDA_SUCCESS);
  std::vector<float> values(64);
  for (int i = 0; i < 64; ++i) values[i] = float(i);
  (void)cuMemcpyHtoD(x, values.data(), 256);
  char skip = 2;
  double offset = 1;
  void *parameters[] = {&skip, &x, &offset};
  (void)cuModuleGetFunction(&function, module, "scale");
  check("launch", cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, parameters, nullptr) == CUDA_SUCCESS);
  check("wait", cuCtxSynchronize() == CUDA_SUCCESS);
  (void)cuMemcpyDtoH(values.data(), x, 256);
  check("result", values[1] == 1 && values[5] == 11);
  const char *text = nullptr;
  check("error name", cuGetErrorName(CUDA_ERROR_NOT_FOUND, &text) == CUDA_SUCCESS && !std::strcmp(text, "CUDA_ERROR_NOT_FOUND"));

  nvrtcProgram program;
  (void)nvrtcCreateProgram(&program, "template <int n> __global__ void put(int *x) { *x = n; }", "put.cu", 0, nullptr, nullptr);
  (void)nvrtcAddNameExpression(program, "put<42>");
  const char *options[] = {"--gpu-architecture=compute_80", "--std=c++17"};
  check("compile", nvrtcCompileProgram(program, 2, options) == NVRTC_SUCCESS);
  (void)nvrtcGetPTXSize(program, &bytes);
  std::vector<char> code(bytes);
  (void)nvrtcGetPTX(program, code.data());
  const char *lowered = nullptr;
  check("lowered", nvrtcGetLoweredName(program, "put<42>", &lowered) == NVRTC_SUCCESS);
  check("load compiled", cuModuleLoadDataEx(&module, code.data(), 0, nullptr, nullptr) == CUDA_SUCCESS);
  check("instantiated", cuModuleGetFunction(&function, module, lowered) == CUDA_SUCCESS);
  void *single[] = {&x};
  (void)cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, single, nullptr);
  (void)cuMemcpyDtoH(&value, x, 4);
  check("run", value == 42);

  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(2);
  configuration.blockDim = dim3(32);
  check("extensible launch", cudaLaunchKernelEx(&configuration, configured, (int *)x) == cudaSuccess);
  std::vector<int> written(64);
  (void)cuMemcpyDtoH(written.data(), x, 256);
  check("extensible result", written[0] == 5 && written[63] == 5);
  return failures;
}
