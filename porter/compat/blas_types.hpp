// What cuBLAS's products compute in, where it is written as a type of data: up to CUDA 10 it was one, and
// cuBLAS's C++ header still takes both. As in cublas_api.h, cublasMigrateComputeType.
#pragma once

#ifndef HIPBLAS_V2  // before ROCm 7: hipBLAS's functions with CUDA's types
#define HIPBLAS_V2
#endif
#include <hipblas/hipblas.h>

namespace porter {

inline hipblasComputeType_t compute_type(hipblasComputeType_t type) { return type; }

inline hipblasComputeType_t compute_type(hipDataType type) {
  switch (type) {
    case HIP_R_16F:
      return HIPBLAS_COMPUTE_16F;
    case HIP_R_64F:
    case HIP_C_64F:
      return HIPBLAS_COMPUTE_64F;
    case HIP_R_32I:
      return HIPBLAS_COMPUTE_32I;
    case HIP_R_32F:
    case HIP_C_32F:
      return HIPBLAS_COMPUTE_32F;
    default:  // no product computes in it, as hipBLAS will say
      return static_cast<hipblasComputeType_t>(15);  // no compute type has this number
  }
}

}  // namespace porter
