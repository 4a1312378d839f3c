// libcu++'s cuda/ptx: special registers, and barriers in shared memory as sm_80 has them.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/ptx>
#else

#include "ptx_thread.hpp"
#include "split_barrier.hpp"

#if defined(__HIP__)

namespace cuda {
namespace ptx {

#define PORTER_REGISTER(NAME, TYPE, EXPRESSION) \
  __device__ __forceinline__ TYPE get_sreg_##NAME() { return EXPRESSION; }
#define PORTER_REGISTERS(NAME, VECTOR)                 \
  PORTER_REGISTER(NAME##_x, uint32_t, VECTOR.x)        \
  PORTER_REGISTER(NAME##_y, uint32_t, VECTOR.y)        \
  PORTER_REGISTER(NAME##_z, uint32_t, VECTOR.z)
PORTER_REGISTERS(tid, threadIdx)
PORTER_REGISTERS(ntid, blockDim)
PORTER_REGISTERS(ctaid, blockIdx)
PORTER_REGISTERS(nctaid, gridDim)
PORTER_REGISTER(laneid, uint32_t, ::porter::lane_id())
PORTER_REGISTER(warpid, uint32_t, ::porter::ptx::warpid())
PORTER_REGISTER(nwarpid, uint32_t, ::porter::ptx::nwarpid())
PORTER_REGISTER(smid, uint32_t, ::porter::ptx::smid())
PORTER_REGISTER(lanemask_eq, uint32_t, ::porter::lanemask_eq())
PORTER_REGISTER(lanemask_lt, uint32_t, ::porter::lanemask_lt())
PORTER_REGISTER(lanemask_le, uint32_t, ::porter::lanemask_le())
PORTER_REGISTER(lanemask_gt, uint32_t, ::porter::lanemask_gt())
PORTER_REGISTER(lanemask_ge, uint32_t, ::porter::lanemask_ge())
PORTER_REGISTER(clock, uint32_t, uint32_t(::porter::ptx::clock()))
PORTER_REGISTER(clock64, uint64_t, ::porter::ptx::clock())
PORTER_REGISTER(globaltimer, uint64_t, ::porter::ptx::globaltimer())
#undef PORTER_REGISTERS
#undef PORTER_REGISTER

__device__ __forceinline__ void mbarrier_init(uint64_t* barrier, uint32_t count) {
  ::porter::mbarrier_init(barrier, count);
}
__device__ __forceinline__ uint64_t mbarrier_arrive(uint64_t* barrier) {
  return ::porter::mbarrier_arrive(barrier);
}
__device__ __forceinline__ bool mbarrier_test_wait(uint64_t* barrier, uint64_t state) {
  return ::porter::mbarrier_test_wait(barrier, state);
}
__device__ __forceinline__ bool mbarrier_test_wait_parity(uint64_t* barrier, uint32_t parity) {
  return ::porter::mbarrier_test_wait_parity(barrier, parity != 0);
}

}  // namespace ptx
}  // namespace cuda

#endif  // defined(__HIP__)
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
