// Which memory a generic address lies in, and its offset there: __isShared, __cvta_generic_to_shared …
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_ADDRESS __device__ __forceinline__
#if defined(__HIP_DEVICE_COMPILE__)
#define PORTER_IN_LDS __attribute__((address_space(3)))
#define PORTER_IN_SCRATCH __attribute__((address_space(5)))
#else
#define PORTER_IN_LDS
#define PORTER_IN_SCRATCH
#endif

#if defined(__HIP_DEVICE_COMPILE__)
PORTER_ADDRESS unsigned isShared(const void* pointer) { return __builtin_amdgcn_is_shared(pointer); }
PORTER_ADDRESS unsigned isLocal(const void* pointer) { return __builtin_amdgcn_is_private(pointer); }
#else
__device__ unsigned isShared(const void* pointer);
__device__ unsigned isLocal(const void* pointer);
#endif
/// Constant memory is global memory on AMD GPUs; a generic address does not tell.
PORTER_ADDRESS unsigned isGlobal(const void* pointer) {
  return !isShared(pointer) && !isLocal(pointer);
}

PORTER_ADDRESS size_t cvta_generic_to_global(const void* pointer) {
  return reinterpret_cast<size_t>(pointer);
}
PORTER_ADDRESS void* cvta_global_to_generic(size_t address) {
  return reinterpret_cast<void*>(address);
}
PORTER_ADDRESS size_t cvta_generic_to_shared(const void* pointer) {
  return static_cast<size_t>(reinterpret_cast<size_t>((const PORTER_IN_LDS void*)pointer));
}
PORTER_ADDRESS void* cvta_shared_to_generic(size_t address) {
  return (void*)reinterpret_cast<PORTER_IN_LDS void*>(static_cast<unsigned>(address));
}

#undef PORTER_ADDRESS

#endif  // defined(__HIP__)

}  // namespace porter
