// Code objects loaded and compiled while the program runs. The argument is a code object of kernels/module.hip.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}

__global__ void own(int *x) { *x = 77; }

static void loaded(const char *path) {
  hipModule_t one, two;
  check("load", hipModuleLoad(&one, path) == hipSuccess && hipModuleLoad(&two, path) == hipSuccess);
  hipFunction_t scale;
  check("function", hipModuleGetFunction(&scale, one, "scale") == hipSuccess);
  hipDeviceptr_t address;
  size_t bytes = 0;
  check("variable", hipModuleGetGlobal(&address, &bytes, one, "factor") == hipSuccess && bytes == 4);
  const float factor = 3;
  (void)hipMemcpyHtoD(address, (void *)&factor, 4);

  float *x;
  (void)hipMallocManaged((void **)&x, 64 * 4);
  for (int i = 0; i < 64; ++i) x[i] = float(i);
  double offset = 0.5;
  char skip = 1;
  void *arguments[] = {&skip, &x, &offset};
  check("launch", hipModuleLaunchKernel(scale, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr) == hipSuccess);
  check("result", x[0] == 0 && x[5] == 15.5f);

  hipFunction_t other; // the second module has variables of its own
  (void)hipModuleGetFunction(&other, two, "scale");
  struct { char skip; float *x; double offset; } packed = {0, x, 1};
  size_t size = sizeof packed;
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
  check("packed launch", hipModuleLaunchKernel(other, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra) == hipSuccess);
  check("packed result", x[0] == 1 && x[5] == 32);
  size = 8;
  check("too little", hipModuleLaunchKernel(other, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra) == hipErrorInvalidValue);
  (void)hipGetLastError();

  int value = 0, blocks = 0;
  check("attribute", hipFuncGetAttribute(&value, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, scale) == hipSuccess && value == 256);
  check("occupancy", hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0) == hipSuccess && blocks == 8);
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t runnable;
  (void)hipStreamCreate(&stream);
  (void)hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  (void)hipModuleLaunchKernel(other, 1, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr);
  (void)hipStreamEndCapture(stream, &graph);
  (void)hipGraphInstantiate(&runnable, graph, nullptr, nullptr, 0);
  check("captured", x[5] == 32);
  (void)hipGraphLaunch(runnable, stream);
  check("replayed", x[0] == 1 && x[5] == 64.5f);
  check("unload", hipModuleUnload(one) == hipSuccess && hipModuleUnload(two) == hipSuccess);

  hipFunction_t mine;
  int *y;
  (void)hipMallocManaged((void **)&y, 4);
  void *single[] = {&y};
  check("own function", hipGetFuncBySymbol(&mine, (const void *)own) == hipSuccess);
  check("own launch", hipModuleLaunchKernel(mine, 1, 1, 1, 1, 1, 1, 0, nullptr, single, nullptr) == hipSuccess && *y == 77);
}

static const char *source = R"(
#include "power.h"
template <class T, int n> __global__ void raise(T *x) { x[threadIdx.x] = power<n>(x[threadIdx.x]) * SCALE; }
namespace inner { __device__ int count; __global__ void add() { atomicAdd(&count, 1); } }
)";

static void compiled() {
  hiprtcProgram program;
  const char *names[] = {"power.h"};
  const char *headers[] = {"template <int n, class T> __device__ T power(T x) { T y = 1; for (int i = 0; i < n; ++i) y *= x; return y; }"};
  check("create", hiprtcCreateProgram(&program, source, "raise.hip", 1, headers, names) == HIPRTC_SUCCESS);
  const char *raise = "raise<float, 1 + 2>", *add = "&inner::add", *count = "&inner::count", *lowered = nullptr;
  for (const char *name : {raise, add, count}) (void)hiprtcAddNameExpression(program, name);
  check("too early", hiprtcGetLoweredName(program, raise, &lowered) == HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  const char *options[] = {"-DSCALE=2", "-O3"};
  const hiprtcResult result = hiprtcCompileProgram(program, 2, options);
  size_t bytes = 0;
  (void)hiprtcGetProgramLogSize(program, &bytes);
  std::string log(bytes, ' ');
  (void)hiprtcGetProgramLog(program, log.data());
  check("compile", result == HIPRTC_SUCCESS);
  if (result != HIPRTC_SUCCESS) std::printf("%s\n", log.c_str());
  (void)hiprtcGetCodeSize(program, &bytes);
  std::vector<char> code(bytes);
  (void)hiprtcGetCode(program, code.data());

  hipModule_t module;
  hipFunction_t function;
  float *x;
  check("load compiled", hipModuleLoadData(&module, code.data()) == hipSuccess);
  (void)hipMallocManaged((void **)&x, 16);
  for (int i = 0; i < 4; ++i) x[i] = float(i);
  void *arguments[] = {&x};
  check("lowered", hiprtcGetLoweredName(program, raise, &lowered) == HIPRTC_SUCCESS);
  check("instantiated", hipModuleGetFunction(&function, module, lowered) == hipSuccess);
  check("run", hipModuleLaunchKernel(function, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr) == hipSuccess && x[3] == 54);
  check("lowered too", hiprtcGetLoweredName(program, add, &lowered) == HIPRTC_SUCCESS);
  check("found too", hipModuleGetFunction(&function, module, lowered) == hipSuccess);
  (void)hipModuleLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr);
  hipDeviceptr_t address;
  int sum = 0;
  check("variable named", hiprtcGetLoweredName(program, count, &lowered) == HIPRTC_SUCCESS);
  check("variable found", hipModuleGetGlobal(&address, &bytes, module, lowered) == hipSuccess);
  (void)hipMemcpyDtoH(&sum, address, 4);
  check("counted", sum == 64);
  check("destroy", hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);

  (void)hiprtcCreateProgram(&program, "__global__ void k() { nonsense; }", "bad.hip", 0, nullptr, nullptr);
  check("bad source", hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_ERROR_COMPILATION);
  (void)hiprtcGetProgramLogSize(program, &bytes);
  log.assign(bytes, ' ');
  (void)hiprtcGetProgramLog(program, log.data());
  check("log", log.find("bad.hip:1:") != std::string::npos && log.find("nonsense") != std::string::npos);
  (void)hiprtcDestroyProgram(&program);
}

int main(int count, char **arguments) {
  if (count > 1) loaded(arguments[1]);
  compiled();
  return failures;
}
