// What CUB tells of devices and does to them: hipCUB's header of that name is empty.
#pragma once

#include <hip/hip_runtime.h>

namespace porter {

/// The device that is current, -1 after an error.
inline int CurrentDevice() {
  int device = -1;
  return hipGetDevice(&device) == hipSuccess ? device : -1;
}

/// How many devices there are, -1 after an error.
inline int DeviceCount() {
  int count = -1;
  return hipGetDeviceCount(&count) == hipSuccess ? count : -1;
}

/// Makes a device current as long as it lives, and the one before current again.
class SwitchDevice {
 public:
  explicit SwitchDevice(int device) : before_(CurrentDevice()), differs_(before_ != device) {
    if (differs_) (void)hipSetDevice(device);
  }
  ~SwitchDevice() {
    if (differs_) (void)hipSetDevice(before_);
  }
  SwitchDevice(const SwitchDevice &) = delete;
  SwitchDevice &operator=(const SwitchDevice &) = delete;

 private:
  const int before_;
  const bool differs_;
};

/// Waits for what a stream has to do.
inline hipError_t SyncStream(hipStream_t stream) { return hipStreamSynchronize(stream); }

/// How many blocks of `threads` threads of a kernel fit on a compute unit at once.
///
/// blocks: the answer.
/// shared: shared memory that the launch adds, in bytes.
template <typename Kernel>
hipError_t MaxSmOccupancy(int &blocks, Kernel kernel, int threads, int shared = 0) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared);
}

}  // namespace porter
