// Functions of words that are bytes and halfwords. Results of one thread stand behind one another.
#include <cuda_runtime.h>

extern "C" __global__ void binary(const unsigned *a, const unsigned *b, unsigned *out) {
  const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  unsigned *r = out + threadIdx.x * 74;
  *r++ = __vadd2(x, y), *r++ = __vadd4(x, y);
  *r++ = __vaddss2(x, y), *r++ = __vaddss4(x, y);
  *r++ = __vaddus2(x, y), *r++ = __vaddus4(x, y);
  *r++ = __vsub2(x, y), *r++ = __vsub4(x, y);
  *r++ = __vsubss2(x, y), *r++ = __vsubss4(x, y);
  *r++ = __vsubus2(x, y), *r++ = __vsubus4(x, y);
  *r++ = __vavgs2(x, y), *r++ = __vavgs4(x, y);
  *r++ = __vavgu2(x, y), *r++ = __vavgu4(x, y);
  *r++ = __vhaddu2(x, y), *r++ = __vhaddu4(x, y);
  *r++ = __vabsdiffs2(x, y), *r++ = __vabsdiffs4(x, y);
  *r++ = __vabsdiffu2(x, y), *r++ = __vabsdiffu4(x, y);
  *r++ = __vmaxs2(x, y), *r++ = __vmaxs4(x, y);
  *r++ = __vmaxu2(x, y), *r++ = __vmaxu4(x, y);
  *r++ = __vmins2(x, y), *r++ = __vmins4(x, y);
  *r++ = __vminu2(x, y), *r++ = __vminu4(x, y);
  *r++ = __vsads2(x, y), *r++ = __vsads4(x, y);
  *r++ = __vsadu2(x, y), *r++ = __vsadu4(x, y);
  *r++ = __vcmpeq2(x, y), *r++ = __vcmpeq4(x, y);
  *r++ = __vcmpne2(x, y), *r++ = __vcmpne4(x, y);
  *r++ = __vcmpges2(x, y), *r++ = __vcmpges4(x, y);
  *r++ = __vcmpgeu2(x, y), *r++ = __vcmpgeu4(x, y);
  *r++ = __vcmpgts2(x, y), *r++ = __vcmpgts4(x, y);
  *r++ = __vcmpgtu2(x, y), *r++ = __vcmpgtu4(x, y);
  *r++ = __vcmples2(x, y), *r++ = __vcmples4(x, y);
  *r++ = __vcmpleu2(x, y), *r++ = __vcmpleu4(x, y);
  *r++ = __vcmplts2(x, y), *r++ = __vcmplts4(x, y);
  *r++ = __vcmpltu2(x, y), *r++ = __vcmpltu4(x, y);
  *r++ = __vseteq2(x, y), *r++ = __vseteq4(x, y);
  *r++ = __vsetne2(x, y), *r++ = __vsetne4(x, y);
  *r++ = __vsetges2(x, y), *r++ = __vsetges4(x, y);
  *r++ = __vsetgeu2(x, y), *r++ = __vsetgeu4(x, y);
  *r++ = __vsetgts2(x, y), *r++ = __vsetgts4(x, y);
  *r++ = __vsetgtu2(x, y), *r++ = __vsetgtu4(x, y);
  *r++ = __vsetles2(x, y), *r++ = __vsetles4(x, y);
  *r++ = __vsetleu2(x, y), *r++ = __vsetleu4(x, y);
  *r++ = __vsetlts2(x, y), *r++ = __vsetlts4(x, y);
  *r++ = __vsetltu2(x, y), *r++ = __vsetltu4(x, y);
}

extern "C" __global__ void unary(const unsigned *a, unsigned *out) {
  const unsigned x = a[threadIdx.x];
  unsigned *r = out + threadIdx.x * 8;
  *r++ = __vabs2(x), *r++ = __vabs4(x);
  *r++ = __vabsss2(x), *r++ = __vabsss4(x);
  *r++ = __vneg2(x), *r++ = __vneg4(x);
  *r++ = __vnegss2(x), *r++ = __vnegss4(x);
}

extern "C" __global__ void dot_products(const int *a, const int *b, const int *c, int *out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x], z = c[threadIdx.x];
  const unsigned ux = x, uy = y, uz = z;
  int *r = out + threadIdx.x * 12;
  *r++ = __dp4a(x, y, z);
  *r++ = __dp4a(ux, uy, uz);
  *r++ = __dp2a_lo(x, y, z);
  *r++ = __dp2a_lo(ux, uy, uz);
  *r++ = __dp2a_hi(x, y, z);
  *r++ = __dp2a_hi(ux, uy, uz);
  const char4 sa = *reinterpret_cast<const char4 *>(&x), sb = *reinterpret_cast<const char4 *>(&y);
  const uchar4 pa = *reinterpret_cast<const uchar4 *>(&x), pb = *reinterpret_cast<const uchar4 *>(&y);
  const short2 ha = *reinterpret_cast<const short2 *>(&x);
  const ushort2 ga = *reinterpret_cast<const ushort2 *>(&x);
  *r++ = __dp4a(sa, sb, z);
  *r++ = __dp4a(pa, pb, uz);
  *r++ = __dp2a_lo(ha, sb, z);
  *r++ = __dp2a_lo(ga, pb, uz);
  *r++ = __dp2a_hi(ha, sb, z);
  *r++ = __dp2a_hi(ga, pb, uz);
}

// DPX functions: the larger or smaller of three, or of a sum and a third.
extern "C" __global__ void dynamic(const int *a, const int *b, const int *c, int *out) {
  const int x = a[threadIdx.x], y = b[threadIdx.x], z = c[threadIdx.x];
  int *r = out + threadIdx.x * 36;
  *r++ = __vimax3_s32(x, y, z), *r++ = __vimin3_s32(x, y, z);
  *r++ = __vimax3_u32(x, y, z), *r++ = __vimin3_u32(x, y, z);
  *r++ = __vimax3_s16x2(x, y, z), *r++ = __vimin3_s16x2(x, y, z);
  *r++ = __vimax3_u16x2(x, y, z), *r++ = __vimin3_u16x2(x, y, z);
  *r++ = __vimax3_s32_relu(x, y, z), *r++ = __vimin3_s32_relu(x, y, z);
  *r++ = __vimax3_s16x2_relu(x, y, z), *r++ = __vimin3_s16x2_relu(x, y, z);
  *r++ = __viaddmax_s32(x, y, z), *r++ = __viaddmin_s32(x, y, z);
  *r++ = __viaddmax_u32(x, y, z), *r++ = __viaddmin_u32(x, y, z);
  *r++ = __viaddmax_s16x2(x, y, z), *r++ = __viaddmin_s16x2(x, y, z);
  *r++ = __viaddmax_u16x2(x, y, z), *r++ = __viaddmin_u16x2(x, y, z);
  *r++ = __viaddmax_s32_relu(x, y, z), *r++ = __viaddmin_s32_relu(x, y, z);
  *r++ = __viaddmax_s16x2_relu(x, y, z), *r++ = __viaddmin_s16x2_relu(x, y, z);
  *r++ = __vimax_s32_relu(x, y), *r++ = __vimin_s32_relu(x, y);
  *r++ = __vimax_s16x2_relu(x, y), *r++ = __vimin_s16x2_relu(x, y);
  bool first = false, high = false, low = false;
  *r++ = __vibmax_s32(x, y, &first), *r++ = first;
  *r++ = __vibmin_u32(x, y, &first), *r++ = first;
  *r++ = __vibmax_s16x2(x, y, &high, &low), *r++ = high * 2 + low;
  *r++ = __vibmin_u16x2(x, y, &high, &low), *r++ = high * 2 + low;
}

extern "C" __global__ void swapped(const unsigned long long *a, unsigned long long *out) {
  out[3 * threadIdx.x] = __nv_bswap16(a[threadIdx.x]);
  out[3 * threadIdx.x + 1] = __nv_bswap32(a[threadIdx.x]);
  out[3 * threadIdx.x + 2] = __nv_bswap64(a[threadIdx.x]);
}

extern "C" __global__ void first_set(const unsigned long *a, int *out) {
  out[threadIdx.x] = __ffsll(a[threadIdx.x]);
}

extern "C" __global__ void count_differences(const unsigned *a, const unsigned *b, float *out) {
  const unsigned x = a[threadIdx.x], y = b[threadIdx.x];
  const int counts[2] = {__popc(x), __popcll(y)};
  out[threadIdx.x] = __popc(x) - __popcll(y) < 0 ? counts[0] - counts[1] : 100;
}

extern "C" __global__ void searched(const unsigned *mask, const unsigned *base, const int *offset,
                                    unsigned *out, int *small) {
  const int t = threadIdx.x;
  out[t] = __fns(mask[t], base[t], offset[t]);
  small[t] = __fns(mask[t], base[t], offset[t]) < 32;
}

extern "C" __global__ void multiplied(const unsigned *a, const unsigned *b, double *out) {
  out[threadIdx.x] = __umul24(a[threadIdx.x], b[threadIdx.x]);
}
