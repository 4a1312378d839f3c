// Conversions of floating-point numbers to integers that cannot hold them, as GPUs do them.
//
// C++ leaves them open, and clang takes a constant for any value at all. NVIDIA's GPUs saturate to 32 or 64 bits (PTX ISA,
// "cvt"); what is narrower is cut from that. NaN is 0, and from or to 64 bits the number whose highest bit alone is set.
// AMD's have no instruction for 64 bits, whose conversion wraps around, and clang takes the signed one for unsigned char.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

namespace detail {

template <typename To, int BITS, typename From>
__host__ __device__ __forceinline__ constexpr To saturated(From value) {
  if (From(0.5) == From(0)) return static_cast<To>(value);
  constexpr bool is_signed = To(-1) < To(0);
  constexpr unsigned long long most = ~0ull >> (64 - BITS + is_signed);
  constexpr double beyond = 2.0 * static_cast<double>(1ull << (BITS - 1 - is_signed));
  constexpr bool is_wide = BITS == 64 || sizeof(From) == 8;
#if defined(__AMDGCN__)
  // The instructions for 32 bits saturate, and make 0 of NaN; only constants are for the compiler to convert.
  if (BITS <= 32 && sizeof(From) >= 4 && !__builtin_constant_p(value)) {
    if (is_wide && value != value) return To(1ull << (BITS - 1));
    if (!is_signed) {
      const unsigned result = static_cast<unsigned>(value);
      return To(result < most ? result : most);
    }
    const int result = static_cast<int>(value), highest = static_cast<int>(most);
    return To(result < -highest - 1 ? -highest - 1 : result > highest ? highest : result);
  }
#endif
  if (value != value) return is_wide ? To(1ull << (BITS - 1)) : To(0);
  if (double(value) >= beyond) return To(most);
  if (is_signed && double(value) < -beyond) return To(-static_cast<long long>(most) - 1);
  if (!is_signed && value <= From(0)) return To(0);
  if (BITS <= 32) return is_signed ? To(static_cast<int>(value)) : To(static_cast<unsigned>(value));
  return is_signed ? To(static_cast<long long>(value)) : To(static_cast<unsigned long long>(value));
}

}  // namespace detail

// BITS: the width that is saturated to. Only floating-point numbers that become integers change.
template <typename To, int BITS = (sizeof(To) > 4 ? 64 : 32), typename From>
__host__ __device__ __forceinline__ constexpr To saturated(From value) {
  if constexpr (__is_integral(To) && !__is_same(To, bool)) {
    return detail::saturated<To, BITS>(value);
  } else {
    return static_cast<To>(value);
  }
}

#define PORTER_CONVERSIONS(NAME, TO, FROM, SUFFIX)                                                               \
  __device__ __forceinline__ TO NAME##_rn(FROM value) { return saturated<TO>(__builtin_rint##SUFFIX(value)); }    \
  __device__ __forceinline__ TO NAME##_rz(FROM value) { return saturated<TO>(value); }                           \
  __device__ __forceinline__ TO NAME##_ru(FROM value) { return saturated<TO>(__builtin_ceil##SUFFIX(value)); }    \
  __device__ __forceinline__ TO NAME##_rd(FROM value) { return saturated<TO>(__builtin_floor##SUFFIX(value)); }

PORTER_CONVERSIONS(float2ll, long long, float, f)
PORTER_CONVERSIONS(float2ull, unsigned long long, float, f)
PORTER_CONVERSIONS(double2ll, long long, double, )
PORTER_CONVERSIONS(double2ull, unsigned long long, double, )
PORTER_CONVERSIONS(double2int, int, double, )
PORTER_CONVERSIONS(double2uint, unsigned, double, )

#undef PORTER_CONVERSIONS

#else

// A host compiler converts as it does for CUDA's host code.
template <typename To, typename From>
constexpr To saturated(From value) {
  return static_cast<To>(value);
}

#endif  // defined(__HIP__)

}  // namespace porter
