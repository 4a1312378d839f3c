// How long launches take on the GPU.
#pragma once

#include <cuda_runtime_api.h>

namespace porter::trace {

/// Times the launch that is issued between its construction and `stop`, when PORTER_TRACE_TIMES names a directory: a
/// line of milliseconds each in DIR/times-PID.txt. Launches that are captured into graphs are not timed.
class Timed {
public:
  explicit Timed(cudaStream_t stream);
  /// Wait for the launch and write its time down; pass on what the launch returned.
  cudaError_t stop(cudaError_t error);

private:
  cudaStream_t stream;
  cudaEvent_t start = nullptr;
};

} // namespace porter::trace
