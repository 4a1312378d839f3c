// cublasSetWorkspace before hipBLAS has it: hipBLAS goes on with the workspace of its own.
//
// The products are the same; memory that the program gave is not used.
#pragma once

#ifndef HIPBLAS_V2  // before ROCm 7: hipBLAS's functions with CUDA's types
#define HIPBLAS_V2
#endif
#include <hipblas/hipblas.h>

#include <cstddef>

namespace porter {

inline hipblasStatus_t set_workspace(hipblasHandle_t handle, void*, std::size_t) {
  return handle != nullptr ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}

}  // namespace porter
