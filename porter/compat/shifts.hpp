// Shifts by the width of a type and more, as NVIDIA's GPUs do them.
//
// C++ leaves such a shift open. NVIDIA's instructions clamp the amount: all bits are shifted out.
// AMD's take its lowest five bits (six for 64-bit types): a shift by 32 shifts by nothing.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

namespace shifts {

// The type of a shift is that of its promoted left side, as in C++.
template <typename T>
using promoted = decltype(T() << 0);

}  // namespace shifts

template <typename T>
__host__ __device__ __forceinline__ shifts::promoted<T> shift_left(T value, unsigned amount) {
  return amount < 8 * sizeof(shifts::promoted<T>) ? value << amount : 0;
}

template <typename T>
__host__ __device__ __forceinline__ shifts::promoted<T> shift_right(T value, unsigned amount) {
  constexpr unsigned width = 8 * sizeof(shifts::promoted<T>);
  if (amount < width) return value >> amount;
  return value < 0 ? -1 : 0;
}

#endif  // defined(__HIP__)

}  // namespace porter
