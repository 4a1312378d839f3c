// Element types of PTX's matrix instructions: what a register holds, and sums of products of it.
//
// Products are exact and summed in the accumulator's precision, one after the other. Tensor cores
// add several at once, so last bits may differ.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace mma {

#define PORTER_MMA __device__ __forceinline__

/// Formats whose elements lie in words of 32 bits: `count` a word; `number` makes one of the bits.
template <class Number, int Bits>
struct packed {
  using word = uint32_t;
  using sum = Number;
  static constexpr int count = 32 / Bits;
  static PORTER_MMA uint32_t element(word bits, int i) {
    return Bits == 32 ? bits : bits >> (Bits * i) & ((uint64_t(1) << Bits) - 1);
  }
};

struct f16 : packed<float, 16> {
  static PORTER_MMA float number(uint32_t bits) {
    return float(__builtin_bit_cast(_Float16, uint16_t(bits)));
  }
};
struct bf16 : packed<float, 16> {
  static PORTER_MMA float number(uint32_t bits) { return __builtin_bit_cast(float, bits << 16); }
};
/// Tensor cores read the upper 19 bits of a register and no more.
struct tf32 : packed<float, 32> {
  static constexpr uint32_t read_bits = 0xFFFFE000u;
  static PORTER_MMA float number(uint32_t bits) {
    return __builtin_bit_cast(float, bits & read_bits);
  }
};
struct s8 : packed<int32_t, 8> {
  static PORTER_MMA int32_t number(uint32_t bits) { return int8_t(bits); }
};
struct u8 : packed<int32_t, 8> {
  static PORTER_MMA int32_t number(uint32_t bits) { return int32_t(bits); }
};
struct s4 : packed<int32_t, 4> {
  static PORTER_MMA int32_t number(uint32_t bits) { return int32_t(bits << 28) >> 28; }
};
struct u4 : packed<int32_t, 4> {
  static PORTER_MMA int32_t number(uint32_t bits) { return int32_t(bits); }
};

/// Eight-bit floats, whose value is that of an f16 with another exponent, shifted into place.
struct e5m2 : packed<float, 8> {
  static PORTER_MMA float number(uint32_t bits) { return f16::number(bits << 8); }
};
struct e4m3 : packed<float, 8> {
  static PORTER_MMA float shifted(uint32_t bits) {
    return f16::number((bits & 0x80) << 8 | (bits & 0x7F) << 7);
  }
  static PORTER_MMA float number(uint32_t bits) {
    const float value = shifted(bits) * 256.0f;
    return (bits & 0x7F) == 0x7F ? __builtin_nanf("") : value;
  }
};
/// gfx942's own: half of e4m3's values, without a negative zero, whose code is the one NaN.
struct e4m3_fnuz : packed<float, 8> {
  static PORTER_MMA float number(uint32_t bits) {
    const float value = e4m3::shifted(bits) * 128.0f;
    return bits == 0x80 ? __builtin_nanf("") : value;
  }
};

struct f64 {
  using word = double;
  using sum = double;
  static constexpr int count = 1;
  static PORTER_MMA double element(double value, int) { return value; }
  static PORTER_MMA double number(double value) { return value; }
};

namespace detail {

PORTER_MMA float multiply_add(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
PORTER_MMA double multiply_add(double a, double b, double c) { return __builtin_fma(a, b, c); }
PORTER_MMA int32_t multiply_add(int32_t a, int32_t b, int32_t c) { return a * b + c; }

}  // namespace detail

/// Formats of whose elements the processor has an instruction for the products of two words.
template <class A, class B>
struct word_product {
  static constexpr bool exists = false;
};
#define PORTER_WORD_PRODUCT(A, B, ...)                   \
  template <>                                            \
  struct word_product<A, B> {                            \
    static constexpr bool exists = true;                 \
    static PORTER_MMA int32_t of(uint32_t a, uint32_t b) { \
      return int32_t(__VA_ARGS__);                       \
    }                                                    \
  }
#if defined(__gfx906__) || defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || \
    defined(__gfx950__)
PORTER_WORD_PRODUCT(s8, s8, __builtin_amdgcn_sdot4(int(a), int(b), 0, false));
PORTER_WORD_PRODUCT(u8, u8, __builtin_amdgcn_udot4(a, b, 0, false));
PORTER_WORD_PRODUCT(s4, s4, __builtin_amdgcn_sdot8(int(a), int(b), 0, false));
PORTER_WORD_PRODUCT(u4, u4, __builtin_amdgcn_udot8(a, b, 0, false));
// An unsigned element is 128 (8 of four bits) more than the signed one whose upper bit is the other.
#define PORTER_MIXED_PRODUCT(SIGNED, UNSIGNED, dot, upper_bits, ones, offset)                  \
  PORTER_WORD_PRODUCT(SIGNED, UNSIGNED,                                                         \
                      dot(int(a), int(b ^ upper_bits), offset * dot(int(a), ones, 0, false), false)); \
  PORTER_WORD_PRODUCT(UNSIGNED, SIGNED,                                                         \
                      dot(int(a ^ upper_bits), int(b), offset * dot(ones, int(b), 0, false), false))
PORTER_MIXED_PRODUCT(s8, u8, __builtin_amdgcn_sdot4, 0x80808080u, 0x01010101, 128);
PORTER_MIXED_PRODUCT(s4, u4, __builtin_amdgcn_sdot8, 0x88888888u, 0x11111111, 8);
#undef PORTER_MIXED_PRODUCT
#elif defined(__GFX11__) || defined(__GFX12__)
#define PORTER_WORD_PRODUCTS(signed_type, unsigned_type, builtin)                            \
  PORTER_WORD_PRODUCT(signed_type, signed_type, builtin(true, a, true, b, 0, false));        \
  PORTER_WORD_PRODUCT(signed_type, unsigned_type, builtin(true, a, false, b, 0, false));     \
  PORTER_WORD_PRODUCT(unsigned_type, signed_type, builtin(false, a, true, b, 0, false));     \
  PORTER_WORD_PRODUCT(unsigned_type, unsigned_type, builtin(false, a, false, b, 0, false))
PORTER_WORD_PRODUCTS(s8, u8, __builtin_amdgcn_sudot4);
PORTER_WORD_PRODUCTS(s4, u4, __builtin_amdgcn_sudot8);
#undef PORTER_WORD_PRODUCTS
#endif
#undef PORTER_WORD_PRODUCT

/// `sum` and the products of the elements of two words.
template <class A, class B, class Sum>
PORTER_MMA Sum dot(typename A::word a, typename B::word b, Sum sum) {
  if constexpr (word_product<A, B>::exists) {
    return sum + word_product<A, B>::of(a, b);
  } else {
#pragma unroll
    for (int i = 0; i < A::count; ++i) {
      sum = detail::multiply_add(A::number(A::element(a, i)), B::number(B::element(b, i)), sum);
    }
    return sum;
  }
}

/// The nearest value of 32 bits.
PORTER_MMA int64_t saturated(int64_t value) {
  constexpr int64_t most = 0x7FFFFFFF, least = -most - 1;
  return value < least ? least : value > most ? most : value;
}

/// Accumulators: N elements of a lane as numbers, from and to registers.
struct f32 {
  using number = float;
  using word = float;
  static constexpr int count = 1;
  static PORTER_MMA float get(const float* words, int i) { return words[i]; }
  static PORTER_MMA void set(float* words, int i, float value) { words[i] = value; }
};
struct f64_sum {
  using number = double;
  using word = double;
  static constexpr int count = 1;
  static PORTER_MMA double get(const double* words, int i) { return words[i]; }
  static PORTER_MMA void set(double* words, int i, double value) { words[i] = value; }
};
struct f16_sum {
  using number = float;
  using word = uint32_t;
  static constexpr int count = 2;
  static PORTER_MMA float get(const uint32_t* words, int i) {
    return f16::number(f16::element(words[i / 2], i % 2));
  }
  static PORTER_MMA void set(uint32_t* words, int i, float value) {
    const uint32_t bits = __builtin_bit_cast(uint16_t, _Float16(value));
    words[i / 2] = i % 2 ? (words[i / 2] & 0xFFFFu) | bits << 16 : bits;
  }
};
/// Sums of 32 bits wrap, or stop at the ends of their range.
template <bool Saturates>
struct s32_sum {
  using number = int64_t;
  using word = uint32_t;
  static constexpr int count = 1;
  static PORTER_MMA int64_t get(const uint32_t* words, int i) { return int32_t(words[i]); }
  static PORTER_MMA void set(uint32_t* words, int i, int64_t value) {
    if constexpr (Saturates) {
      value = saturated(value);
    }
    words[i] = uint32_t(value);
  }
};

#undef PORTER_MMA

}  // namespace mma
}  // namespace porter

#endif  // defined(__HIP__)
