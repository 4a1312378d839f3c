// Words taken as two halfwords or four bytes: CUDA's SIMD-in-a-word functions __vadd2, __vadd4 …
//
// Operations are those of the CUDA Math API, section SIMD intrinsics. `ss` saturates to the signed
// range, `us` to the unsigned one; `vcmp` gives all bits of a lane, `vset` the lowest.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

namespace detail {

#define PORTER_VIDEO __device__ __forceinline__

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

/// The sum of the distances between lanes.
template <bool Signed, int Bits>
PORTER_VIDEO unsigned distances(unsigned a, unsigned b) {
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < 32 / Bits; ++i) {
    const int difference = lane<Signed, Bits>(a, i) - lane<Signed, Bits>(b, i);
    sum += static_cast<unsigned>(difference < 0 ? -difference : difference);
  }
  return sum;
}

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
  PORTER_VIDEO_BOTH(vcmp##NAME, SIGNED, (EXPRESSION) ? -1 : 0) \
  PORTER_VIDEO_BOTH(vset##NAME, SIGNED, (EXPRESSION) ? 1 : 0)

PORTER_VIDEO_BOTH(vadd, false, a + b)
PORTER_VIDEO_BOTH(vaddss, true, detail::signed_saturated<Bits>(a + b))
PORTER_VIDEO_BOTH(vaddus, false, detail::unsigned_saturated<Bits>(a + b))
PORTER_VIDEO_BOTH(vsub, false, a - b)
PORTER_VIDEO_BOTH(vsubss, true, detail::signed_saturated<Bits>(a - b))
PORTER_VIDEO_BOTH(vsubus, false, detail::unsigned_saturated<Bits>(a - b))
PORTER_VIDEO_BOTH(vavgs, true, (a + b + (a + b >= 0 ? 1 : 0)) >> 1)
PORTER_VIDEO_BOTH(vavgu, false, (a + b + 1) >> 1)
PORTER_VIDEO_BOTH(vhaddu, false, (a + b) >> 1)
PORTER_VIDEO_BOTH(vabsdiffs, true, a < b ? b - a : a - b)
PORTER_VIDEO_BOTH(vabsdiffu, false, a < b ? b - a : a - b)
PORTER_VIDEO_BOTH(vmaxs, true, a < b ? b : a)
PORTER_VIDEO_BOTH(vmaxu, false, a < b ? b : a)
PORTER_VIDEO_BOTH(vmins, true, a < b ? a : b)
PORTER_VIDEO_BOTH(vminu, false, a < b ? a : b)
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
PORTER_VIDEO unsigned vsads2(unsigned a, unsigned b) { return detail::distances<true, 16>(a, b); }
PORTER_VIDEO unsigned vsads4(unsigned a, unsigned b) { return detail::distances<true, 8>(a, b); }
PORTER_VIDEO unsigned vsadu2(unsigned a, unsigned b) { return detail::distances<false, 16>(a, b); }
PORTER_VIDEO unsigned vsadu4(unsigned a, unsigned b) { return detail::distances<false, 8>(a, b); }

#endif  // defined(__HIP__)

}  // namespace porter
