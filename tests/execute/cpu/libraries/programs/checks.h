// What the programs check by, and how values come to the device and back.
#pragma once

#include <cstdio>
#include <vector>

#ifdef __HIP_PLATFORM_AMD__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif

namespace {

int failures = 0;
void check(bool holds, const char *what) {
  std::printf("%s %s\n", holds ? "ok" : "FAILED", what);
  failures += !holds;
}

template <class T> T *onDevice(const std::vector<T> &values) {
  T *made = nullptr;
  (void)GPU(Malloc)(&made, values.size() * sizeof(T));
  (void)GPU(Memcpy)(made, values.data(), values.size() * sizeof(T), GPU(MemcpyHostToDevice));
  return made;
}
template <class T> std::vector<T> onHost(const T *values, size_t count) {
  std::vector<T> made(count);
  (void)GPU(Memcpy)(made.data(), values, count * sizeof(T), GPU(MemcpyDeviceToHost));
  return made;
}

} // namespace
