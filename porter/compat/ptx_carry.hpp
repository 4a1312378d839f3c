// Integer instructions of PTX in extended precision: sums that set or use the carry flag.
//
// The flag is a variable of the statement's block. As in the hardware, a subtraction leaves the
// carry of a + ~b + 1, which is 0 when it borrows. PTX ISA, section 9.7.2 "Extended-Precision Integer
// Arithmetic Instructions".
#pragma once

#include "ptx_bits.hpp"

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __host__ __device__ inline

template <class T>
PORTER_PTX T add_cc(T a, T b, uint32_t& carry) {
  const T sum = a + b;
  carry = sum < a;
  return sum;
}

template <class T>
PORTER_PTX T addc_cc(T a, T b, uint32_t& carry) {
  const T sum = a + b;
  const T total = sum + T(carry);
  carry = uint32_t(sum < a) | uint32_t(total < sum);
  return total;
}

template <class T>
PORTER_PTX T sub_cc(T a, T b, uint32_t& carry) {
  carry = a >= b;
  return a - b;
}

template <class T>
PORTER_PTX T subc_cc(T a, T b, uint32_t& carry) {
  return addc_cc<T>(a, ~b, carry);
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
