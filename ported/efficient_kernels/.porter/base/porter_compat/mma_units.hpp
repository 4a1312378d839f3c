// AMD's matrix instructions as one kind of function: D (16 x 16) += A (16 x depth) * B (depth x 16).
//
// A unit takes `words` registers of 32 bits (64 for doubles) a lane of A and of B. Lane r + 16h of
// a warp brings row r of A and column r of B, and of the depth
//   - on CDNA and RDNA 4 the part h of 2, `split`;
//   - on RDNA 3 all of it.
// On CDNA (waves of 64) one instruction serves both warps of the wave: the upper warp's part of
// the depth stands behind the lower one's, and A has 8 rows of each warp, zero in the depth of the
// other. Nothing crosses between the warps, and half of the products are by zero.
// Of the result lane c + 16h holds column c. Where A has 8 rows alone, lane r + 16h brings its row
// `index_at_row(r)`, so that the first four results are rows 4h to 4h + 3; `row_of_index` goes back.
// Where A has 16, result `i` is row `row_of_result(i, h)`.
#pragma once

#include "mma_formats.hpp"
#include "warp.hpp"

#if defined(__HIP__)

namespace porter {
namespace mma {

#define PORTER_MMA __device__ __forceinline__

// RDNA's instructions are of waves of 32; newer compilers do not say how wide waves are.
#if defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
#define PORTER_MMA_CDNA 1
#elif defined(__AMDGCN_WAVEFRONT_SIZE__) && __AMDGCN_WAVEFRONT_SIZE__ != 32
#elif defined(__GFX11__)
#define PORTER_MMA_RDNA3 1
#elif defined(__GFX12__)
#define PORTER_MMA_RDNA4 1
#endif

namespace detail {
template <class T, int N>
using simd = T __attribute__((ext_vector_type(N)));

template <class To, class From>
PORTER_MMA To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From), "the same bits");
  return __builtin_bit_cast(To, from);
}
}  // namespace detail

/// How the lanes of a warp share a matrix instruction.
struct sharing {
#if defined(PORTER_MMA_CDNA)
  static constexpr bool needs_whole_wave = true, splits_depth = true, pairs_warps = true;
  static constexpr int result_words = 4;
  static PORTER_MMA unsigned index_at_row(unsigned row) { return row & 7u; }
  static PORTER_MMA unsigned row_of_index(unsigned index) { return index; }
  static PORTER_MMA bool owns_row(unsigned row) { return row >> 3 == (__lane_id() >> 5); }
  static PORTER_MMA unsigned row_of_result(unsigned i, unsigned h) {
    return 8u * (i >> 2) + 4u * h + (i & 3u);
  }
#elif defined(PORTER_MMA_RDNA3)
  static constexpr bool needs_whole_wave = false, splits_depth = false, pairs_warps = false;
  static constexpr int result_words = 8;
  static PORTER_MMA unsigned index_at_row(unsigned row) { return 4u * (row & 1u) + (row >> 1 & 3u); }
  static PORTER_MMA unsigned row_of_index(unsigned index) {
    return 2u * (index & 3u) + (index >> 2);
  }
  static PORTER_MMA bool owns_row(unsigned) { return true; }
  static PORTER_MMA unsigned row_of_result(unsigned i, unsigned h) { return 2u * i + h; }
#else
  static constexpr bool needs_whole_wave = false, splits_depth = true, pairs_warps = false;
  static constexpr int result_words = 8;
  static PORTER_MMA unsigned index_at_row(unsigned row) { return 4u * (row >> 3) + (row & 3u); }
  static PORTER_MMA unsigned row_of_index(unsigned index) {
    return 8u * (index >> 2) + (index & 3u);
  }
  static PORTER_MMA bool owns_row(unsigned) { return true; }
  static PORTER_MMA unsigned row_of_result(unsigned i, unsigned h) { return 8u * h + i; }
#endif
};

/// The same for doubles, whose results lie in other rows on CDNA.
struct sharing_f64 : sharing {
#if defined(PORTER_MMA_CDNA)
  static PORTER_MMA unsigned index_at_row(unsigned row) { return 4u * (row & 1u) + (row >> 2); }
  static PORTER_MMA unsigned row_of_index(unsigned index) {
    return 4u * (index & 3u) + (index >> 2);
  }
  static PORTER_MMA bool owns_row(unsigned row) { return (row >> 1 & 1u) == (__lane_id() >> 5); }
#endif
};

/// The unit for elements of type A times elements of type B; `words` is 0 where there is none.
template <class A, class B>
struct unit {
  static constexpr int words = 0;
};

#define PORTER_MMA_UNIT(A, B, WORD, WORDS, NUMBER, EXPRESSION)                                     \
  template <>                                                                                      \
  struct unit<A, B> {                                                                              \
    static constexpr int words = WORDS;                                                            \
    using word = WORD;                                                                             \
    using operand = detail::simd<WORD, WORDS>;                                                     \
    using result = detail::simd<NUMBER, sharing::result_words>;                                    \
    static PORTER_MMA result multiply(operand a, operand b, result c) { return EXPRESSION; }       \
  }
#define PORTER_AS(TYPE, VALUE) detail::bits_as<TYPE>(VALUE)

#if defined(PORTER_MMA_CDNA)
namespace detail {
using half4 = simd<_Float16, 4>;
using short4 = simd<short, 4>;
using float2x = simd<float, 2>;
}  // namespace detail
PORTER_MMA_UNIT(f16, f16, uint32_t, 2, float,
                __builtin_amdgcn_mfma_f32_16x16x16f16(PORTER_AS(detail::half4, a),
                                                      PORTER_AS(detail::half4, b), c, 0, 0, 0));
PORTER_MMA_UNIT(bf16, bf16, uint32_t, 2, float,
                __builtin_amdgcn_mfma_f32_16x16x16bf16_1k(PORTER_AS(detail::short4, a),
                                                          PORTER_AS(detail::short4, b), c, 0, 0,
                                                          0));
#if defined(__gfx942__)
PORTER_MMA_UNIT(tf32, tf32, uint32_t, 2, float,
                __builtin_amdgcn_mfma_f32_16x16x8_xf32(
                    PORTER_AS(detail::float2x, a & tf32::read_bits),
                    PORTER_AS(detail::float2x, b & tf32::read_bits), c, 0, 0, 0));
#else
PORTER_MMA_UNIT(tf32, tf32, uint32_t, 1, float,
                __builtin_amdgcn_mfma_f32_16x16x4f32(PORTER_AS(float, a.x & tf32::read_bits),
                                                     PORTER_AS(float, b.x & tf32::read_bits), c, 0,
                                                     0, 0));
#endif
#if defined(__gfx90a__)
PORTER_MMA_UNIT(s8, s8, uint32_t, 1, int,
                __builtin_amdgcn_mfma_i32_16x16x16i8(int(a.x), int(b.x), c, 0, 0, 0));
#else
PORTER_MMA_UNIT(s8, s8, uint32_t, 2, int,
                __builtin_amdgcn_mfma_i32_16x16x32_i8(PORTER_AS(long, a), PORTER_AS(long, b), c, 0,
                                                      0, 0));
#endif
// The same instruction has another format on each.
#if defined(__gfx942__)
#define PORTER_MMA_FLOAT8 e4m3_fnuz
#elif defined(__gfx950__)
#define PORTER_MMA_FLOAT8 e4m3
#endif
#if defined(PORTER_MMA_FLOAT8)
PORTER_MMA_UNIT(PORTER_MMA_FLOAT8, PORTER_MMA_FLOAT8, uint32_t, 2, float,
                __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8(PORTER_AS(long, a), PORTER_AS(long, b),
                                                           c, 0, 0, 0));
#undef PORTER_MMA_FLOAT8
#endif
PORTER_MMA_UNIT(f64, f64, double, 1, double,
                __builtin_amdgcn_mfma_f64_16x16x4f64(a.x, b.x, c, 0, 0, 0));
#endif

#if defined(PORTER_MMA_RDNA3)
namespace detail {
using half16 = simd<_Float16, 16>;
using short16 = simd<short, 16>;
using int4 = simd<int, 4>;
using int2 = simd<int, 2>;
}  // namespace detail
PORTER_MMA_UNIT(f16, f16, uint32_t, 8, float,
                __builtin_amdgcn_wmma_f32_16x16x16_f16_w32(PORTER_AS(detail::half16, a),
                                                           PORTER_AS(detail::half16, b), c));
PORTER_MMA_UNIT(bf16, bf16, uint32_t, 8, float,
                __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32(PORTER_AS(detail::short16, a),
                                                            PORTER_AS(detail::short16, b), c));
#define PORTER_MMA_UNIT8(A, B, A_SIGNED, B_SIGNED)                                                \
  PORTER_MMA_UNIT(A, B, uint32_t, 4, int,                                                         \
                  __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(                                     \
                      A_SIGNED, PORTER_AS(detail::int4, a), B_SIGNED, PORTER_AS(detail::int4, b), \
                      c, false))
#define PORTER_MMA_UNIT4(A, B, A_SIGNED, B_SIGNED)                                                \
  PORTER_MMA_UNIT(A, B, uint32_t, 2, int,                                                         \
                  __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32(                                     \
                      A_SIGNED, PORTER_AS(detail::int2, a), B_SIGNED, PORTER_AS(detail::int2, b), \
                      c, false))
#endif

#if defined(PORTER_MMA_RDNA4)
namespace detail {
using half8 = simd<_Float16, 8>;
using short8 = simd<short, 8>;
using int2 = simd<int, 2>;
}  // namespace detail
PORTER_MMA_UNIT(f16, f16, uint32_t, 4, float,
                __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(PORTER_AS(detail::half8, a),
                                                                 PORTER_AS(detail::half8, b), c));
PORTER_MMA_UNIT(bf16, bf16, uint32_t, 4, float,
                __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(PORTER_AS(detail::short8, a),
                                                                  PORTER_AS(detail::short8, b),
                                                                  c));
#define PORTER_MMA_UNIT8(A, B, A_SIGNED, B_SIGNED)                                                \
  PORTER_MMA_UNIT(A, B, uint32_t, 2, int,                                                         \
                  __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(                               \
                      A_SIGNED, PORTER_AS(detail::int2, a), B_SIGNED, PORTER_AS(detail::int2, b), \
                      c, false))
#define PORTER_MMA_UNIT4(A, B, A_SIGNED, B_SIGNED)                                                \
  PORTER_MMA_UNIT(A, B, uint32_t, 2, int,                                                         \
                  __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(                               \
                      A_SIGNED, PORTER_AS(detail::int2, a), B_SIGNED, PORTER_AS(detail::int2, b), \
                      c, false))
#define PORTER_MMA_UNIT_FLOAT8(A, B, NAME)                                                       \
  PORTER_MMA_UNIT(A, B, uint32_t, 2, float,                                                      \
                  __builtin_amdgcn_wmma_f32_16x16x16_##NAME##_w32_gfx12(                         \
                      PORTER_AS(detail::int2, a), PORTER_AS(detail::int2, b), c))
PORTER_MMA_UNIT_FLOAT8(e4m3, e4m3, fp8_fp8);
PORTER_MMA_UNIT_FLOAT8(e4m3, e5m2, fp8_bf8);
PORTER_MMA_UNIT_FLOAT8(e5m2, e4m3, bf8_fp8);
PORTER_MMA_UNIT_FLOAT8(e5m2, e5m2, bf8_bf8);
#undef PORTER_MMA_UNIT_FLOAT8
#endif

#if defined(PORTER_MMA_RDNA3) || defined(PORTER_MMA_RDNA4)
PORTER_MMA_UNIT8(s8, s8, true, true);
PORTER_MMA_UNIT8(s8, u8, true, false);
PORTER_MMA_UNIT8(u8, s8, false, true);
PORTER_MMA_UNIT8(u8, u8, false, false);
PORTER_MMA_UNIT4(s4, s4, true, true);
PORTER_MMA_UNIT4(s4, u4, true, false);
PORTER_MMA_UNIT4(u4, s4, false, true);
PORTER_MMA_UNIT4(u4, u4, false, false);
#undef PORTER_MMA_UNIT8
#undef PORTER_MMA_UNIT4
#endif

#undef PORTER_AS
#undef PORTER_MMA_UNIT

namespace detail {
/// Elements `2 * part` and `2 * part + 1` of a word in half precision, which holds them.
template <class Format>
PORTER_MMA uint32_t halves_of(uint32_t from, int part) {
  const auto half = [&](int i) {
    const float number = float(Format::number(Format::element(from, i)));
    return uint32_t(__builtin_bit_cast(uint16_t, _Float16(number)));
  };
  return half(2 * part) | half(2 * part + 1) << 16;
}
/// Both at once: a product has 64, and its code must stay short for loops around it to be unrolled.
template <>
PORTER_MMA uint32_t halves_of<e4m3>(uint32_t from, int part) {
  const uint32_t pair = from >> 16 * part, bytes = (pair & 0xFFu) | (pair & 0xFF00u) << 8;
  const uint32_t magnitudes = bytes & 0x007F007Fu, signs = (bytes & 0x00800080u) << 8;
  const auto scaled = bits_as<simd<_Float16, 2>>(signs | magnitudes << 7) * _Float16(256);
  const uint32_t is_nan = (magnitudes + 0x00010001u) & 0x00800080u;  // an exponent of ones follows
  return bits_as<uint32_t>(scaled) | is_nan * 0xF8u;
}
}  // namespace detail

/// The unit that multiplies elements of type A with elements of type B, and how their words are
/// made its own: `factor` words of the unit's for one.
template <class A, class B, bool Exists = unit<A, B>::words != 0>
struct unit_for : unit<A, B> {
  static constexpr int factor = 1;
  template <class Format>
  static PORTER_MMA typename Format::word widened(typename Format::word from, int) {
    return from;
  }
};
/// Elements of 8 and 4 bits without a unit of their own are multiplied in half precision, which holds
/// all of them; the sums of one instruction, integers below 2^24, are exact in float.
template <class A, class B>
struct unit_for<A, B, false> : unit<f16, f16> {
  static constexpr bool is_narrow = A::count >= 4;
  static constexpr int factor = is_narrow ? A::count / 2 : 1;
  static constexpr int words = is_narrow ? unit<f16, f16>::words : 0;
  template <class Format>
  static PORTER_MMA uint32_t widened(uint32_t from, int part) {
    return detail::halves_of<Format>(from, part);
  }
};

/// How the lanes share the unit for elements of type A.
template <class A>
struct sharing_of : sharing {};
template <>
struct sharing_of<f64> : sharing_f64 {};

/// Whether all lanes of the wave are here, as matrix instructions of CDNA need it: they read and
/// write the registers of lanes that are switched off, too.
///
/// Where it is certain that the two warps of a wave go together, `-DPORTER_WHOLE_WAVES` spares
/// the question, and lets the compiler share work among products.
PORTER_MMA bool may_use_unit() {
#if defined(PORTER_WHOLE_WAVES)
  return true;
#else
  return !sharing::needs_whole_wave || __builtin_amdgcn_ballot_w64(true) == ~0ull;
#endif
}

#undef PORTER_MMA

}  // namespace mma
}  // namespace porter

#endif  // defined(__HIP__)
