// cublasGetVersion and cublasGetProperty: hipBLAS tells its version in its headers alone.
//
// What they give is hipBLAS's own, major * 10000 + minor * 100 + patch as cuBLAS 11 and later count.
#pragma once

#ifndef HIPBLAS_V2  // before ROCm 7: hipBLAS's functions with CUDA's types
#define HIPBLAS_V2
#endif
#include <hip/library_types.h>
#include <hipblas/hipblas.h>

#if defined(__HIP_PLATFORM_NVIDIA__)

constexpr hipLibraryPropertyType HIP_LIBRARY_MAJOR_VERSION = MAJOR_VERSION;
constexpr hipLibraryPropertyType HIP_LIBRARY_MINOR_VERSION = MINOR_VERSION;
constexpr hipLibraryPropertyType HIP_LIBRARY_PATCH_LEVEL = PATCH_LEVEL;

namespace porter {

inline hipblasStatus_t blas_version(hipblasHandle_t handle, int* version) { return cublasGetVersion_v2(handle, version); }

inline hipblasStatus_t blas_property(hipLibraryPropertyType type, int* value) { return cublasGetProperty(type, value); }

}  // namespace porter

#else

namespace porter {

inline hipblasStatus_t blas_version(hipblasHandle_t handle, int* version) {
  if (handle == nullptr) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (version == nullptr) return HIPBLAS_STATUS_INVALID_VALUE;
  *version = hipblasVersionMajor * 10000 + hipblasVersionMinor * 100 + hipblasVersionPatch;
  return HIPBLAS_STATUS_SUCCESS;
}

inline hipblasStatus_t blas_property(hipLibraryPropertyType type, int* value) {
  if (value == nullptr) return HIPBLAS_STATUS_INVALID_VALUE;
  switch (type) {
    case HIP_LIBRARY_MAJOR_VERSION:
      *value = hipblasVersionMajor;
      return HIPBLAS_STATUS_SUCCESS;
    case HIP_LIBRARY_MINOR_VERSION:
      *value = hipblasVersionMinor;
      return HIPBLAS_STATUS_SUCCESS;
    case HIP_LIBRARY_PATCH_LEVEL:
      *value = hipblasVersionPatch;
      return HIPBLAS_STATUS_SUCCESS;
    default:
      return HIPBLAS_STATUS_INVALID_VALUE;
  }
}

}  // namespace porter

#endif  // defined(__HIP_PLATFORM_NVIDIA__)
