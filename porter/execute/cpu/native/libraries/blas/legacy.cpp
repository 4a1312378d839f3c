// Starts and ends CUDA's first interface, and keeps its errors.
#include "administration.h"
#include "legacy.h"

#include <atomic>

namespace porter::blas {
namespace {

std::atomic<void *> shared{nullptr};
thread_local int lastError = 0;

} // namespace

Call legacyCall() { return {Vendor::Legacy, shared}; }

void noteLegacy(int status) {
  if (status)
    lastError = status;
}

} // namespace porter::blas

using namespace porter::blas;

extern "C" {

int cublasInit() {
  void *made = nullptr;
  if (!shared && create(Vendor::Cuda, &made) == 0)
    shared = made;
  return 0;
}
int cublasShutdown() { return destroy(Vendor::Cuda, shared.exchange(nullptr)); }
int cublasGetVersion_v2(void *handle, int *version);
int cublasGetVersion(int *version) { return cublasGetVersion_v2(nullptr, version); }
int cublasGetError() { return std::exchange(lastError, 0); }
int cublasSetKernelStream(hipStream_t stream) { return setStream(Vendor::Cuda, shared, stream); }
int cublasAlloc(int count, int bytes, void **memory) {
  if (count <= 0 || bytes <= 0 || !memory)
    return codeOf(Vendor::Cuda, Status::InvalidValue);
  const hipError_t error = hipMalloc(memory, size_t(count) * bytes);
  return codeOf(Vendor::Cuda, error ? Status::AllocationFailed : Status::Success);
}
int cublasFree(void *memory) {
  return codeOf(Vendor::Cuda, hipFree(memory) ? Status::InvalidValue : Status::Success);
}
}
