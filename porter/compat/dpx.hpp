// Minimum and maximum of sums and of three values: CUDA's DPX functions __vimax3_s32 …
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_DPX __host__ __device__ __forceinline__

namespace detail {

template <typename T>
PORTER_DPX T larger(T a, T b) {
  return __builtin_elementwise_max(a, b);
}
template <typename T>
PORTER_DPX T smaller(T a, T b) {
  return __builtin_elementwise_min(a, b);
}
/// Sums wrap around. Halfwords are computed with in pairs, as AMD's packed instructions do.
PORTER_DPX int sum(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}
template <typename T>
PORTER_DPX T sum(T a, T b) {
  return a + b;
}
template <typename T>
using pair_of = T __attribute__((ext_vector_type(2)));

/// `operation` on the lower and on the upper halfwords of three words, taken as T.
template <typename T, typename Operation>
PORTER_DPX unsigned halfwords(unsigned a, unsigned b, unsigned c, Operation operation) {
  using Pair = pair_of<T>;
  return __builtin_bit_cast(
      unsigned, operation(__builtin_bit_cast(Pair, a), __builtin_bit_cast(Pair, b),
                          __builtin_bit_cast(Pair, c)));
}

}  // namespace detail

/// NAME of three words for 32-bit and for paired 16-bit values, and with negatives made 0.
#define PORTER_DPX_WIDE(NAME, SUFFIX, T, EXPRESSION) \
  PORTER_DPX T NAME##_##SUFFIX(T a, T b, T c) {      \
    using namespace detail;                          \
    return EXPRESSION;                               \
  }
#define PORTER_DPX_PAIR(NAME, SUFFIX, T, EXPRESSION)                               \
  PORTER_DPX unsigned NAME##_##SUFFIX(unsigned x, unsigned y, unsigned z) {        \
    using namespace detail;                                                        \
    using Pair = pair_of<T>;                                                       \
    return halfwords<T>(x, y, z, [](Pair a, Pair b, Pair c) { return EXPRESSION; }); \
  }
#define PORTER_DPX_ALL(NAME, EXPRESSION)                                                  \
  PORTER_DPX_WIDE(NAME, s32, int, EXPRESSION)                                             \
  PORTER_DPX_WIDE(NAME, u32, unsigned, EXPRESSION)                                        \
  PORTER_DPX_PAIR(NAME, s16x2, short, EXPRESSION)                                         \
  PORTER_DPX_PAIR(NAME, u16x2, unsigned short, EXPRESSION)                                \
  PORTER_DPX_WIDE(NAME, s32_relu, int, larger(EXPRESSION, 0))                             \
  PORTER_DPX_PAIR(NAME, s16x2_relu, short, larger(EXPRESSION, Pair(0)))

PORTER_DPX_ALL(vimax3, larger(larger(a, b), c))
PORTER_DPX_ALL(vimin3, smaller(smaller(a, b), c))
PORTER_DPX_ALL(viaddmax, larger(sum(a, b), c))
PORTER_DPX_ALL(viaddmin, smaller(sum(a, b), c))

#undef PORTER_DPX_ALL
#undef PORTER_DPX_PAIR
#undef PORTER_DPX_WIDE

PORTER_DPX int vimax_s32_relu(int a, int b) { return vimax3_s32(a, b, 0); }
PORTER_DPX int vimin_s32_relu(int a, int b) { return vimin3_s32_relu(a, b, b); }
PORTER_DPX unsigned vimax_s16x2_relu(unsigned a, unsigned b) { return vimax3_s16x2(a, b, 0); }
PORTER_DPX unsigned vimin_s16x2_relu(unsigned a, unsigned b) { return vimin3_s16x2_relu(a, b, b); }

/// The larger or smaller value, and whether it was the first.
#define PORTER_DPX_CHOICE(SUFFIX, T)                                                      \
  PORTER_DPX T vibmax_##SUFFIX(T a, T b, bool* first) {                                   \
    *first = a >= b;                                                                      \
    return detail::larger(a, b);                                                          \
  }                                                                                       \
  PORTER_DPX T vibmin_##SUFFIX(T a, T b, bool* first) {                                   \
    *first = a <= b;                                                                      \
    return detail::smaller(a, b);                                                         \
  }
#define PORTER_DPX_CHOICES(SUFFIX, T)                                                     \
  PORTER_DPX unsigned vibmax_##SUFFIX(unsigned a, unsigned b, bool* high, bool* low) {    \
    *high = static_cast<T>(a >> 16) >= static_cast<T>(b >> 16);                           \
    *low = static_cast<T>(a) >= static_cast<T>(b);                                        \
    return vimax3_##SUFFIX(a, b, b);                                                      \
  }                                                                                       \
  PORTER_DPX unsigned vibmin_##SUFFIX(unsigned a, unsigned b, bool* high, bool* low) {    \
    *high = static_cast<T>(a >> 16) <= static_cast<T>(b >> 16);                           \
    *low = static_cast<T>(a) <= static_cast<T>(b);                                        \
    return vimin3_##SUFFIX(a, b, b);                                                      \
  }
PORTER_DPX_CHOICE(s32, int)
PORTER_DPX_CHOICE(u32, unsigned)
PORTER_DPX_CHOICES(s16x2, short)
PORTER_DPX_CHOICES(u16x2, unsigned short)
#undef PORTER_DPX_CHOICES
#undef PORTER_DPX_CHOICE

#endif  // defined(__HIP__)

}  // namespace porter
