// Dot products of the bytes and halfwords of words: CUDA's __dp4a, __dp2a_lo and __dp2a_hi.
//
// Written out plainly: the compiler makes one instruction of it where the GPU has one (v_dot4_u32_u8 and
// its like), but for the signed bytes, whose instruction (v_dot4_i32_i8, since RDNA 3 v_dot4_i32_iu8) is
// asked for by name.
#pragma once

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_DOT __device__ __forceinline__

PORTER_DOT int dp4a(int a, int b, int c) {
#if defined(__gfx906__) || defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__) || defined(__gfx950__)
  return __builtin_amdgcn_sdot4(a, b, c, false);
#elif defined(__GFX11__) || defined(__GFX12__)
  return __builtin_amdgcn_sudot4(true, a, true, b, c, false);
#endif
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    c += static_cast<signed char>(a >> i) * static_cast<signed char>(b >> i);
  }
  return c;
}
PORTER_DOT unsigned dp4a(unsigned a, unsigned b, unsigned c) {
#pragma unroll
  for (int i = 0; i < 32; i += 8) c += ((a >> i) & 0xffu) * ((b >> i) & 0xffu);
  return c;
}
PORTER_DOT int dp4a(char4 a, char4 b, int c) {
  return dp4a(__builtin_bit_cast(int, a), __builtin_bit_cast(int, b), c);
}
PORTER_DOT unsigned dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

// The two halfwords of `a` with two bytes of `b`: the lower ones, or the upper ones.
PORTER_DOT int dp2a_lo(int a, int b, int c) {
  return c + static_cast<short>(a) * static_cast<signed char>(b) +
         (a >> 16) * static_cast<signed char>(b >> 8);
}
PORTER_DOT int dp2a_hi(int a, int b, int c) { return dp2a_lo(a, b >> 16, c); }
PORTER_DOT unsigned dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffffu) * (b & 0xffu) + (a >> 16) * ((b >> 8) & 0xffu);
}
PORTER_DOT unsigned dp2a_hi(unsigned a, unsigned b, unsigned c) { return dp2a_lo(a, b >> 16, c); }
PORTER_DOT int dp2a_lo(short2 a, char4 b, int c) { return c + a.x * b.x + a.y * b.y; }
PORTER_DOT int dp2a_hi(short2 a, char4 b, int c) { return c + a.x * b.z + a.y * b.w; }
PORTER_DOT unsigned dp2a_lo(ushort2 a, uchar4 b, unsigned c) { return c + a.x * b.x + a.y * b.y; }
PORTER_DOT unsigned dp2a_hi(ushort2 a, uchar4 b, unsigned c) { return c + a.x * b.z + a.y * b.w; }

#undef PORTER_DOT

#endif  // defined(__HIP__)

}  // namespace porter
