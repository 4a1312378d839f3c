// Launching kernels: the triple-chevron protocol, the function API, cooperative launches.
#include "coverage.h"
#include "graph.h"
#include "trace.h"

#include <cstdlib>
#include <cstring>
#include <vector>

namespace porter::hip {

hipError_t checkLaunch(const LaunchRequest &request) {
  if (hipError_t lost = finish(hipSuccess))
    return lost;
  if (!request.kernel)
    return finish(hipErrorInvalidDeviceFunction);
  const hipDeviceProp_tR0600 &device = properties();
  const uint32_t grid[] = {request.grid.x, request.grid.y, request.grid.z};
  const uint32_t block[] = {request.block.x, request.block.y, request.block.z};
  const KernelEntry &kernel = *request.kernel.entry;
  uint64_t items = 1;
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid[axis] || !block[axis] || block[axis] > uint32_t(device.maxThreadsDim[axis]) ||
        grid[axis] > uint32_t(device.maxGridSize[axis]))
      return finish(hipErrorInvalidConfiguration);
    // An AMD dispatch packet counts work-items in 32 bits for each axis (HSA, hsa_kernel_dispatch_packet_t).
    if (!speaksCuda() && uint64_t(grid[axis]) * block[axis] > UINT32_MAX)
      return finish(hipErrorInvalidConfiguration);
    items *= block[axis]; // three times 1024 at most
  }
  if (items > uint64_t(device.maxThreadsPerBlock))
    return finish(hipErrorInvalidConfiguration);
  if (items > kernel.maxItems)
    return finish(hipErrorLaunchFailure);
  if (request.dynamicLds > dynamicLdsLimit(kernel))
    return finish(hipErrorInvalidValue);
  if (kernel.argumentCount && !request.arguments)
    return finish(hipErrorInvalidValue);
  return hipSuccess;
}

hipError_t checkCooperative(const KernelHandle &kernel, const Size3 &grid, const Size3 &block, size_t dynamicLds) {
  const uint64_t most = uint64_t(properties().maxThreadsPerBlock);
  if (!kernel || !grid.count() || !block.count() || block.x > most || block.y > most || block.count() > most)
    return hipSuccess; // the launch itself says what is wrong
  const int resident = residentBlocks(*kernel.entry, int(block.count()), dynamicLds);
  const uint64_t blocks = uint64_t(resident) * uint64_t(properties().multiProcessorCount);
  const bool fits = grid.x <= blocks && uint64_t(grid.x) * grid.y <= blocks && grid.count() <= blocks;
  return fits ? hipSuccess : finish(hipErrorCooperativeLaunchTooLarge);
}

namespace {

/// With PORTER_CPU_LAUNCHES=none no kernel runs: what is the same then does not come of any.
bool runsKernels() {
  static const char *wanted = std::getenv("PORTER_CPU_LAUNCHES");
  return !wanted || std::strcmp(wanted, "none") != 0;
}

} // namespace

hipError_t launchChecked(const LaunchRequest &request) {
  if (hipError_t error = checkLaunch(request))
    return error;
  if (!runsKernels()) {
    noteLaunched(*request.kernel.entry);
    return hipSuccess;
  }
  const LaunchResult result = launch(request);
  if (result == LaunchResult::OutOfMemory)
    return finish(hipErrorOutOfMemory);
  noteLaunched(*request.kernel.entry); // also where it was stopped: it ran up to there
  if (result == LaunchResult::Success) {
    traceLaunch(request);
    return hipSuccess;
  }
  // As on a GPU the launch itself succeeded; the next call finds the context lost.
  noteStoppedKernel(lastFault());
  loseContext(result == LaunchResult::IllegalAddress ? hipErrorIllegalAddress
              : result == LaunchResult::Timeout      ? hipErrorLaunchTimeOut
              : result == LaunchResult::Assertion    ? hipErrorAssert
                                                     : hipErrorLaunchFailure);
  return hipSuccess;
}

std::function<hipError_t()> keepLaunch(const LaunchRequest &request) {
  const KernelEntry &kernel = *request.kernel.entry;
  auto values = std::make_shared<std::vector<std::vector<char>>>();
  for (uint32_t i = 0; i < kernel.argumentCount; ++i) {
    const char *value = static_cast<const char *>(request.arguments[i]);
    values->emplace_back(value, value + kernel.arguments[i].bytes);
  }
  return [request, values] {
    std::vector<void *> arguments;
    for (auto &value : *values)
      arguments.push_back(value.data());
    LaunchRequest again = request;
    again.arguments = arguments.data();
    return launchChecked(again);
  };
}

namespace {

Size3 size(dim3 extent) { return {extent.x, extent.y, extent.z}; }

struct Configuration {
  dim3 grid, block;
  size_t dynamicLds;
  hipStream_t stream;
};
thread_local std::vector<Configuration> configurations;

hipError_t launchHost(const void *function, dim3 grid, dim3 block, void **arguments, size_t dynamicLds,
                      hipStream_t stream) {
  return issueLaunch({kernelOf(function), size(grid), size(block), arguments, dynamicLds, {}}, stream);
}

} // namespace

hipError_t issueLaunch(const LaunchRequest &request, hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  if (!stream || !stream->capture) {
    hipError_t error = checkNotCaptured(stream.get());
    return error ? error : launchChecked(request);
  }
  if (hipError_t error = checkLaunch(request))
    return error;
  return capture(*stream, hipGraphNodeTypeKernel, keepLaunch(request));
}

} // namespace porter::hip

using namespace porter::hip;

extern "C" {

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t dynamicLds, hipStream_t stream) {
  configurations.push_back({grid, block, dynamicLds, stream});
  return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *dynamicLds, hipStream_t *stream) {
  if (configurations.empty())
    return finish(hipErrorMissingConfiguration);
  const Configuration &configuration = configurations.back();
  *grid = configuration.grid;
  *block = configuration.block;
  *dynamicLds = configuration.dynamicLds;
  *stream = configuration.stream;
  configurations.pop_back();
  return hipSuccess;
}

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t dynamicLds,
                           hipStream_t stream) {
  return launchHost(function, grid, block, arguments, dynamicLds, stream);
}

hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t dynamicLds,
                              hipStream_t stream, hipEvent_t start, hipEvent_t stop, int) {
  if ((start && !events().find(start)) || (stop && !events().find(stop)))
    return finish(hipErrorInvalidValue);
  if (start)
    (void)hipEventRecord(start, stream);
  hipError_t error = launchHost(function, grid, block, arguments, dynamicLds, stream);
  if (stop)
    (void)hipEventRecord(stop, stream);
  return error;
}

/// HIP 7's hipLaunchConfig_t and CUDA's cudaLaunchConfig_t. Clusters, priorities and the like mean nothing here.
#if HIP_VERSION_MAJOR >= 7
using LaunchConfiguration = hipLaunchConfig_t;
#else
struct LaunchConfiguration {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  hipStream_t stream;
  const void *attributes;
  unsigned attributeCount;
};
#endif
hipError_t hipLaunchKernelExC(const LaunchConfiguration *configuration, const void *function, void **arguments) {
  if (!configuration)
    return finish(hipErrorInvalidConfiguration);
  return launchHost(function, configuration->gridDim, configuration->blockDim, arguments,
                    configuration->dynamicSmemBytes, configuration->stream);
}

hipError_t hipLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                      unsigned dynamicLds, hipStream_t stream) {
  if (hipError_t error = checkCooperative(kernelOf(function), size(grid), size(block), dynamicLds))
    return error;
  return launchHost(function, grid, block, arguments, dynamicLds, stream);
}
}
