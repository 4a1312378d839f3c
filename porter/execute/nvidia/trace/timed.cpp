// Launches timed by events on their own streams.
#include "timed.h"

#include "next.h"

#include <mutex>
#include <string>
#include <unistd.h>

namespace porter::trace {

Timed::Timed(cudaStream_t stream) : stream(stream) {
  static const char *const directory = std::getenv("PORTER_TRACE_TIMES");
  if (!directory || !*directory)
    return;
  PORTER_NEXT(cudaEventCreate);
  PORTER_NEXT_AS(isCapturing, cudaStreamIsCapturing);
  PORTER_NEXT_AS(record, cudaEventRecord);
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (isCapturing(stream, &status) == cudaSuccess && status == cudaStreamCaptureStatusNone &&
      real(&start) == cudaSuccess)
    (void)record(start, stream);
}

cudaError_t Timed::stop(cudaError_t error) {
  if (!start)
    return error;
  PORTER_NEXT(cudaEventCreate);
  PORTER_NEXT_AS(record, cudaEventRecord);
  PORTER_NEXT_AS(wait, cudaEventSynchronize);
  PORTER_NEXT_AS(elapsed, cudaEventElapsedTime);
  PORTER_NEXT_AS(destroy, cudaEventDestroy);
  cudaEvent_t end = nullptr;
  float milliseconds = 0;
  if (error == cudaSuccess && real(&end) == cudaSuccess && record(end, stream) == cudaSuccess &&
      wait(end) == cudaSuccess && elapsed(&milliseconds, start, end) == cudaSuccess) {
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    static std::FILE *const lines = std::fopen(
        (std::string(std::getenv("PORTER_TRACE_TIMES")) + "/times-" + std::to_string(getpid()) + ".txt").c_str(), "w");
    if (lines) {
      std::fprintf(lines, "%.9g\n", double(milliseconds));
      std::fflush(lines);
    }
  }
  for (cudaEvent_t event : {start, end})
    if (event)
      (void)destroy(event);
  start = nullptr;
  return error;
}

} // namespace porter::trace
