// CUDA's driver API: libraries, graphs, links, values in streams, occupancy, functions by name. The argument is a code
// object of kernels/module.hip.
#include "checks.h"

#include <cuda.h>

#include <cstring>
#include <cuda_runtime.h>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

static size_t bytesOf(int threads) { return size_t(threads) * 512; }

int main(int, char **arguments) {
  CUcontext context;
  CUlibrary library;
  CUkernel kernel, kernels[4];
  CUfunction function;
  CUmodule module;
  CUdeviceptr x, factor;
  size_t bytes = 0;
  unsigned count = 0;
  const char *name = nullptr;
  (void)cuInit(0);
  (void)cuDevicePrimaryCtxRetain(&context, 0);
  (void)cuCtxSetCurrent(context);
  check("a library", cuLibraryLoadFromFile(&library, arguments[1], nullptr, nullptr, 0, nullptr, nullptr, 0) == CUDA_SUCCESS);
  check("its kernel", cuLibraryGetKernel(&kernel, library, "scale") == CUDA_SUCCESS);
  check("by name", cuKernelGetName(&name, kernel) == CUDA_SUCCESS && !std::strcmp(name, "scale"));
  check("none", cuLibraryGetKernel(&kernels[0], library, "missing") == CUDA_ERROR_NOT_FOUND);
  check("its variable", cuLibraryGetGlobal(&factor, &bytes, library, "factor") == CUDA_SUCCESS && bytes == 4);
  check("its module", cuLibraryGetModule(&module, library) == CUDA_SUCCESS);
  check("functions", cuModuleGetFunctionCount(&count, module) == CUDA_SUCCESS && count == 1);
  check("kernels", cuLibraryGetKernelCount(&count, library) == CUDA_SUCCESS && count == 1 &&
                       cuLibraryEnumerateKernels(kernels, 4, library) == CUDA_SUCCESS && kernels[0] == kernel);
  check("its function", cuKernelGetFunction(&function, kernel) == CUDA_SUCCESS);

  std::vector<float> values(64, 3);
  (void)cuMemAlloc(&x, 256);
  (void)cuMemcpyHtoD(x, values.data(), 256);
  char skip = 0;
  double offset = 1;
  void *parameters[] = {&skip, &x, &offset};
  CUlaunchAttribute advice = {};
  advice.id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
  CUlaunchConfig how = {1, 1, 1, 64, 1, 1, 0, nullptr, &advice, 1};
  check("launched by description", cuLaunchKernelEx(&how, function, parameters, nullptr) == CUDA_SUCCESS);
  (void)cuMemcpyDtoH(values.data(), x, 256);
  check("its result", values[0] == 7 && values[63] == 7);
  advice.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  advice.value.clusterDim = {2, 1, 1};
  check("clusters", cuLaunchKernelEx(&how, function, parameters, nullptr) == CUDA_ERROR_NOT_SUPPORTED);

  CUgraph graph;
  CUgraphExec exec;
  CUgraphNode fill, run, back;
  (void)cuGraphCreate(&graph, 0);
  const CUDA_MEMSET_NODE_PARAMS ones{x, 0, 0x3f800000, 4, 64, 1};
  check("a node that fills", cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &ones, context) == CUDA_SUCCESS);
  CUDA_KERNEL_NODE_PARAMS launch = {};
  launch.func = function, launch.gridDimX = launch.gridDimY = launch.gridDimZ = 1;
  launch.blockDimX = 64, launch.blockDimY = launch.blockDimZ = 1, launch.kernelParams = parameters;
  check("a kernel of a module", cuGraphAddKernelNode(&run, graph, &fill, 1, &launch) == CUDA_SUCCESS);
  CUDA_MEMCPY3D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE, copy.srcDevice = x;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = values.data();
  copy.WidthInBytes = 256, copy.Height = copy.Depth = 1;
  check("a copy", cuGraphAddMemcpyNode(&back, graph, &run, 1, &copy, context) == CUDA_SUCCESS);
  CUDA_MEMCPY3D told = {};
  check("described", cuGraphMemcpyNodeGetParams(back, &told) == CUDA_SUCCESS && told.dstHost == values.data() &&
                         told.srcMemoryType == CU_MEMORYTYPE_DEVICE);
  CUDA_KERNEL_NODE_PARAMS toldLaunch = {};
  check("the kernel, too", cuGraphKernelNodeGetParams(run, &toldLaunch) == CUDA_SUCCESS && toldLaunch.func == function &&
                               toldLaunch.blockDimX == 64);
  check("made ready", cuGraphInstantiate(&exec, graph, 0) == CUDA_SUCCESS);
  check("launched", cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS && values[0] == 3 && values[63] == 3);
  offset = 5;
  check("changed", cuGraphExecKernelNodeSetParams(exec, run, &launch) == CUDA_SUCCESS &&
                       cuGraphLaunch(exec, nullptr) == CUDA_SUCCESS && values[0] == 7);
  check("its end", cuGraphExecDestroy(exec) == CUDA_SUCCESS && cuGraphDestroy(graph) == CUDA_SUCCESS);

  CUlinkState link;
  void *image = nullptr;
  std::ifstream file(arguments[1], std::ios::binary);
  std::string code(std::istreambuf_iterator<char>(file), {});
  check("a link", cuLinkCreate(0, nullptr, nullptr, &link) == CUDA_SUCCESS &&
                      cuLinkAddData(link, CU_JIT_INPUT_CUBIN, code.data(), code.size(), "a", 0, nullptr, nullptr) ==
                          CUDA_SUCCESS &&
                      cuLinkComplete(link, &image, &bytes) == CUDA_SUCCESS && bytes == code.size());
  check("loads", cuModuleLoadData(&module, image) == CUDA_SUCCESS && cuLinkDestroy(link) == CUDA_SUCCESS);
  (void)cuLinkCreate(0, nullptr, nullptr, &link);
  char text[128] = ".version 8.0";
  check("assembly", cuLinkAddData(link, CU_JIT_INPUT_PTX, text, sizeof text, "p", 0, nullptr, nullptr) ==
                        CUDA_ERROR_INVALID_IMAGE);

  CUdeviceptr flag;
  (void)cuMemAllocManaged(&flag, 8, CU_MEM_ATTACH_GLOBAL);
  (void)cuMemsetD32(flag, 0, 2);
  std::thread writer([=] { (void)cuStreamWriteValue32(CU_STREAM_PER_THREAD, flag, 3, 0); });
  check("a value awaited", cuStreamWaitValue32(nullptr, flag, 3, CU_STREAM_WAIT_VALUE_EQ) == CUDA_SUCCESS);
  writer.join();
  check("at least", cuStreamWaitValue64(nullptr, flag, 2, CU_STREAM_WAIT_VALUE_GEQ) == CUDA_SUCCESS);
  check("not a word", cuStreamWriteValue32(nullptr, flag + 2, 3, 0) == CUDA_ERROR_INVALID_VALUE);

  int blocks = 0, grid = 0, block = 0;
  size_t room = 0;
  check("largest block", cuOccupancyMaxPotentialBlockSize(&grid, &block, function, bytesOf, 0, 0) == CUDA_SUCCESS &&
                             block > 0 && bytesOf(block) <= 164 * 1024 && grid > 0);
  (void)cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 64, 0);
  check("room", cuOccupancyAvailableDynamicSMemPerBlock(&room, function, 2, 64) == CUDA_SUCCESS && room > 48 * 1024);

  void *found = nullptr;
  CUdriverProcAddressQueryResult status;
  check("a function by name", cuGetProcAddress("cuMemAlloc", &found, 12040, 0, &status) == CUDA_SUCCESS &&
                                  found == reinterpret_cast<void *>(cuMemAlloc) && status == CU_GET_PROC_ADDRESS_SUCCESS);
  check("that of the thread's stream",
        cuGetProcAddress("cuLaunchKernel", &found, 12040, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, &status) ==
                CUDA_SUCCESS && found && found != reinterpret_cast<void *>(cuLaunchKernel));
  check("none such", cuGetProcAddress("cuNothing", &found, 12040, 0, &status) == CUDA_ERROR_NOT_FOUND && !found);
  cudaDriverEntryPointQueryResult result;
  check("from the runtime", cudaGetDriverEntryPoint("cuCtxGetDevice", &found, cudaEnableDefault, &result) == cudaSuccess &&
                                found && result == cudaDriverEntryPointSuccess);
  CUtexref reference;
  check("no texture reference", cuModuleGetTexRef(&reference, module, "scale") == CUDA_ERROR_NOT_FOUND);
  check("unloaded", cuLibraryUnload(library) == CUDA_SUCCESS && cuLibraryUnload(library) == CUDA_ERROR_INVALID_HANDLE);
  return failures;
}
