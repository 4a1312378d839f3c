// CUDA's vectors as plain structures, for classes that derive from one.
//
// HIP's have operators: those of a class that derives from one are HIP's then, component by component, where on CUDA
// its conversion to a number gives the numbers'. These have none, and become HIP's vectors where one is asked for.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {
namespace plain {

#if defined(__HIP__)

#define PORTER_PLAIN(NAME, TYPE, ALIGNMENT, MEMBERS, VALUES)                    \
  struct alignas(ALIGNMENT) NAME {                                               \
    TYPE MEMBERS;                                                                \
    __host__ __device__ operator ::NAME() const { return ::make_##NAME VALUES; } \
  };
#define PORTER_PLAIN_PAIR(NAME, TYPE)                                         \
  PORTER_PLAIN(NAME##2, TYPE, 2 * sizeof(TYPE), PORTER_LIST(x, y), (x, y))    \
  PORTER_PLAIN(NAME##3, TYPE, alignof(TYPE), PORTER_LIST(x, y, z), (x, y, z))
// Four numbers of 64 bits are those of vector_alignment.hpp.
#define PORTER_PLAINS(NAME, TYPE) \
  PORTER_PLAIN_PAIR(NAME, TYPE)   \
  PORTER_PLAIN(NAME##4, TYPE, 4 * sizeof(TYPE), PORTER_LIST(x, y, z, w), (x, y, z, w))
#define PORTER_LIST(...) __VA_ARGS__

PORTER_PLAINS(char, signed char)
PORTER_PLAINS(uchar, unsigned char)
PORTER_PLAINS(short, short)
PORTER_PLAINS(ushort, unsigned short)
PORTER_PLAINS(int, int)
PORTER_PLAINS(uint, unsigned)
PORTER_PLAIN_PAIR(long, long)
PORTER_PLAIN_PAIR(ulong, unsigned long)
PORTER_PLAIN_PAIR(longlong, long long)
PORTER_PLAIN_PAIR(ulonglong, unsigned long long)
PORTER_PLAINS(float, float)
PORTER_PLAIN_PAIR(double, double)

#undef PORTER_PLAIN
#undef PORTER_PLAIN_PAIR
#undef PORTER_PLAINS
#undef PORTER_LIST

#endif

}  // namespace plain
}  // namespace porter
