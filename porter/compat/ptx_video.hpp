// Video instructions of PTX: on numbers of 32 bits, on a half or byte, on both halves or four bytes.
//
// `D`, `A` and `B` are `int32_t` or `uint32_t`: whether the result and the operands have a sign. Each
// gives what the PTX ISA specifies for every value of its operands; sections 9.7.16 "Scalar Video
// Instructions" and 9.7.17 "SIMD Video Instructions".
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace ptx {
namespace video {

#define PORTER_PTX_VIDEO(NAME, EXPRESSION)                                  \
  struct NAME {                                                             \
    __host__ __device__ static int64_t of(int64_t a, int64_t b) {           \
      return EXPRESSION;                                                    \
    }                                                                       \
  }

PORTER_PTX_VIDEO(add, a + b);
PORTER_PTX_VIDEO(sub, a - b);
PORTER_PTX_VIDEO(absdiff, a < b ? b - a : a - b);
PORTER_PTX_VIDEO(min, a < b ? a : b);
PORTER_PTX_VIDEO(max, a < b ? b : a);
PORTER_PTX_VIDEO(mul, int64_t(uint64_t(a) * uint64_t(b)));
PORTER_PTX_VIDEO(avrg, (a + b + (a + b >= 0)) >> 1);
PORTER_PTX_VIDEO(shl_clamp, int64_t(uint64_t(a) << (b > 32 ? 32 : b)));
PORTER_PTX_VIDEO(shl_wrap, int64_t(uint64_t(a) << (b & 31)));
PORTER_PTX_VIDEO(shr_clamp, a >> (b > 32 ? 32 : b));
PORTER_PTX_VIDEO(shr_wrap, a >> (b & 31));
PORTER_PTX_VIDEO(set_eq, a == b);
PORTER_PTX_VIDEO(set_ne, a != b);
PORTER_PTX_VIDEO(set_lt, a < b);
PORTER_PTX_VIDEO(set_le, a <= b);
PORTER_PTX_VIDEO(set_gt, a > b);
PORTER_PTX_VIDEO(set_ge, a >= b);

#undef PORTER_PTX_VIDEO

namespace detail {

template <class T>
constexpr bool is_signed = T(-1) < T(0);

// The field of `bits` bits at `shift`, with the sign that `T` gives it.
template <class T>
__host__ __device__ int64_t field(uint32_t word, int shift, int bits) {
  const uint32_t value = word << (32 - bits - shift);
  return is_signed<T> ? int64_t(int32_t(value) >> (32 - bits)) : int64_t(value >> (32 - bits));
}

// A whole word as an operand.
template <class T>
struct taken {
  __host__ __device__ static int64_t of(uint32_t word) { return field<T>(word, 0, 32); }
};

}  // namespace detail

// A half or byte of an operand: the `Bits` bits at `Shift`.
template <class T, int Shift, int Bits>
struct part {};

namespace detail {

template <class T, int Shift, int Bits>
struct taken<part<T, Shift, Bits>> {
  __host__ __device__ static int64_t of(uint32_t word) { return field<T>(word, Shift, Bits); }
};

}  // namespace detail

// What becomes of a lane that does not fit: its lower bits, or the end of `D`'s range.
struct cut {
  __host__ __device__ static int64_t of(int64_t value, int) { return value; }
};

template <class D>
struct saturated {
  __host__ __device__ static int64_t of(int64_t value, int bits) {
    const int64_t least = detail::is_signed<D> ? -(int64_t(1) << (bits - 1)) : 0;
    const int64_t most = (int64_t(1) << (detail::is_signed<D> ? bits - 1 : bits)) - 1;
    return value < least ? least : value > most ? most : value;
  }
};

// vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset, and the product of vmad. `A` and `B` may be parts.
template <class Operation, class A, class B>
__host__ __device__ uint32_t scalar(uint32_t a, uint32_t b) {
  return uint32_t(Operation::of(detail::taken<A>::of(a), detail::taken<B>::of(b)));
}

// The same for a half or byte of the result: the other bits are those of `c`.
template <int Shift, int Bits, class Operation, class A, class B>
__host__ __device__ uint32_t merged(uint32_t a, uint32_t b, uint32_t c) {
  constexpr uint32_t mask = 0xFFFFFFFFu >> (32 - Bits) << Shift;
  return (scalar<Operation, A, B>(a, b) << Shift & mask) | (c & ~mask);
}

// The second operation, with a third operand.
template <class D>
__host__ __device__ uint32_t min_of(uint32_t value, uint32_t c) {
  return D(value) < D(c) ? value : c;
}

template <class D>
__host__ __device__ uint32_t max_of(uint32_t value, uint32_t c) {
  return D(value) < D(c) ? c : value;
}

// vadd2, vadd4 and their kin: two lanes of 16 bits, or four of 8.
template <int Lanes, class Operation, class A, class B, class Fit = cut>
__host__ __device__ uint32_t lanes(uint32_t a, uint32_t b) {
  constexpr int bits = 32 / Lanes;
  uint32_t word = 0;
  for (int shift = 0; shift < 32; shift += bits) {
    const int64_t value =
        Operation::of(detail::field<A>(a, shift, bits), detail::field<B>(b, shift, bits));
    word |= (uint32_t(Fit::of(value, bits)) & (0xFFFFFFFFu >> (32 - bits))) << shift;
  }
  return word;
}

// The sum of what the lanes have, and of a third operand.
template <int Lanes, class Operation, class A, class B>
__host__ __device__ uint32_t lanes_added(uint32_t a, uint32_t b, uint32_t c) {
  constexpr int bits = 32 / Lanes;
  for (int shift = 0; shift < 32; shift += bits)
    c += uint32_t(Operation::of(detail::field<A>(a, shift, bits), detail::field<B>(b, shift, bits)));
  return c;
}

}  // namespace video
}  // namespace ptx
}  // namespace porter

#endif  // __HIP__
