// Integer instructions of PTX in extended precision: sums that set or use the carry flag.
//
// The flag is a variable of the statement's block, or, where one asm statement leaves it to another, a
// byte in shared memory for each thread: functions that are inlined into one another share it as on the
// hardware, and the compiler sees through it there. As in the hardware, a subtraction leaves the
// carry of a + ~b + 1, which is 0 when it borrows. PTX ISA, section 9.7.2 "Extended-Precision Integer
// Arithmetic Instructions".
#pragma once

#include "ptx_bits.hpp"

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __host__ __device__ inline

// This thread's carry flag.
PORTER_PTX unsigned char& carry_flag() {
#if defined(__HIP_DEVICE_COMPILE__)
  __shared__ unsigned char flags[1024];
  return flags[threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)];
#else
  thread_local unsigned char flag;
  return flag;
#endif
}

template <class T, class Flag>
PORTER_PTX T add_cc(T a, T b, Flag& carry) {
  const T sum = a + b;
  carry = sum < a;
  return sum;
}

template <class T, class Flag>
PORTER_PTX T addc_cc(T a, T b, Flag& carry) {
  const T sum = a + b;
  const T total = sum + T(carry);
  carry = (sum < a) | (total < sum);
  return total;
}

template <class T, class Flag>
PORTER_PTX T sub_cc(T a, T b, Flag& carry) {
  carry = a >= b;
  return a - b;
}

template <class T, class Flag>
PORTER_PTX T subc_cc(T a, T b, Flag& carry) {
  return addc_cc<T>(a, ~b, carry);
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
