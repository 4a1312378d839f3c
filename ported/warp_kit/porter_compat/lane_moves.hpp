// Values that move between lanes within registers (DPP), where which lane reads which is known when the code is
// compiled: no address is computed, and nothing waits for the memory of the block.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#if defined(__HIP__)

namespace porter {
namespace moves {

/// `value` of another lane, as the control of a DPP instruction says: within a row of 16 lanes, or
/// from row to row on gfx9. OTHERWISE: lanes that read nothing have 0 and not what nobody asks for.
template <int CONTROL, bool OTHERWISE = false, int ROWS = 0xf, typename T>
__device__ __forceinline__ T moved(T value) {
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  int bits[words] = {};
  __builtin_memcpy(bits, &value, sizeof(T));
#pragma unroll
  for (int& word : bits)
    word = OTHERWISE ? __builtin_amdgcn_update_dpp(0, word, CONTROL, ROWS, 0xf, false)
                     : __builtin_amdgcn_mov_dpp(word, CONTROL, ROWS, 0xf, true);
  __builtin_memcpy(&value, bits, sizeof(T));
  return value;
}

/// `value` of the lane whose number has bit 4 the other way round.
template <typename T>
__device__ __forceinline__ T other_row(T value) {
  constexpr unsigned words = (sizeof(T) + 3) / 4;
  int bits[words] = {};
  __builtin_memcpy(bits, &value, sizeof(T));
#pragma unroll
  for (int& word : bits) word = __builtin_amdgcn_ds_swizzle(word, 0x401f);
  __builtin_memcpy(&value, bits, sizeof(T));
  return value;
}

constexpr int xor_1 = 0xb1, xor_2 = 0x4e, xor_3 = 0x1b, xor_7 = 0x141, xor_15 = 0x140;
constexpr int down_8_around = 0x128, up_1 = 0x111, up_2 = 0x112, up_4 = 0x114, up_8 = 0x118;
constexpr int row_to_next = 0x142, half_to_next = 0x143;  // gfx9's

/// `value` of the lane whose number has the one bit of FLIP the other way round.
template <int FLIP, typename T>
__device__ __forceinline__ T flipped(T value) {
  static_assert(FLIP == 1 || FLIP == 2 || FLIP == 4 || FLIP == 8 || FLIP == 16, "one bit of a lane of a warp");
  if constexpr (FLIP == 1) return moved<xor_1>(value);
  if constexpr (FLIP == 2) return moved<xor_2>(value);
  if constexpr (FLIP == 4) return moved<xor_3>(moved<xor_7>(value));
  if constexpr (FLIP == 8) return moved<down_8_around>(value);
  if constexpr (FLIP == 16) return other_row(value);
}

/// Whether `flip` is one bit of a lane of a warp, known when the code is compiled.
__device__ __forceinline__ bool is_known_flip(int flip) {
  return __builtin_constant_p(flip) && flip > 0 && flip < 32 && (flip & (flip - 1)) == 0;
}

/// The same for such a `flip`.
template <typename T>
__device__ __forceinline__ T flipped(T value, int flip) {
  if (flip == 1) return flipped<1>(value);
  if (flip == 2) return flipped<2>(value);
  if (flip == 4) return flipped<4>(value);
  if (flip == 8) return flipped<8>(value);
  return flipped<16>(value);
}

/// `operation` over the values of LANES lanes next to one another, in the order of a loop of shuffles that halves its
/// distance; the same in each of them.
template <int LANES, typename T, typename Operation>
__device__ __forceinline__ T reduced(T value, Operation&& operation) {
  if constexpr (LANES > 1) {
    return reduced<LANES / 2, T>(operation(value, flipped<LANES / 2>(value)), operation);
  } else {
    return value;
  }
}

}  // namespace moves
}  // namespace porter

#endif  // defined(__HIP__)
