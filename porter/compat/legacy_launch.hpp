// Launches by cuParamSet and cuLaunch: what a function was told is kept for its next launches.
#pragma once

#include <hip/hip_runtime_api.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace porter {

struct legacy_launch {
  unsigned block[3] = {1, 1, 1};
  unsigned shared = 0;
  std::vector<char> parameters;
};

// CUDA, too, keeps one state a function; calls for different functions may come from any thread.
inline legacy_launch &legacy_launch_of(hipFunction_t function) {
  static std::mutex mutex;
  static std::map<hipFunction_t, legacy_launch> all;
  const std::lock_guard<std::mutex> held(mutex);
  return all[function];
}

inline hipError_t func_set_block_shape(hipFunction_t function, int x, int y, int z) {
  if (!function) return hipErrorInvalidHandle;
  if (x < 1 || y < 1 || z < 1) return hipErrorInvalidValue;
  legacy_launch &launch = legacy_launch_of(function);
  launch.block[0] = static_cast<unsigned>(x);
  launch.block[1] = static_cast<unsigned>(y);
  launch.block[2] = static_cast<unsigned>(z);
  return hipSuccess;
}

inline hipError_t func_set_shared_size(hipFunction_t function, unsigned bytes) {
  if (!function) return hipErrorInvalidHandle;
  legacy_launch_of(function).shared = bytes;
  return hipSuccess;
}

inline hipError_t param_set_size(hipFunction_t function, unsigned bytes) {
  if (!function) return hipErrorInvalidHandle;
  legacy_launch_of(function).parameters.resize(bytes);
  return hipSuccess;
}

inline hipError_t param_setv(hipFunction_t function, int offset, const void *from, unsigned bytes) {
  if (!function) return hipErrorInvalidHandle;
  if (offset < 0 || (!from && bytes)) return hipErrorInvalidValue;
  std::vector<char> &to = legacy_launch_of(function).parameters;
  const std::size_t end = static_cast<std::size_t>(offset) + bytes;
  if (to.size() < end) to.resize(end);
  if (bytes) std::memcpy(to.data() + offset, from, bytes);
  return hipSuccess;
}

inline hipError_t param_seti(hipFunction_t function, int offset, unsigned value) {
  return param_setv(function, offset, &value, sizeof value);
}

inline hipError_t param_setf(hipFunction_t function, int offset, float value) {
  return param_setv(function, offset, &value, sizeof value);
}

inline hipError_t launch_grid_async(hipFunction_t function, int width, int height, hipStream_t stream) {
  if (!function) return hipErrorInvalidHandle;
  if (width < 1 || height < 1) return hipErrorInvalidValue;
  legacy_launch &launch = legacy_launch_of(function);
  std::size_t bytes = launch.parameters.size();
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, launch.parameters.data(),
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
  return hipModuleLaunchKernel(function, static_cast<unsigned>(width), static_cast<unsigned>(height), 1,
                               launch.block[0], launch.block[1], launch.block[2], launch.shared, stream,
                               nullptr, extra);
}

inline hipError_t launch_grid(hipFunction_t function, int width, int height) {
  return launch_grid_async(function, width, height, nullptr);
}

inline hipError_t launch(hipFunction_t function) { return launch_grid(function, 1, 1); }

}  // namespace porter
