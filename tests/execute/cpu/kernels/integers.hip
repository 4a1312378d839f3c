// Integer instructions, one result a lane each: out[instruction][lane].
#include <hip/hip_runtime.h>

extern "C" __global__ void integers(const unsigned *a, const unsigned *b, const unsigned *c, unsigned *out) {
  const unsigned lane = threadIdx.x, n = blockDim.x;
  const unsigned x = a[lane], y = b[lane], z = c[lane];
  unsigned *next = out + lane;
  auto put = [&](unsigned value) { *next = value, next += n; };
  put(__builtin_amdgcn_ubfe(x, y, z));
  put(__builtin_amdgcn_sbfe(x, y, z));
  put(__builtin_amdgcn_alignbit(x, y, z));
  put(__builtin_amdgcn_alignbyte(x, y, z));
  put(__builtin_amdgcn_perm(x, y, z & 0x0f0f0f0f));
  put(__builtin_amdgcn_lerp(x, y, z));
  put(__builtin_amdgcn_sad_u8(x, y, z));
  put(__builtin_amdgcn_msad_u8(x, y, z));
  put(__builtin_amdgcn_sad_hi_u8(x, y, z));
  put(__builtin_amdgcn_sad_u16(x, y, z));
  put(__builtin_amdgcn_sdot4(int(x), int(y), int(z), false));
  put(__builtin_amdgcn_sdot4(int(x), int(y), int(z), true));
  put(__builtin_amdgcn_udot4(x, y, z, true));
  put(__builtin_amdgcn_sdot8(int(x), int(y), int(z), false));
  put(__builtin_amdgcn_udot8(x, y, z, false));
}
