// PTX's lop3: any function of three bits, in as few of AMD's instructions as a person would take.
//
// Its table is known when the code is compiled. Eight products of three operands are not folded by
// the compiler; one operand chosen, of which the others' functions are told apart (Shannon's
// expansion), is. Section 9.7.8 "Logic and Shift" of the PTX ISA.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __host__ __device__ inline

namespace detail {

// Bit i of `table` is the result where the bits of x and y spell i.
PORTER_PTX uint32_t of_two(uint32_t x, uint32_t y, uint32_t table) {
  switch (table & 15) {
    case 0x0: return 0;
    case 0x1: return ~(x | y);
    case 0x2: return ~x & y;
    case 0x3: return ~x;
    case 0x4: return x & ~y;
    case 0x5: return ~y;
    case 0x6: return x ^ y;
    case 0x7: return ~(x & y);
    case 0x8: return x & y;
    case 0x9: return ~(x ^ y);
    case 0xa: return y;
    case 0xb: return ~x | y;
    case 0xc: return x;
    case 0xd: return x | ~y;
    case 0xe: return x | y;
    default: return ~0u;
  }
}

// What of_two makes for `clear` and `set` meet in one instruction: no choice between the two is left.
PORTER_PTX bool joins(uint32_t clear, uint32_t set) {
  return clear == 0 || clear == 15 || set == 0 || set == 15 || (clear ^ set) == 15 || clear == set;
}

// Either is one of the operands.
PORTER_PTX bool selects(uint32_t clear, uint32_t set) {
  return (clear == 0xa || clear == 0xc) && (set == 0xa || set == 0xc);
}

// The table `clear` of x and y where a bit of `by` is clear, `set` where it is set.
PORTER_PTX uint32_t expanded(uint32_t by, uint32_t x, uint32_t y, uint32_t clear, uint32_t set) {
  const uint32_t where_clear = of_two(x, y, clear);
  const uint32_t where_set = of_two(x, y, set);
  if (clear == set) return where_clear;
  if ((clear ^ set) == 15) return by ^ where_clear;
  if (clear == 0) return by & where_set;
  if (set == 15) return by | where_clear;
  if (set == 0) return ~by & where_clear;
  if (clear == 15) return ~by | where_set;
  return (by & where_set) | (~by & where_clear);
}

}  // namespace detail

// lop3: bit i of `table` is the result where the bits of a, b and c spell i. The table is known
// when the code is compiled, so of all this one expression is left, which AMD's instructions of
// three operands take (and_or, or3, xor3, bfi).
PORTER_PTX __attribute__((always_inline)) uint32_t lop3(uint32_t a, uint32_t b, uint32_t c,
                                                        uint32_t table) {
  table &= 0xFF;
  const uint32_t without_a = table & 15;
  const uint32_t with_a = table >> 4;
  const uint32_t without_b = (table & 3) | ((table >> 2) & 12);
  const uint32_t with_b = ((table >> 2) & 3) | ((table >> 4) & 12);
  const uint32_t without_c =
      (table & 1) | ((table >> 1) & 2) | ((table >> 2) & 4) | ((table >> 3) & 8);
  const uint32_t with_c =
      ((table >> 1) & 1) | ((table >> 2) & 2) | ((table >> 3) & 4) | ((table >> 4) & 8);
  const uint32_t majority = 0xe8;
  if (table == majority) return (a & b) | (c & (a | b));
  const bool by_c = detail::joins(without_c, with_c);
  const bool by_b = detail::joins(without_b, with_b);
  const bool by_a = detail::joins(without_a, with_a);
  if (by_c || (!by_b && !by_a && detail::selects(without_c, with_c))) {
    return detail::expanded(c, a, b, without_c, with_c);
  }
  if (by_b || (!by_a && detail::selects(without_b, with_b))) {
    return detail::expanded(b, a, c, without_b, with_b);
  }
  return detail::expanded(a, b, c, without_a, with_a);
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
