// Integer instructions of PTX that C++ has no operator for.
//
// Each function gives the result that the PTX ISA specifies for the instruction of its name, for
// every value of its operands (shift amounts past the width, lengths of zero). Section 9.7.1
// "Integer Arithmetic Instructions" and 9.7.8 "Logic and Shift".
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#include "bits.hpp"
#include "ptx_lop3.hpp"

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __host__ __device__ inline

namespace detail {

PORTER_PTX uint32_t unsigned_of(uint32_t a) { return a; }
PORTER_PTX uint32_t unsigned_of(int32_t a) { return uint32_t(a); }
PORTER_PTX uint64_t unsigned_of(uint64_t a) { return a; }
PORTER_PTX uint64_t unsigned_of(int64_t a) { return uint64_t(a); }
PORTER_PTX uint16_t unsigned_of(uint16_t a) { return a; }
PORTER_PTX uint16_t unsigned_of(int16_t a) { return uint16_t(a); }

}  // namespace detail

// shl, shr: the amount is unsigned and clamped to the width; signed values shift in their sign.
template <class T>
PORTER_PTX T shl(T a, uint32_t b) {
  return b >= sizeof(T) * 8 ? T(0) : T(a << b);
}

template <class T>
PORTER_PTX T shr(T a, uint32_t b) {
  constexpr uint32_t last = sizeof(T) * 8 - 1;
  if (T(-1) < T(0)) return T(a >> (b > last ? last : b));
  return b > last ? T(0) : T(a >> b);
}

// shf: the upper (l) or lower (r) word of hi:lo shifted.
PORTER_PTX uint32_t shf_l_wrap(uint32_t lo, uint32_t hi, uint32_t n) {
  return uint32_t(((uint64_t(hi) << 32 | lo) << (n & 31)) >> 32);
}

PORTER_PTX uint32_t shf_l_clamp(uint32_t lo, uint32_t hi, uint32_t n) {
  return n >= 32 ? lo : shf_l_wrap(lo, hi, n);
}

PORTER_PTX uint32_t shf_r_wrap(uint32_t lo, uint32_t hi, uint32_t n) {
  return uint32_t((uint64_t(hi) << 32 | lo) >> (n & 31));
}

PORTER_PTX uint32_t shf_r_clamp(uint32_t lo, uint32_t hi, uint32_t n) {
  return n >= 32 ? hi : shf_r_wrap(lo, hi, n);
}

// bfe: position and length are their low bytes; bits past the top are zeros, or copies of the sign.
template <class T>
PORTER_PTX T bfe(T a, uint32_t position, uint32_t length) {
  using U = decltype(detail::unsigned_of(T()));
  constexpr uint32_t width = sizeof(T) * 8;
  position &= 0xFF;
  length &= 0xFF;
  const uint32_t top = position + length - 1 < width - 1 ? position + length - 1 : width - 1;
  const bool negative = T(-1) < T(0) && length != 0 && ((U(a) >> top) & 1) != 0;
  const U field = shl<U>(1, length) - 1;
  const U bits = shr<U>(U(a), position) & (length >= width ? ~U(0) : field);
  const uint32_t left = position >= width ? 0 : width - position;
  const uint32_t known = length < left ? length : left;
  const U above = known >= width ? U(0) : ~U(0) << known;
  return T(negative ? bits | above : bits);
}

// bfi: the low bits of `a` inserted into `b`.
template <class T>
PORTER_PTX T bfi(T a, T b, uint32_t position, uint32_t length) {
  constexpr uint32_t width = sizeof(T) * 8;
  position &= 0xFF;
  length &= 0xFF;
  const T field = length >= width ? ~T(0) : T((T(1) << length) - 1);
  const T mask = shl<T>(field, position);
  return T((b & ~mask) | (shl<T>(a, position) & mask));
}

// bfind: the position of the most significant bit that is not a copy of the sign; ~0 when none is.
PORTER_PTX uint32_t bfind_u32(uint32_t a) {
  return a == 0 ? ~0u : 31u - uint32_t(__builtin_clz(a));
}

PORTER_PTX uint32_t bfind_u64(uint64_t a) {
  return a == 0 ? ~0u : 63u - uint32_t(__builtin_clzll(a));
}

PORTER_PTX uint32_t bfind_s32(int32_t a) {
  return bfind_u32(uint32_t(a < 0 ? ~a : a));
}

PORTER_PTX uint32_t bfind_s64(int64_t a) {
  return bfind_u64(uint64_t(a < 0 ? ~a : a));
}

// bfind.shiftamt: how far that bit is from the top.
template <unsigned Width>
PORTER_PTX uint32_t shiftamt(uint32_t position) {
  return position == ~0u ? ~0u : Width - 1 - position;
}

PORTER_PTX uint32_t popc(uint32_t a) {
  return uint32_t(__builtin_popcount(a));
}

PORTER_PTX uint32_t popc(uint64_t a) {
  return uint32_t(__builtin_popcountll(a));
}

PORTER_PTX uint32_t clz(uint32_t a) {
  return a == 0 ? 32u : uint32_t(__builtin_clz(a));
}

PORTER_PTX uint32_t clz(uint64_t a) {
  return a == 0 ? 64u : uint32_t(__builtin_clzll(a));
}

PORTER_PTX uint32_t brev(uint32_t a) {
  return __builtin_bitreverse32(a);
}

PORTER_PTX uint64_t brev(uint64_t a) {
  return __builtin_bitreverse64(a);
}

// prmt: each nibble of `selector` picks a byte of b:a; its top bit asks for the byte's sign.
PORTER_PTX uint32_t prmt(uint32_t a, uint32_t b, uint32_t selector) {
#if defined(__HIP_DEVICE_COMPILE__)
  if (__builtin_constant_p(selector)) {
    if ((selector & 0x8888u) == 0) return porter::byte_perm(a, b, selector);
  } else {
    const uint32_t nibbles = porter::bits::nibbles_apart(selector);
    const uint32_t picked = __builtin_amdgcn_perm(b, a, nibbles & 0x07070707u);
    // Of two words, v_perm_b32's selectors 8 to 11 copy the signs of the halfwords.
    const uint32_t halves = 0x0b090a08u;
    const uint32_t signs = __builtin_amdgcn_perm(picked, picked << 8, halves);
    const uint32_t asked = __builtin_amdgcn_perm(nibbles << 4, nibbles << 12, halves);
    return (signs & asked) | (picked & ~asked);
  }
#endif
  const uint64_t bytes = (uint64_t(b) << 32) | a;
  uint32_t result = 0;
  for (uint32_t at = 0; at < 4; ++at) {
  const uint32_t pick = selector >> (4 * at);
  const uint32_t byte = uint32_t(bytes >> (8 * (pick & 7))) & 0xFF;
  const uint32_t sign = (byte & 0x80) != 0 ? 0xFF : 0;
  result |= ((pick & 8) != 0 ? sign : byte) << (8 * at);
  }
  return result;
}

// The modes of prmt: the low two bits of `c` choose where the four bytes are taken.
PORTER_PTX uint32_t prmt_f4e(uint32_t a, uint32_t b, uint32_t c) {
  return prmt(a, b, 0x3210u + 0x1111u * (c & 3));
}

PORTER_PTX uint32_t prmt_b4e(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t selectors[] = {0x5670u, 0x6701u, 0x7012u, 0x0123u};
  return prmt(a, b, selectors[c & 3]);
}

PORTER_PTX uint32_t prmt_rc8(uint32_t a, uint32_t b, uint32_t c) {
  return prmt(a, b, 0x1111u * (c & 3));
}

PORTER_PTX uint32_t prmt_ecl(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t selectors[] = {0x3210u, 0x3211u, 0x3222u, 0x3333u};
  return prmt(a, b, selectors[c & 3]);
}

PORTER_PTX uint32_t prmt_ecr(uint32_t a, uint32_t b, uint32_t c) {
  const uint32_t selectors[] = {0x0000u, 0x1110u, 0x2210u, 0x3210u};
  return prmt(a, b, selectors[c & 3]);
}

PORTER_PTX uint32_t prmt_rc16(uint32_t a, uint32_t b, uint32_t c) {
  return prmt(a, b, (c & 1) != 0 ? 0x3232u : 0x1010u);
}

PORTER_PTX uint32_t mul_hi(uint32_t a, uint32_t b) {
  return uint32_t((uint64_t(a) * b) >> 32);
}

PORTER_PTX int32_t mul_hi(int32_t a, int32_t b) {
  return int32_t((int64_t(a) * b) >> 32);
}

PORTER_PTX uint16_t mul_hi(uint16_t a, uint16_t b) {
  return uint16_t((uint32_t(a) * b) >> 16);
}

PORTER_PTX int16_t mul_hi(int16_t a, int16_t b) {
  return int16_t((int32_t(a) * b) >> 16);
}

PORTER_PTX uint64_t mul_hi(uint64_t a, uint64_t b) {
  return uint64_t((static_cast<unsigned __int128>(a) * b) >> 64);
}

PORTER_PTX int64_t mul_hi(int64_t a, int64_t b) {
  return int64_t((static_cast<__int128>(a) * b) >> 64);
}

// mul24: bits 0 to 31 (lo) or 16 to 47 (hi) of the product of the operands' low 24 bits.
PORTER_PTX int64_t sign_extend_24(uint32_t a) {
  return int64_t(int32_t(a << 8) >> 8);
}

PORTER_PTX uint32_t mul24_lo_u32(uint32_t a, uint32_t b) {
  return (a & 0xFFFFFFu) * (b & 0xFFFFFFu);
}

PORTER_PTX uint32_t mul24_lo_s32(uint32_t a, uint32_t b) {
  return uint32_t(sign_extend_24(a) * sign_extend_24(b));
}

PORTER_PTX uint32_t mul24_hi_u32(uint32_t a, uint32_t b) {
  return uint32_t((uint64_t(a & 0xFFFFFFu) * (b & 0xFFFFFFu)) >> 16);
}

PORTER_PTX uint32_t mul24_hi_s32(uint32_t a, uint32_t b) {
  return uint32_t((sign_extend_24(a) * sign_extend_24(b)) >> 16);
}

PORTER_PTX int32_t saturate_s32(int64_t a) {
  return a > 2147483647 ? 2147483647 : (a < -2147483647 - 1 ? -2147483647 - 1 : int32_t(a));
}

// sad: the absolute difference of a and b, added to c.
template <class T>
PORTER_PTX T sad(T a, T b, T c) {
  using U = decltype(detail::unsigned_of(T()));
  return T(U(c) + (a < b ? U(b) - U(a) : U(a) - U(b)));
}

// dp4a, dp2a: sums of products of bytes; A and B are int8_t or uint8_t.
template <class A, class B>
PORTER_PTX uint32_t dp4a(uint32_t a, uint32_t b, uint32_t c) {
  for (uint32_t shift = 0; shift < 32; shift += 8) {
  c += uint32_t(int32_t(A(a >> shift)) * int32_t(B(b >> shift)));
  }
  return c;
}

template <class A, class B>
PORTER_PTX uint32_t dp2a_lo(uint32_t a, uint32_t b, uint32_t c) {
  c += uint32_t(int32_t(A(a)) * int32_t(B(b)));
  return c + uint32_t(int32_t(A(a >> 16)) * int32_t(B(b >> 8)));
}

template <class A, class B>
PORTER_PTX uint32_t dp2a_hi(uint32_t a, uint32_t b, uint32_t c) {
  return dp2a_lo<A, B>(a, b >> 16, c);
}

// szext: bit `n` - 1 copied upward (s32), or the bits from `n` upward cleared (u32).
PORTER_PTX uint32_t szext_clamp_u32(uint32_t a, uint32_t n) {
  return n >= 32 ? a : a & ((1u << n) - 1);
}

PORTER_PTX int32_t szext_clamp_s32(int32_t a, uint32_t n) {
  return n == 0 ? 0 : (n >= 32 ? a : int32_t(uint32_t(a) << (32 - n)) >> (32 - n));
}

#undef PORTER_PTX

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
