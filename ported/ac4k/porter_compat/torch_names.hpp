// PyTorch's CUDA names on a ROCm build that has them as HIP names.
//
// Since 2.11 the ROCm builds of PyTorch keep the C++ names of the CUDA builds (c10::cuda,
// C10_CUDA_CHECK). Before, `c10` was renamed (c10::hip, C10_HIP_CHECK), and what takes part in
// dispatch had a twin that passes for CUDA's (HIPStreamMasqueradingAsCUDA). This header gives the
// older builds the newer names; on the newer ones it does nothing.
#pragma once

#include <c10/hip/HIPException.h>

#if defined(C10_HIP_CHECK) && !defined(C10_CUDA_CHECK)

#include <ATen/hip/impl/HIPCachingAllocatorMasqueradingAsCUDA.h>
#include <ATen/hip/impl/HIPGuardImplMasqueradingAsCUDA.h>
#include <ATen/hip/impl/HIPStreamMasqueradingAsCUDA.h>
#include <c10/hip/HIPCachingAllocator.h>
#include <c10/hip/HIPFunctions.h>
#include <c10/hip/HIPMathCompat.h>

#define C10_CUDA_CHECK C10_HIP_CHECK
#define C10_CUDA_CHECK_WARN C10_HIP_CHECK_WARN
#define C10_CUDA_ERROR_HANDLED C10_HIP_ERROR_HANDLED
#define C10_CUDA_IGNORE_ERROR C10_HIP_IGNORE_ERROR
#define C10_CUDA_CLEAR_ERROR C10_HIP_CLEAR_ERROR
#define C10_CUDA_KERNEL_LAUNCH_CHECK C10_HIP_KERNEL_LAUNCH_CHECK

namespace c10::cuda {

using CUDAStream = hip::HIPStreamMasqueradingAsCUDA;
using CUDAGuard = hip::HIPGuardMasqueradingAsCUDA;
using OptionalCUDAGuard = hip::OptionalHIPGuardMasqueradingAsCUDA;
using CUDAStreamGuard = hip::HIPStreamGuardMasqueradingAsCUDA;
using OptionalCUDAStreamGuard = hip::OptionalHIPStreamGuardMasqueradingAsCUDA;
using CUDAMultiStreamGuard = hip::HIPMultiStreamGuardMasqueradingAsCUDA;

inline CUDAStream getCurrentCUDAStream(DeviceIndex device = -1) {
  return hip::getCurrentHIPStreamMasqueradingAsCUDA(device);
}
inline CUDAStream getDefaultCUDAStream(DeviceIndex device = -1) {
  return hip::getDefaultHIPStreamMasqueradingAsCUDA(device);
}
inline void setCurrentCUDAStream(CUDAStream stream) {
  hip::setCurrentHIPStreamMasqueradingAsCUDA(stream);
}
template <typename Priority = bool>
CUDAStream getStreamFromPool(Priority priority = {}, DeviceIndex device = -1) {
  return hip::getStreamFromPoolMasqueradingAsCUDA(priority, device);
}
inline CUDAStream getStreamFromExternal(hipStream_t stream, DeviceIndex device) {
  return hip::getStreamFromExternalMasqueradingAsCUDA(stream, device);
}

using hip::current_device;
using hip::device_count;
using hip::device_count_ensure_non_zero;
using hip::device_synchronize;
using hip::memcpy_and_sync;
using hip::set_device;
using hip::stream_synchronize;
using hip::warn_or_error_on_sync;

namespace CUDACachingAllocator {
using namespace hip::HIPCachingAllocator;
inline Allocator *get() { return hip::HIPCachingAllocatorMasqueradingAsCUDA::get(); }
inline void recordStream(const DataPtr &data, CUDAStream stream) {
  hip::HIPCachingAllocatorMasqueradingAsCUDA::recordStreamMasqueradingAsCUDA(data, stream);
}
}  // namespace CUDACachingAllocator

}  // namespace c10::cuda

// at::cuda opens c10::cuda and c10::hip; what both declare is chosen here.
namespace at::cuda {
using c10::cuda::getStreamFromExternal;
using c10::cuda::getStreamFromPool;
}  // namespace at::cuda

#endif
