// What gfx950 has and gfx942 has not.
#include <hip/hip_runtime.h>

#if !defined(__gfx950__) && defined(__HIP_DEVICE_COMPILE__)
#error "for gfx950"
#endif

using Words = int __attribute__((ext_vector_type(8)));
using Floats4 = float __attribute__((ext_vector_type(4)));
using Floats16 = float __attribute__((ext_vector_type(16)));
using Halves = _Float16 __attribute__((ext_vector_type(8)));
using Integers = int __attribute__((ext_vector_type(4)));
using Sums = int __attribute__((ext_vector_type(16)));

/// Products with scales, of every two formats: 0 to 4 are e4m3, e5m2, e2m3, e3m2 and e2m1.
template <int a, int b> struct Scaled {
  static __device__ Floats4 run(Words x, Words y, Floats4 sums, int left, int right) {
    return __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(x, y, sums, a, b, 0, left, 0, right);
  }
  static __device__ Floats16 run(Words x, Words y, Floats16 sums, int left, int right) {
    return __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(x, y, sums, a, b, 3, left, 2, right);
  }
};

#define SCALED(a, b)                                                                               \
  extern "C" __global__ void scaled_16_##a##_##b(const Words *x, const Words *y, Floats4 *sums,    \
                                                 const int *left, const int *right) {              \
    const int lane = threadIdx.x;                                                                  \
    sums[lane] = Scaled<a, b>::run(x[lane], y[lane], sums[lane], left[lane], right[lane]);         \
  }                                                                                                \
  extern "C" __global__ void scaled_32_##a##_##b(const Words *x, const Words *y, Floats16 *sums,   \
                                                 const int *left, const int *right) {              \
    const int lane = threadIdx.x;                                                                  \
    sums[lane] = Scaled<a, b>::run(x[lane], y[lane], sums[lane], left[lane], right[lane]);         \
  }
#define SCALED_OF(a) SCALED(a, 0) SCALED(a, 1) SCALED(a, 2) SCALED(a, 3) SCALED(a, 4)
SCALED_OF(0)
SCALED_OF(1)
SCALED_OF(2)
SCALED_OF(3)
SCALED_OF(4)

/// Two zeros written down as scales are none.
extern "C" __global__ void without_scales(const Words *x, const Words *y, Floats4 *sums) {
  const int lane = threadIdx.x;
  sums[lane] = __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(x[lane], y[lane], sums[lane], 4, 4, 0, 0, 0, 0);
}

extern "C" __global__ void f32_16x16x32_f16(const Halves *x, const Halves *y, Floats4 *sums) {
  const int lane = threadIdx.x;
  sums[lane] = __builtin_amdgcn_mfma_f32_16x16x32_f16(x[lane], y[lane], sums[lane], 0, 0, 0);
}

extern "C" __global__ void i32_32x32x32_i8(const Integers *x, const Integers *y, Sums *sums) {
  const int lane = threadIdx.x;
  sums[lane] = __builtin_amdgcn_mfma_i32_32x32x32_i8(x[lane], y[lane], sums[lane], 0, 0, 0);
}

extern "C" __global__ void swapped(unsigned *first, unsigned *second, int distance) {
  const int lane = threadIdx.x;
  const auto both = distance == 16 ? __builtin_amdgcn_permlane16_swap(first[lane], second[lane], false, false)
                                   : __builtin_amdgcn_permlane32_swap(first[lane], second[lane], false, false);
  first[lane] = both[0];
  second[lane] = both[1];
}
