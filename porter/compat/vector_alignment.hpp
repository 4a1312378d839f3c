// Vector types with CUDA's alignment: four numbers of 64 bits are aligned to 16 bytes, in HIP to 32.
//
// A struct that holds HIP's double4 has other offsets and another size than CUDA's, so that files,
// messages and offsets in code no longer fit. All other vector types agree, which is checked here.
// The structs are global, as CUDA's are: a project's operators on them are, too, and templates of
// other namespaces (thrust::plus) find these by the scope of the type alone.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

#define PORTER_VECTOR4(NAME, T, ALIGNMENT)                                        \
  struct __attribute__((aligned(ALIGNMENT))) porter_##NAME {                      \
    T x, y, z, w;                                                                 \
  };                                                                              \
  namespace porter {                                                              \
  using NAME = ::porter_##NAME;                                                   \
  __host__ __device__ inline NAME make_##NAME(T x, T y, T z, T w) {               \
    return NAME{x, y, z, w};                                                      \
  }                                                                               \
  static_assert(sizeof(NAME) == 32 && alignof(NAME) == ALIGNMENT, "as CUDA's " #NAME); \
  }
PORTER_VECTOR4(double4, double, 16)
PORTER_VECTOR4(long4, long, 16)
PORTER_VECTOR4(ulong4, unsigned long, 16)
PORTER_VECTOR4(longlong4, long long, 16)
PORTER_VECTOR4(ulonglong4, unsigned long long, 16)
PORTER_VECTOR4(double4_32a, double, 32)
PORTER_VECTOR4(long4_32a, long, 32)
PORTER_VECTOR4(ulong4_32a, unsigned long, 32)
PORTER_VECTOR4(longlong4_32a, long long, 32)
PORTER_VECTOR4(ulonglong4_32a, unsigned long long, 32)
#undef PORTER_VECTOR4

namespace porter {

#define PORTER_LAYOUT(NAME, SIZE, ALIGNMENT)                                            \
  static_assert(sizeof(::NAME) == SIZE && alignof(::NAME) == ALIGNMENT, "as CUDA's " #NAME);
#define PORTER_LAYOUTS(NAME, SIZE)                                                            \
  PORTER_LAYOUT(NAME##1, SIZE, SIZE) PORTER_LAYOUT(NAME##2, 2 * SIZE, 2 * SIZE)               \
  PORTER_LAYOUT(NAME##3, 3 * SIZE, SIZE)
PORTER_LAYOUTS(char, 1) PORTER_LAYOUTS(uchar, 1) PORTER_LAYOUTS(short, 2)
PORTER_LAYOUTS(ushort, 2) PORTER_LAYOUTS(int, 4) PORTER_LAYOUTS(uint, 4)
PORTER_LAYOUTS(float, 4) PORTER_LAYOUTS(long, 8) PORTER_LAYOUTS(ulong, 8)
PORTER_LAYOUTS(longlong, 8) PORTER_LAYOUTS(ulonglong, 8) PORTER_LAYOUTS(double, 8)
PORTER_LAYOUT(char4, 4, 4) PORTER_LAYOUT(uchar4, 4, 4) PORTER_LAYOUT(short4, 8, 8)
PORTER_LAYOUT(ushort4, 8, 8) PORTER_LAYOUT(int4, 16, 16) PORTER_LAYOUT(uint4, 16, 16)
PORTER_LAYOUT(float4, 16, 16)
#undef PORTER_LAYOUTS
#undef PORTER_LAYOUT

}  // namespace porter
