// Launches by cudaConfigureCall, cudaSetupArgument and cudaLaunch, which CUDA 10.1 dropped.
#pragma once

#include <hip/hip_runtime.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <vector>

namespace porter {

struct legacy_call {
  dim3 grid, block;
  std::size_t shared;
  hipStream_t stream;
  std::map<std::size_t, std::vector<char>> arguments;  // by offset, which is their order
};

// A thread may configure a call before it launches another.
inline std::vector<legacy_call> &legacy_calls() {
  static thread_local std::vector<legacy_call> calls;
  return calls;
}

inline hipError_t configure_call(dim3 grid, dim3 block, std::size_t shared = 0,
                                 hipStream_t stream = nullptr) {
  legacy_calls().push_back({grid, block, shared, stream, {}});
  return hipSuccess;
}

inline hipError_t setup_argument(const void *from, std::size_t bytes, std::size_t offset) {
  if (legacy_calls().empty()) return hipErrorMissingConfiguration;
  std::vector<char> value(bytes);
  if (bytes) std::memcpy(value.data(), from, bytes);
  legacy_calls().back().arguments[offset] = value;
  return hipSuccess;
}

template <typename T>
hipError_t setup_argument(T argument, std::size_t offset) {
  return setup_argument(&argument, sizeof argument, offset);
}

inline hipError_t launch_call(const void *function) {
  if (legacy_calls().empty()) return hipErrorMissingConfiguration;
  legacy_call call = legacy_calls().back();
  legacy_calls().pop_back();
  std::vector<void *> arguments;
  for (auto &one : call.arguments) arguments.push_back(one.second.data());
  return hipLaunchKernel(function, call.grid, call.block, arguments.data(), call.shared, call.stream);
}

template <typename... Parameters>
hipError_t launch_call(void (*kernel)(Parameters...)) {
  return launch_call(reinterpret_cast<const void *>(kernel));
}

// By its name, as up to CUDA 4, no kernel is found.
hipError_t launch_call(const char *name) = delete;

}  // namespace porter
