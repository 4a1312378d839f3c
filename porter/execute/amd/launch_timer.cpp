// A library to be preloaded into HIP programs: it times each launch by events on the launch's own stream.
//
// PORTER_TRACE_TIMES names the directory: a line of milliseconds a launch in DIR/times-PID.txt. The program waits for
// every launch. Launches that are captured into graphs are not timed.
#include <hip/hip_runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <mutex>
#include <string>
#include <unistd.h>

namespace {

/// The function of that name behind the one here. Ends the process when there is none: nothing could go on.
template <class Function> Function *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) {
    std::fprintf(stderr, "porter: the HIP runtime has no %s\n", name);
    std::abort();
  }
  return reinterpret_cast<Function *>(found);
}

class Timed {
public:
  explicit Timed(hipStream_t stream) : stream(stream) {
    hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
    const char *directory = std::getenv("PORTER_TRACE_TIMES");
    if (directory && *directory && hipStreamIsCapturing(stream, &status) == hipSuccess &&
        status == hipStreamCaptureStatusNone && hipEventCreate(&start) == hipSuccess)
      (void)hipEventRecord(start, stream);
  }

  /// Wait for the launch and write its time down; pass on what the launch returned.
  hipError_t stop(hipError_t error) {
    if (!start)
      return error;
    hipEvent_t end = nullptr;
    float milliseconds = 0;
    if (error == hipSuccess && hipEventCreate(&end) == hipSuccess && hipEventRecord(end, stream) == hipSuccess &&
        hipEventSynchronize(end) == hipSuccess && hipEventElapsedTime(&milliseconds, start, end) == hipSuccess)
      write(milliseconds);
    for (hipEvent_t event : {start, end})
      if (event)
        (void)hipEventDestroy(event);
    return error;
  }

private:
  static void write(float milliseconds) {
    static std::mutex mutex;
    std::lock_guard<std::mutex> lock(mutex);
    static std::FILE *const lines = std::fopen(
        (std::string(std::getenv("PORTER_TRACE_TIMES")) + "/times-" + std::to_string(getpid()) + ".txt").c_str(), "w");
    if (!lines)
      return;
    std::fprintf(lines, "%.9g\n", double(milliseconds));
    std::fflush(lines);
  }

  hipStream_t stream;
  hipEvent_t start = nullptr;
};

} // namespace

extern "C" {

hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                           hipStream_t stream) {
  static auto *const real = next<decltype(hipLaunchKernel)>("hipLaunchKernel");
  Timed timed(stream);
  return timed.stop(real(function, grid, block, arguments, shared, stream));
}

hipError_t hipLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, unsigned shared,
                                      hipStream_t stream) {
  static auto *const real = next<hipError_t(const void *, dim3, dim3, void **, unsigned, hipStream_t)>(
      "hipLaunchCooperativeKernel");
  Timed timed(stream);
  return timed.stop(real(function, grid, block, arguments, shared, stream));
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gridX, unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                                 hipStream_t stream, void **arguments, void **extra) {
  static auto *const real = next<decltype(hipModuleLaunchKernel)>("hipModuleLaunchKernel");
  Timed timed(stream);
  return timed.stop(
      real(function, gridX, gridY, gridZ, blockX, blockY, blockZ, shared, stream, arguments, extra));
}
}
