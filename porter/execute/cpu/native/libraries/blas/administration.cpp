// Handles, streams, and copies between the program's vectors and matrices and the device's.
#include "administration.h"

#include <cstdlib>
#include <cstring>

extern "C" void scipy_openblas_set_num_threads64_(int threads);

namespace porter::blas {

int create(Vendor vendor, void **handle) {
  if (!handle)
    return codeOf(vendor, vendor == Vendor::Hip ? Status::NoHandle : Status::InvalidValue);
  static const bool isLimited = [] {
    const char *threads = std::getenv("PORTER_CPU_THREADS");
    if (threads && std::atoi(threads) > 0)
      scipy_openblas_set_num_threads64_(std::atoi(threads));
    return threads != nullptr;
  }();
  (void)isLimited;
  *handle = contexts().add(std::make_shared<Context>());
  return codeOf(vendor, Status::Success);
}

int destroy(Vendor vendor, void *handle) {
  return codeOf(vendor, contexts().take(handle) ? Status::Success : Status::NoHandle);
}

int setStream(Vendor vendor, void *handle, hipStream_t stream) {
  return with(vendor, handle, [=](Context &context) {
    std::shared_ptr<hip::Stream> known;
    if (!hip::findStream(stream, known))
      return Status::InvalidValue;
    context.stream = stream;
    return Status::Success;
  });
}

int copyMatrix(Vendor vendor, int64_t rows, int64_t columns, int64_t bytes, const void *from, int64_t ldFrom, void *to,
               int64_t ldTo, hipStream_t stream) {
  const bool isEmpty = rows == 0 || columns == 0;
  if (rows < 0 || columns < 0 || bytes <= 0 || ldFrom < rows || ldTo < rows || ldFrom < 1 || ldTo < 1 ||
      (!isEmpty && (!from || !to)))
    return codeOf(vendor, Status::InvalidValue);
  const auto copy = [=] {
    for (int64_t j = 0; j < columns; ++j)
      std::memcpy(static_cast<char *>(to) + j * ldTo * bytes, static_cast<const char *>(from) + j * ldFrom * bytes,
                  rows * bytes);
    return hipSuccess;
  };
  const hipError_t error = hip::issue(stream, hipGraphNodeTypeMemcpy, copy);
  return codeOf(vendor, error ? Status::ExecutionFailed : Status::Success);
}

int copyVector(Vendor vendor, int64_t count, int64_t bytes, const void *from, int64_t stepFrom, void *to, int64_t stepTo,
               hipStream_t stream) {
  if (count <= 0)
    return codeOf(vendor, count < 0 ? Status::InvalidValue : Status::Success);
  return copyMatrix(vendor, 1, count, bytes, from, stepFrom, to, stepTo, stream);
}

const char *nameOf(Vendor vendor, int code) {
  static constexpr struct {
    int hip, cuda;
    const char *hipName, *cudaName;
  } names[] = {
      {0, 0, "HIPBLAS_STATUS_SUCCESS", "CUBLAS_STATUS_SUCCESS"},
      {1, 1, "HIPBLAS_STATUS_NOT_INITIALIZED", "CUBLAS_STATUS_NOT_INITIALIZED"},
      {2, 3, "HIPBLAS_STATUS_ALLOC_FAILED", "CUBLAS_STATUS_ALLOC_FAILED"},
      {3, 7, "HIPBLAS_STATUS_INVALID_VALUE", "CUBLAS_STATUS_INVALID_VALUE"},
      {4, 11, "HIPBLAS_STATUS_MAPPING_ERROR", "CUBLAS_STATUS_MAPPING_ERROR"},
      {5, 13, "HIPBLAS_STATUS_EXECUTION_FAILED", "CUBLAS_STATUS_EXECUTION_FAILED"},
      {6, 14, "HIPBLAS_STATUS_INTERNAL_ERROR", "CUBLAS_STATUS_INTERNAL_ERROR"},
      {7, 15, "HIPBLAS_STATUS_NOT_SUPPORTED", "CUBLAS_STATUS_NOT_SUPPORTED"},
      {8, 8, "HIPBLAS_STATUS_ARCH_MISMATCH", "CUBLAS_STATUS_ARCH_MISMATCH"},
      {9, 16, "HIPBLAS_STATUS_HANDLE_IS_NULLPTR", "CUBLAS_STATUS_LICENSE_ERROR"},
      {10, -1, "HIPBLAS_STATUS_INVALID_ENUM", ""},
  };
  for (const auto &one : names)
    if ((vendor == Vendor::Hip ? one.hip : one.cuda) == code)
      return vendor == Vendor::Hip ? one.hipName : one.cudaName;
  return vendor == Vendor::Hip ? "HIPBLAS_STATUS_UNKNOWN" : "unrecognized error code";
}

} // namespace porter::blas
