// Words taken as two halfwords or four bytes: CUDA's SIMD-in-a-word functions __vadd2, __vadd4 …
//
// Operations are those of the CUDA Math API, section SIMD intrinsics. `ss` saturates to the signed
// range, `us` to the unsigned one; `vcmp` gives all bits of a lane, `vset` the lowest.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

namespace detail {

#define PORTER_VIDEO __device__ __forceinline__

/// Two halfwords, which packed instructions take together.
template <typename T>
using halfwords_of = T __attribute__((ext_vector_type(2)));

/// Lane `i` of `Bits` bits, extended with zeros or with its sign.
template <int Bits>
PORTER_VIDEO int zero_extended(unsigned word, int i) {
  return static_cast<int>((word >> (i * Bits)) & ((1u << Bits) - 1));
}
template <int Bits>
PORTER_VIDEO int sign_extended(unsigned word, int i) {
  return static_cast<int>(word << (32 - Bits - i * Bits)) >> (32 - Bits);
}

template <bool Signed, int Bits>
PORTER_VIDEO int lane(unsigned word, int i) {
  return Signed ? sign_extended<Bits>(word, i) : zero_extended<Bits>(word, i);
}

PORTER_VIDEO int clamped(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}
template <int Bits>
PORTER_VIDEO int signed_saturated(int value) {
  return clamped(value, -(1 << (Bits - 1)), (1 << (Bits - 1)) - 1);
}
template <int Bits>
PORTER_VIDEO int unsigned_saturated(int value) {
  return clamped(value, 0, (1 << Bits) - 1);
}

/// `operation` on each pair of lanes; of a result the lowest `Bits` bits count.
template <bool Signed, int Bits, typename Operation>
PORTER_VIDEO unsigned each_lane(unsigned a, unsigned b, Operation operation) {
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 32 / Bits; ++i) {
    const int value = operation(lane<Signed, Bits>(a, i), lane<Signed, Bits>(b, i));
    result |= (static_cast<unsigned>(value) & ((1u << Bits) - 1)) << (i * Bits);
  }
  return result;
}

constexpr unsigned ones_of_bytes = 0x01010101u;
constexpr unsigned tops_of_bytes = 0x80808080u;

/// Half of the sum of each pair of bytes; the lowest bit of a byte of `rounding` is added before.
PORTER_VIDEO unsigned halved_sums(unsigned a, unsigned b, unsigned rounding) {
  return __builtin_amdgcn_lerp(a, b, rounding);
}

/// Comparisons of bytes, in the highest bit of each: a + 255 - b passes 255 where a is more than b,
/// and with one more where it is as much. What lies below that bit is anything.
PORTER_VIDEO unsigned more(unsigned a, unsigned b) { return halved_sums(a, ~b, 0); }
PORTER_VIDEO unsigned not_less(unsigned a, unsigned b) { return halved_sums(a, ~b, ones_of_bytes); }

/// All bits of each byte, or its lowest, where its highest is set.
PORTER_VIDEO unsigned filled(unsigned tops) {
  // The selectors 8 to 11 copy the highest bits of a byte in two.
  return __builtin_amdgcn_perm(tops, tops << 8, 0x0b090a08u);
}
PORTER_VIDEO unsigned lowest(unsigned tops) { return (tops >> 7) & ones_of_bytes; }

}  // namespace detail

#define PORTER_VIDEO_2(NAME, SIGNED, EXPRESSION)                                           \
  PORTER_VIDEO unsigned NAME##2(unsigned a_, unsigned b_) {                                \
    constexpr int Bits = 16;                                                               \
    return detail::each_lane<SIGNED, Bits>(a_, b_, [](int a, int b) { return EXPRESSION; }); \
  }
#define PORTER_VIDEO_4(NAME, SIGNED, EXPRESSION)                                           \
  PORTER_VIDEO unsigned NAME##4(unsigned a_, unsigned b_) {                                \
    constexpr int Bits = 8;                                                                \
    return detail::each_lane<SIGNED, Bits>(a_, b_, [](int a, int b) { return EXPRESSION; }); \
  }
#define PORTER_VIDEO_BOTH(NAME, SIGNED, EXPRESSION) \
  PORTER_VIDEO_2(NAME, SIGNED, EXPRESSION)          \
  PORTER_VIDEO_4(NAME, SIGNED, EXPRESSION)
#define PORTER_VIDEO_COMPARE(NAME, SIGNED, EXPRESSION)       \
  PORTER_VIDEO_2(vcmp##NAME, SIGNED, (EXPRESSION) ? -1 : 0)  \
  PORTER_VIDEO_2(vset##NAME, SIGNED, (EXPRESSION) ? 1 : 0)

// Halfwords whose operation AMD's packed instructions have.
#define PORTER_VIDEO_PAIR(NAME, T, EXPRESSION)                                      \
  PORTER_VIDEO unsigned NAME##2(unsigned a_, unsigned b_) {                         \
    const auto a = __builtin_bit_cast(detail::halfwords_of<T>, a_);                 \
    const auto b = __builtin_bit_cast(detail::halfwords_of<T>, b_);                 \
    return __builtin_bit_cast(unsigned, EXPRESSION);                                \
  }
PORTER_VIDEO_PAIR(vadd, unsigned short, a + b)
PORTER_VIDEO_PAIR(vsub, unsigned short, a - b)
PORTER_VIDEO_PAIR(vaddss, short, __builtin_elementwise_add_sat(a, b))
PORTER_VIDEO_PAIR(vaddus, unsigned short, __builtin_elementwise_add_sat(a, b))
PORTER_VIDEO_PAIR(vsubss, short, __builtin_elementwise_sub_sat(a, b))
PORTER_VIDEO_PAIR(vsubus, unsigned short, __builtin_elementwise_sub_sat(a, b))
PORTER_VIDEO_PAIR(vmaxs, short, __builtin_elementwise_max(a, b))
PORTER_VIDEO_PAIR(vmaxu, unsigned short, __builtin_elementwise_max(a, b))
PORTER_VIDEO_PAIR(vmins, short, __builtin_elementwise_min(a, b))
PORTER_VIDEO_PAIR(vminu, unsigned short, __builtin_elementwise_min(a, b))
#undef PORTER_VIDEO_PAIR

// Sums and differences of bytes in one word: the highest bits apart, so that nothing is carried.
PORTER_VIDEO unsigned vadd4(unsigned a, unsigned b) {
  return ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u);
}
PORTER_VIDEO unsigned vsub4(unsigned a, unsigned b) {
  return ((a | 0x80808080u) - (b & 0x7f7f7f7fu)) ^ ((a ^ ~b) & 0x80808080u);
}

PORTER_VIDEO_4(vaddss, true, detail::signed_saturated<Bits>(a + b))
PORTER_VIDEO_4(vaddus, false, detail::unsigned_saturated<Bits>(a + b))
PORTER_VIDEO_4(vsubss, true, detail::signed_saturated<Bits>(a - b))
PORTER_VIDEO_4(vsubus, false, detail::unsigned_saturated<Bits>(a - b))
PORTER_VIDEO_BOTH(vavgs, true, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)
PORTER_VIDEO_2(vavgu, false, (a + b + 1) >> 1)
PORTER_VIDEO_2(vhaddu, false, (a + b) >> 1)
PORTER_VIDEO unsigned vavgu4(unsigned a, unsigned b) { return detail::halved_sums(a, b, detail::ones_of_bytes); }
PORTER_VIDEO unsigned vhaddu4(unsigned a, unsigned b) { return detail::halved_sums(a, b, 0); }
PORTER_VIDEO_BOTH(vabsdiffs, true, a < b ? b - a : a - b)
PORTER_VIDEO_BOTH(vabsdiffu, false, a < b ? b - a : a - b)
PORTER_VIDEO_4(vmaxs, true, a < b ? b : a)
PORTER_VIDEO_4(vmaxu, false, a < b ? b : a)
PORTER_VIDEO_4(vmins, true, a < b ? a : b)
PORTER_VIDEO_4(vminu, false, a < b ? a : b)
PORTER_VIDEO_COMPARE(eq, false, a == b)
PORTER_VIDEO_COMPARE(ne, false, a != b)
PORTER_VIDEO_COMPARE(ges, true, a >= b)
PORTER_VIDEO_COMPARE(geu, false, a >= b)
PORTER_VIDEO_COMPARE(gts, true, a > b)
PORTER_VIDEO_COMPARE(gtu, false, a > b)
PORTER_VIDEO_COMPARE(les, true, a <= b)
PORTER_VIDEO_COMPARE(leu, false, a <= b)
PORTER_VIDEO_COMPARE(lts, true, a < b)
PORTER_VIDEO_COMPARE(ltu, false, a < b)

// Bytes whose sign is turned round are in the order of numbers without one.
#define PORTER_VIDEO_COMPARE_BYTES(NAME, TOPS)                                                  \
  PORTER_VIDEO unsigned vcmp##NAME##4(unsigned a, unsigned b) { return detail::filled(TOPS); } \
  PORTER_VIDEO unsigned vset##NAME##4(unsigned a, unsigned b) { return detail::lowest(TOPS); }
PORTER_VIDEO_COMPARE_BYTES(eq, detail::not_less(0, a ^ b))
PORTER_VIDEO_COMPARE_BYTES(ne, detail::more(a ^ b, 0))
PORTER_VIDEO_COMPARE_BYTES(geu, detail::not_less(a, b))
PORTER_VIDEO_COMPARE_BYTES(gtu, detail::more(a, b))
PORTER_VIDEO_COMPARE_BYTES(leu, detail::not_less(b, a))
PORTER_VIDEO_COMPARE_BYTES(ltu, detail::more(b, a))
PORTER_VIDEO_COMPARE_BYTES(ges, detail::not_less(a ^ detail::tops_of_bytes, b ^ detail::tops_of_bytes))
PORTER_VIDEO_COMPARE_BYTES(gts, detail::more(a ^ detail::tops_of_bytes, b ^ detail::tops_of_bytes))
PORTER_VIDEO_COMPARE_BYTES(les, detail::not_less(b ^ detail::tops_of_bytes, a ^ detail::tops_of_bytes))
PORTER_VIDEO_COMPARE_BYTES(lts, detail::more(b ^ detail::tops_of_bytes, a ^ detail::tops_of_bytes))
#undef PORTER_VIDEO_COMPARE_BYTES

#undef PORTER_VIDEO_COMPARE
#undef PORTER_VIDEO_BOTH
#undef PORTER_VIDEO_4
#undef PORTER_VIDEO_2

PORTER_VIDEO unsigned vneg2(unsigned a) { return vsub2(0, a); }
PORTER_VIDEO unsigned vneg4(unsigned a) { return vsub4(0, a); }
PORTER_VIDEO unsigned vnegss2(unsigned a) { return vsubss2(0, a); }
PORTER_VIDEO unsigned vnegss4(unsigned a) { return vsubss4(0, a); }
PORTER_VIDEO unsigned vabs2(unsigned a) { return vabsdiffs2(a, 0); }
PORTER_VIDEO unsigned vabs4(unsigned a) { return vabsdiffs4(a, 0); }
PORTER_VIDEO unsigned vabsss2(unsigned a) { return vminu2(vabs2(a), 0x7fff7fffu); }
PORTER_VIDEO unsigned vabsss4(unsigned a) { return vminu4(vabs4(a), 0x7f7f7f7fu); }
// The sum of the distances between lanes; signed ones are shifted to numbers without a sign.
PORTER_VIDEO unsigned vsadu2(unsigned a, unsigned b) { return __builtin_amdgcn_sad_u16(a, b, 0u); }
PORTER_VIDEO unsigned vsadu4(unsigned a, unsigned b) { return __builtin_amdgcn_sad_u8(a, b, 0u); }
PORTER_VIDEO unsigned vsads2(unsigned a, unsigned b) {
  return vsadu2(a ^ 0x80008000u, b ^ 0x80008000u);
}
PORTER_VIDEO unsigned vsads4(unsigned a, unsigned b) {
  return vsadu4(a ^ 0x80808080u, b ^ 0x80808080u);
}

#endif  // defined(__HIP__)

}  // namespace porter
