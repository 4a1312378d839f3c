// Overloads for half and bfloat16 of functions that HIP 6.4 has for the other type only.
//
// They are templates, so that HIP's own function is taken as soon as there is one.
#pragma once

#include "half_arithmetic.hpp"
#include "only_if.hpp"

namespace porter {

#if defined(__HIP__)

namespace half_overloads {

template <typename T, typename U>
using if_same = typename only_if<__is_same(T, U), T>::type;

#define PORTER_UNORDERED(NAME, MASK)                                                         \
  template <typename T>                                                                      \
  PORTER_HALF if_same<T, __hip_bfloat162> NAME(T a, T b) {                                   \
    const unsigned mask = MASK(a, b);                                                        \
    return __hip_bfloat162{__float2bfloat16(mask & 0xffffu ? 1.0f : 0.0f),                   \
                           __float2bfloat16(mask >> 16 ? 1.0f : 0.0f)};                      \
  }

PORTER_UNORDERED(__hequ2, hequ2_mask)
PORTER_UNORDERED(__hneu2, hneu2_mask)
PORTER_UNORDERED(__hleu2, hleu2_mask)
PORTER_UNORDERED(__hgeu2, hgeu2_mask)
PORTER_UNORDERED(__hltu2, hltu2_mask)
PORTER_UNORDERED(__hgtu2, hgtu2_mask)

#undef PORTER_UNORDERED

template <typename T>
PORTER_HALF if_same<T, __hip_bfloat16> __hmax_nan(T a, T b) {
  return hmax_nan(a, b);
}
template <typename T>
PORTER_HALF if_same<T, __hip_bfloat16> __hmin_nan(T a, T b) {
  return hmin_nan(a, b);
}
template <typename T>
PORTER_HALF if_same<T, __half2> __hmax2(T a, T b) {
  return detail::pair(__hmax(__low2half(a), __low2half(b)), __hmax(__high2half(a), __high2half(b)));
}
template <typename T>
PORTER_HALF if_same<T, __half2> __hmin2(T a, T b) {
  return detail::pair(__hmin(__low2half(a), __low2half(b)), __hmin(__high2half(a), __high2half(b)));
}

}  // namespace half_overloads

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
using porter::half_overloads::__hequ2;
using porter::half_overloads::__hgeu2;
using porter::half_overloads::__hgtu2;
using porter::half_overloads::__hleu2;
using porter::half_overloads::__hltu2;
using porter::half_overloads::__hmax2;
using porter::half_overloads::__hmax_nan;
using porter::half_overloads::__hmin2;
using porter::half_overloads::__hmin_nan;
using porter::half_overloads::__hneu2;
#endif
