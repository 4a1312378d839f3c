// Conversions of floating-point numbers to integers that cannot hold them, as GPUs do them.
//
// C++ leaves them open, and clang takes a constant for any value at all. GPUs saturate to 32 or 64 bits and make 0 of
// NaN (PTX ISA, "cvt"); what is narrower is cut from that.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

template <typename To, typename From>
__host__ __device__ __forceinline__ constexpr To saturated(From value) {
  constexpr int bits = sizeof(To) > 4 ? 64 : 32;
  constexpr bool is_signed = To(-1) < To(0);
  constexpr unsigned long long most = ~0ull >> (64 - bits + is_signed);
  constexpr double beyond = (is_signed ? 0.5 : 1.0) * (bits == 64 ? 18446744073709551616.0 : 4294967296.0);
  if (value != value) return To(0);
  if (double(value) >= beyond) return To(most);
  if (is_signed && double(value) < -beyond) return To(-static_cast<long long>(most) - 1);
  if (!is_signed && value <= From(0)) return To(0);
  return is_signed ? To(static_cast<long long>(value)) : To(static_cast<unsigned long long>(value));
}

#endif  // defined(__HIP__)

}  // namespace porter
