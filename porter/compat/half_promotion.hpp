// half and bfloat16 in clang's templates of mathematical functions: they are no numbers there.
//
// clang's overloads of fma, fmax, pow … for two types at once ask which number an argument converts to. Of half and bfloat16,
// which convert to several, that is an error and no overload less, so that a project's own `fma(half, half, half)` is not found.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#pragma push_macro("volatile")  // which a project may have defined away; HIP's types have overloads for it
#undef volatile
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#pragma pop_macro("volatile")

#if defined(__CLANG_HIP_CMATH_H__)
namespace __hip {

template <> struct __numeric_type<__half> {
  typedef void type;
  static const bool value = false;
};
template <> struct __numeric_type<__hip_bfloat16> {
  typedef void type;
  static const bool value = false;
};

}  // namespace __hip
#endif
#endif
