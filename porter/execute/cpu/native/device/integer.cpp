// Integer and bit instructions of GCN and RDNA, after AMD's instruction set manuals.
#include "device.h"

PURE uint32_t porter_ubfe_i32(uint32_t value, uint32_t offset, uint32_t width) {
  offset &= 31, width &= 31;
  return width ? value >> offset & ((1u << width) - 1) : 0;
}
PURE int32_t porter_sbfe_i32(int32_t value, uint32_t offset, uint32_t width) {
  offset &= 31, width &= 31;
  if (width == 0)
    return 0;
  if (offset + width >= 32)
    return value >> offset;
  return int32_t(uint32_t(value) << (32 - offset - width)) >> (32 - width);
}
PURE uint64_t porter_ubfe_i64(uint64_t value, uint32_t offset, uint32_t width) {
  offset &= 63, width &= 63;
  return width ? value >> offset & ((uint64_t(1) << width) - 1) : 0;
}

/// v_perm_b32: each selector byte takes a byte of {high, low}, a sign, 0x00 or 0xff.
PURE uint32_t porter_perm(uint32_t high, uint32_t low, uint32_t selectors) {
  uint64_t source = uint64_t(high) << 32 | low;
  uint32_t result = 0;
  for (int i = 0; i < 4; ++i) {
    uint32_t selector = selectors >> 8 * i & 0xff, byte;
    if (selector < 8)
      byte = source >> 8 * selector & 0xff;
    else if (selector < 12)
      byte = source >> (16 * (selector - 8) + 15) & 1 ? 0xff : 0;
    else
      byte = selector == 12 ? 0 : 0xff;
    result |= byte << 8 * i;
  }
  return result;
}
PURE uint32_t porter_alignbit(uint32_t high, uint32_t low, uint32_t shift) {
  return uint32_t((uint64_t(high) << 32 | low) >> (shift & 31));
}
PURE uint32_t porter_alignbyte(uint32_t high, uint32_t low, uint32_t shift) {
  return uint32_t((uint64_t(high) << 32 | low) >> 8 * (shift & 3));
}
PURE uint32_t porter_lerp(uint32_t a, uint32_t b, uint32_t rounding) {
  uint32_t result = 0;
  for (int i = 0; i < 32; i += 8)
    result |= (((a >> i & 0xff) + (b >> i & 0xff) + (rounding >> i & 1)) >> 1) << i;
  return result;
}

static inline uint32_t absoluteDifference(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }
PURE uint32_t porter_sad_u8(uint32_t a, uint32_t b, uint32_t sum) {
  for (int i = 0; i < 32; i += 8)
    sum += absoluteDifference(a >> i & 0xff, b >> i & 0xff);
  return sum;
}
PURE uint32_t porter_msad_u8(uint32_t a, uint32_t b, uint32_t sum) {
  for (int i = 0; i < 32; i += 8)
    if (b >> i & 0xff)
      sum += absoluteDifference(a >> i & 0xff, b >> i & 0xff);
  return sum;
}
PURE uint32_t porter_sad_hi_u8(uint32_t a, uint32_t b, uint32_t sum) { return (porter_sad_u8(a, b, 0) << 16) + sum; }
PURE uint32_t porter_sad_u16(uint32_t a, uint32_t b, uint32_t sum) {
  return sum + absoluteDifference(a & 0xffff, b & 0xffff) + absoluteDifference(a >> 16, b >> 16);
}

// Dot products of packed integers; the last operand asks for saturation.
/// What all of them end with.
template <class Sum> static inline Sum added(__int128 products, Sum c, uint32_t clamp) {
  const __int128 least = Sum(-1) < 0 ? -__int128(1) - 0x7fffffff : 0;
  const __int128 most = Sum(-1) < 0 ? 0x7fffffff : 0xffffffff;
  const __int128 sum = products + c;
  return clamp ? Sum(sum < least ? least : sum > most ? most : sum) : Sum(sum);
}
template <int width, class Element, class Sum> static inline Sum dot(uint32_t a, uint32_t b, Sum c, uint32_t clamp) {
  __int128 sum = 0;
  for (int i = 0; i < 32; i += width) {
    auto element = [&](uint32_t word) {
      uint32_t field = word << (32 - width - i);
      return Element(-1) < 0 ? int64_t(int32_t(field) >> (32 - width)) : int64_t(field >> (32 - width));
    };
    sum += element(a) * element(b);
  }
  return added(sum, c, clamp);
}
PURE int32_t porter_sdot2(uint32_t a, uint32_t b, int32_t c, uint32_t clamp) { return dot<16, int16_t>(a, b, c, clamp); }
PURE uint32_t porter_udot2(uint32_t a, uint32_t b, uint32_t c, uint32_t clamp) { return dot<16, uint16_t>(a, b, c, clamp); }
PURE int32_t porter_sdot4(uint32_t a, uint32_t b, int32_t c, uint32_t clamp) { return dot<8, int8_t>(a, b, c, clamp); }
PURE uint32_t porter_udot4(uint32_t a, uint32_t b, uint32_t c, uint32_t clamp) { return dot<8, uint8_t>(a, b, c, clamp); }
// Each factor with or without a sign, as its flag says.
PURE int32_t porter_sudot4(uint32_t isSigned, uint32_t a, uint32_t otherIsSigned, uint32_t b, int32_t c, uint32_t clamp) {
  __int128 sum = 0;
  for (int i = 0; i < 32; i += 8) {
    auto element = [i](uint32_t word, uint32_t sign) { return sign ? int64_t(int8_t(word >> i)) : int64_t(uint8_t(word >> i)); };
    sum += element(a, isSigned) * element(b, otherIsSigned);
  }
  return added(sum, c, clamp);
}

/// Sum of the products of eight elements of four bits. Of (a0 + a4 2^16) (b4 + b0 2^16) the word at bit 16 is
/// a0 b0 + a4 b4, and what stands below it is too small to reach it: four multiplications give all eight products.
static inline int32_t nibbleProducts(uint32_t a, uint32_t b, uint32_t sign) {
  const uint32_t flipped = sign * 0x11111111, bias = sign * 0x00010001; // n ^ 8 - 8 is n with its sign
  uint32_t sum = 0;
  a ^= flipped;
  b = (b << 16 | b >> 16) ^ flipped;
  for (int i = 0; i < 16; i += 4)
    sum += ((a >> i & 0x000f000f) - bias) * ((b >> i & 0x000f000f) - bias);
  return int32_t(sum + 0x8000 * (sign != 0)) >> 16;
}
PURE int32_t porter_sdot8(uint32_t a, uint32_t b, int32_t c, uint32_t clamp) {
  return added(nibbleProducts(a, b, 8), c, clamp);
}
PURE uint32_t porter_udot8(uint32_t a, uint32_t b, uint32_t c, uint32_t clamp) {
  return added(nibbleProducts(a, b, 0), c, clamp);
}

PURE uint32_t porter_mul_u24_i32(uint32_t a, uint32_t b) { return (a & 0xffffff) * (b & 0xffffff); }
PURE int32_t porter_mul_i24_i32(int32_t a, int32_t b) { return (a << 8 >> 8) * (b << 8 >> 8); }
PURE uint32_t porter_mul_u24(uint32_t a, uint32_t b) { return porter_mul_u24_i32(a, b); }
PURE int32_t porter_mul_i24(int32_t a, int32_t b) { return porter_mul_i24_i32(a, b); }

/// v_ffbh_i32: leading bits equal to the sign, -1 when all are.
PURE int32_t porter_sffbh_i32(int32_t x) {
  return x == 0 || x == -1 ? -1 : __builtin_clz(x < 0 ? ~x : x);
}
