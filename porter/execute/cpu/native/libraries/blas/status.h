// What a function answers, and the two vendors' codes for it.
#pragma once

namespace porter::blas {

/// Legacy: CUDA's first interface, cublas.h, without handles.
enum class Vendor { Hip, Cuda, Legacy };

enum class Status {
  Success,
  NotInitialized,
  NoHandle,
  AllocationFailed,
  InvalidValue,
  InvalidEnumerator,
  ExecutionFailed,
  NotSupported,
};

/// Sources: hipblasStatus_t of hipblas-common.h, cublasStatus_t of cublas_api.h.
inline int codeOf(Vendor vendor, Status status) {
  static constexpr struct {
    int hip, cuda;
  } codes[] = {{0, 0}, {1, 1}, {9, 1}, {2, 3}, {3, 7}, {10, 7}, {5, 13}, {7, 15}};
  const auto &code = codes[int(status)];
  return vendor == Vendor::Hip ? code.hip : code.cuda;
}

} // namespace porter::blas
