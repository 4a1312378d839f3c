// PyTorch's GPU headers and the runtime's names, for HIP and for CUDA alike.
#pragma once

#if defined(USE_ROCM)
#define PORTER_HAS_ATEN_CONTEXT
#include <ATen/hip/HIPContextLight.h>
#include <c10/hip/HIPCachingAllocator.h>
#include <c10/hip/HIPDeviceAssertionHost.h>
#include <c10/hip/HIPException.h>
#include <c10/hip/HIPFunctions.h>
#include <c10/hip/HIPStream.h>
#include <c10/hip/impl/HIPGuardImpl.h>
#define PORTER_GPU(NAME) hip##NAME
#else
// ATen's context includes the headers of CUDA's libraries, which are often not there.
#if __has_include(<cublasLt.h>) && __has_include(<cusolverDn.h>) && __has_include(<cusparse.h>)
#define PORTER_HAS_ATEN_CONTEXT
#include <ATen/cuda/CUDAContextLight.h>
#endif
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDADeviceAssertionHost.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>
#include <c10/cuda/impl/CUDAGuardImpl.h>
#define PORTER_GPU(NAME) cuda##NAME
#endif

namespace porter {

using gpu_error = PORTER_GPU(Error_t);
using gpu_stream = PORTER_GPU(Stream_t);

}  // namespace porter
