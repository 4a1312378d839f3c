// hipGetProcAddress: functions of HIP's by their names.
#include <hip/hip_runtime.h>

#include <cstdio>

static int failed;
static void check(bool holds, const char *what) {
  std::printf("%s %s\n", holds ? "ok" : "FAILED", what);
  failed += !holds;
}

int main() {
  hipDriverProcAddressQueryResult status = HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
  void *found = nullptr;
  check(hipGetProcAddress("hipMalloc", &found, HIP_VERSION, 0, &status) == hipSuccess, "hipMalloc");
  check(status == HIP_GET_PROC_ADDRESS_SUCCESS, "status");
  void *memory = nullptr;
  check(reinterpret_cast<hipError_t (*)(void **, size_t)>(found)(&memory, 64) == hipSuccess, "call");
  check(hipFree(memory) == hipSuccess, "memory");

  hipDeviceProp_t properties{};
  check(hipGetProcAddress("hipGetDeviceProperties", &found, 604, 0, nullptr) == hipSuccess, "properties");
  reinterpret_cast<hipError_t (*)(hipDeviceProp_t *, int)>(found)(&properties, 0);
  check(properties.warpSize == 32 || properties.warpSize == 64, "of HIP 6");

  check(hipGetProcAddress("hipNoSuchThing", &found, HIP_VERSION, 0, &status) == hipErrorInvalidValue, "none");
  check(status == HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND && !found, "not found");
  check(hipGetProcAddress("malloc", &found, HIP_VERSION, 0, nullptr) == hipErrorInvalidValue, "not HIP's");
  check(hipGetProcAddress(nullptr, &found, HIP_VERSION, 0, nullptr) == hipErrorInvalidValue, "no name");
  check(hipGetProcAddress("hipMalloc", nullptr, HIP_VERSION, 0, nullptr) == hipErrorInvalidValue, "no place");
  return failed;
}
