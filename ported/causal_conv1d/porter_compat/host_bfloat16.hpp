// CUDA's bfloat16 types in host code that a plain C++ compiler reads.
//
// HIP's hip_bf16.h uses builtins of the device compiler in functions that it does not guard, so a
// host compiler refuses it (seen with ROCm 6.4 and 7.2). Where HIP's compiler reads this file it is
// hip_bf16.h; elsewhere it gives the types by their size and bits, which is enough to pass
// pointers, to choose a template and to hold values, and no arithmetic.
#pragma once

#if defined(__HIP__) || defined(__HIP_PLATFORM_NVIDIA__)
#pragma push_macro("volatile")  // as in half_conversions.hpp
#undef volatile
#include <hip/hip_bf16.h>
#pragma pop_macro("volatile")
#elif !defined(_HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BF16_H_)
#include <cstdint>

struct alignas(2) __hip_bfloat16 {
  std::uint16_t bits;
};
struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
};
static_assert(sizeof(__hip_bfloat16) == 2 && sizeof(__hip_bfloat162) == 4, "as on the device");
#endif
