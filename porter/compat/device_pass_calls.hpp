// CUDA's device functions as host functions see them in the device's pass.
//
// A macro that is `__funnelshift_r(x, x, n)` there, and shifts for the host, stands in host functions,
// too. Clang looks at these in both passes and refuses the call, nvcc in the host's alone. These
// declarations are for the device's pass only, in which no code is made of host functions: the host's
// pass sees the macro's other side, and neither of them.
#pragma once

#if defined(__HIP_DEVICE_COMPILE__)

#include <hip/hip_runtime.h>

__host__ unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift);
__host__ unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift);
__host__ unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift);
__host__ unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift);
__host__ unsigned __byte_perm(unsigned low, unsigned high, unsigned selector);
__host__ unsigned __brev(unsigned value);
__host__ unsigned long long __brevll(unsigned long long value);
__host__ unsigned __umulhi(unsigned a, unsigned b);
__host__ int __mulhi(int a, int b);
__host__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b);
__host__ long long __mul64hi(long long a, long long b);
template <typename T>
__host__ T __ldg(const T *from);

namespace porter {
__host__ unsigned byte_perm(unsigned low, unsigned high, unsigned selector);
}  // namespace porter

#endif  // defined(__HIP_DEVICE_COMPILE__)
