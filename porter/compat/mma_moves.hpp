// Moves between the lane layout of PTX's `mma` and those of AMD's matrix instructions.
//
// In PTX's layout lane 4g + t holds, of rows g and g + 8 of A, of column g of B, the words t of
// each group of four; of the result it holds columns 2t and 2t + 1 of rows g and g + 8. A matrix
// instruction takes the transposed product: its columns are the 16 rows of A, column m in lanes m
// and m + 16, and its rows are the 8 columns of B.
#pragma once

#include "mma_formats.hpp"
#include "warp.hpp"

#if defined(__HIP__)

namespace porter {
namespace mma {
namespace detail {

#define PORTER_MMA __device__ __forceinline__

using porter::detail::read_lane;

/// `value` of lane `T` of the caller's four.
template <int T>
PORTER_MMA uint32_t of_quad(uint32_t value) {
  return uint32_t(__builtin_amdgcn_mov_dpp(int(value), T * 0x55, 0xF, 0xF, true));
}
template <int T>
PORTER_MMA double of_quad(double value) {
  const uint64_t bits = __builtin_bit_cast(uint64_t, value);
  return __builtin_bit_cast(double, uint64_t(of_quad<T>(uint32_t(bits >> 32))) << 32 |
                                        of_quad<T>(uint32_t(bits)));
}

/// Two words of row m of A: those of threads `pair * 2` and `pair * 2 + 1`.
///
/// Every lane sends each register once: even lanes first the one of the low rows, odd lanes first
/// the one of the high rows, and each lane takes what it needs in the order in which it comes.
template <class Word>
PORTER_MMA void words_of_row(Word low, Word high, unsigned pair, Word& first, Word& second) {
  const unsigned lane = lane_id(), row = lane & 7u, is_high = lane >> 3 & 1u, is_odd = lane & 1u;
  const unsigned quad = 4u * row + 2u * pair;
  const Word x = read_lane(is_odd ? high : low, quad + is_high);
  const Word y = read_lane(is_odd ? low : high, quad + (is_high ^ 1u));
  first = is_high ? y : x;
  second = is_high ? x : y;
}

/// The result of a matrix instruction in PTX's layout: lane m + 16h brings columns 4h to 4h + 3 of
/// row m, as four numbers or as two words with two halves.
template <class Number, int Each>
PORTER_MMA void to_ptx_result(const Number (&from)[2 * Each], Number (&to)[2 * Each]) {
  const unsigned lane = lane_id(), group = lane >> 2, thread = lane & 3u;
  const bool is_high = lane & 8u, is_odd = thread & 1u;
  const unsigned source = group + 16u * (thread >> 1);
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const Number x = read_lane(is_high ? from[Each + j] : from[j], source + (is_odd ? 8u : 0u));
    const Number y = read_lane(is_high ? from[j] : from[Each + j], source + (is_odd ? 0u : 8u));
    to[j] = is_odd ? y : x;
    to[Each + j] = is_odd ? x : y;
  }
}

#undef PORTER_MMA

}  // namespace detail
}  // namespace mma
}  // namespace porter

#endif  // defined(__HIP__)
