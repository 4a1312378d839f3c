// A library to be preloaded into CUDA programs: it writes down each launch as the cpu executor does.
//
// PORTER_TRACE names the directory, PORTER_TRACE_OBJECTS (file names with ':' between them) whose launches count;
// empty for all. What follows the launch waits for it: a traced program is slow.
#include "device_memory.h"
#include "next.h"
#include "registered.h"
#include "timed.h"
#include "trace/writer.h"

#include <cuda_runtime_api.h>
#include <mutex>

using namespace porter;

namespace {

/// Whether launches from the code at `caller` are wanted.
bool isWanted(const void *caller) {
  const char *objects = std::getenv("PORTER_TRACE_OBJECTS");
  Dl_info info;
  if (!objects || !*objects || !dladdr(caller, &info) || !info.dli_fname)
    return true;
  const std::string path = info.dli_fname;
  const std::string name = ":" + path.substr(path.rfind('/') + 1) + ":";
  return (":" + std::string(objects) + ":").find(name) != std::string::npos;
}

/// Sizes of a kernel's parameters, from the driver (12.4 and newer).
std::vector<size_t> parameterSizes(void *function) {
  using Info = int (*)(void *, size_t, size_t *, size_t *);
  static const Info info = trace::driver<Info>("cuFuncGetParamInfo");
  std::vector<size_t> sizes;
  size_t offset, bytes;
  while (info && info(function, sizes.size(), &offset, &bytes) == 0)
    sizes.push_back(bytes);
  return sizes;
}

class Tracer {
public:
  /// Write down a launch that was issued to `stream`.
  void launched(const std::string &name, void *function, const std::vector<trace::Variable> &variables, dim3 grid,
                dim3 block, void **arguments, size_t shared, cudaStream_t stream) {
    std::lock_guard lock(mutex);
    trace::Writer *writer = trace::current("PORTER_TRACE");
    if (!writer)
      return;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    PORTER_NEXT(cudaStreamIsCapturing);
    if (real(stream, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone) {
      writer->note("a launch was captured into a graph, and is not traced: " + trace::demangled(name.c_str()));
      return;
    }
    if (!writer->begin())
      return;
    wait();
    memory.forget();
    trace::Launch launch{trace::demangled(name.c_str()), {grid.x, grid.y, grid.z}, {block.x, block.y, block.z},
                         shared, {}};
    trace::Reach reach(memory);
    const std::vector<size_t> sizes = parameterSizes(function);
    for (size_t i = 0; i < sizes.size(); ++i)
      launch.values.push_back(argument(static_cast<const char *>(arguments[i]), sizes[i], std::to_string(i), reach));
    for (const trace::Variable &variable : variables)
      add(variable, reach);
    writer->write(launch, reach, memory);
  }

private:
  static void wait() {
    PORTER_NEXT(cudaDeviceSynchronize);
    (void)real();
  }

  /// Follow the pointers of an argument; return its value when it is a number.
  static std::string argument(const char *value, size_t bytes, const std::string &place, trace::Reach &reach) {
    uint64_t word = 0;
    if (bytes > sizeof word || (bytes & (bytes - 1))) {
      reach.inside(value, bytes, place + "+");
      return "";
    }
    std::memcpy(&word, value, bytes);
    // Nothing tells a pointer from a number of its size but where it points.
    if (bytes == sizeof word && (word == 0 || reach.pointer(reinterpret_cast<const void *>(word), place)))
      return "";
    return trace::hexadecimal(value, bytes);
  }

  void add(const trace::Variable &variable, trace::Reach &reach) {
    PORTER_NEXT(cudaGetSymbolAddress);
    void *address = nullptr;
    if (real(&address, variable.host) != cudaSuccess)
      return;
    auto *base = static_cast<const char *>(address);
    reach.buffers.push_back({variable.name, base, variable.bytes, 0});
    const size_t bytes = std::min(variable.bytes, trace::searched);
    reach.inside(memory.read(base, bytes), bytes, variable.name + ">");
  }

  std::mutex mutex;
  trace::DeviceMemory memory;
};

Tracer &tracer() {
  static Tracer &instance = *new Tracer; // programs may launch until the very end
  return instance;
}

/// Write down the launch of a kernel that host code registered.
cudaError_t launched(cudaError_t error, const void *caller, const void *function, dim3 grid, dim3 block,
                     void **arguments, size_t shared, cudaStream_t stream) {
  if (error != cudaSuccess || !std::getenv("PORTER_TRACE") || !isWanted(caller))
    return error;
  PORTER_NEXT(cudaGetFuncBySymbol);
  cudaFunction_t handle = nullptr;
  if (real(&handle, function) != cudaSuccess)
    return error;
  tracer().launched(trace::kernelName(function), handle, trace::variablesBeside(function), grid, block, arguments,
                    shared, stream);
  return error;
}

} // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream) {
  PORTER_NEXT(cudaLaunchKernel);
  trace::Timed timed(stream);
  return launched(timed.stop(real(function, grid, block, arguments, shared, stream)), __builtin_return_address(0), function, grid,
                  block, arguments, shared, stream);
}

/// How host code launches since CUDA 12.8.
cudaError_t __cudaLaunchKernel(void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream) {
  PORTER_NEXT(__cudaLaunchKernel);
  trace::Timed timed(stream);
  return launched(timed.stop(real(kernel, grid, block, arguments, shared, stream)), __builtin_return_address(0),
                  trace::functionOf(kernel), grid, block, arguments, shared, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t stream) {
  PORTER_NEXT(cudaLaunchCooperativeKernel);
  trace::Timed timed(stream);
  return launched(timed.stop(real(function, grid, block, arguments, shared, stream)), __builtin_return_address(0), function, grid,
                  block, arguments, shared, stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *configuration, const void *function, void **arguments) {
  PORTER_NEXT(cudaLaunchKernelExC);
  trace::Timed timed(configuration ? configuration->stream : nullptr);
  const cudaError_t error = timed.stop(real(configuration, function, arguments));
  if (error != cudaSuccess) // also when there is no configuration
    return error;
  return launched(error, __builtin_return_address(0), function, configuration->gridDim, configuration->blockDim,
                  arguments, configuration->dynamicSmemBytes, configuration->stream);
}
}

/// The driver's own launch, for programs that load modules. A CUfunction is what the runtime calls cudaFunction_t.
extern "C" int cuLaunchKernel(void *function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX,
                              unsigned blockY, unsigned blockZ, unsigned shared, cudaStream_t stream, void **arguments,
                              void **extra) {
  using Launch = int (*)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, cudaStream_t,
                         void **, void **);
  using Name = int (*)(const char **, void *);
  static void *const found = dlsym(RTLD_NEXT, "cuLaunchKernel");
  static void *const library = found ? nullptr : dlopen("libcuda.so.1", RTLD_LAZY);
  static const auto real = reinterpret_cast<Launch>(found ? found : dlsym(library, "cuLaunchKernel"));
  static const Name nameOf = trace::driver<Name>("cuFuncGetName");
  trace::Timed timed(stream);
  const int error = real(function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, arguments, extra);
  (void)timed.stop(error ? cudaErrorLaunchFailure : cudaSuccess);
  const char *name = nullptr;
  if (error || !arguments || !std::getenv("PORTER_TRACE") || !isWanted(__builtin_return_address(0)) || !nameOf ||
      nameOf(&name, function))
    return error;
  tracer().launched(name, function, {}, dim3(gridX, gridY, gridZ), dim3(blockX, blockY, blockZ), arguments, shared,
                    stream);
  return error;
}
