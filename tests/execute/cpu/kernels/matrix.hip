// D = A * B + C with each lane's registers taken from and put to memory: the tests know which lane holds what.
#include <hip/hip_runtime.h>

typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef _Float16 half16 __attribute__((ext_vector_type(16)));
typedef short short4_ __attribute__((ext_vector_type(4)));
typedef short short16_ __attribute__((ext_vector_type(16)));
typedef float float4_ __attribute__((ext_vector_type(4)));
typedef float float8_ __attribute__((ext_vector_type(8)));
typedef float float16_ __attribute__((ext_vector_type(16)));
typedef float float32_ __attribute__((ext_vector_type(32)));
typedef double double4_ __attribute__((ext_vector_type(4)));
typedef int int2_ __attribute__((ext_vector_type(2)));
typedef int int4_ __attribute__((ext_vector_type(4)));
typedef int int8_ __attribute__((ext_vector_type(8)));
typedef int int16_ __attribute__((ext_vector_type(16)));

#define PRODUCT(name, A, C, expression)                                                                 \
  extern "C" __global__ void name(const A *left, const A *right, C *sum) {                               \
    const int lane = threadIdx.x;                                                                        \
    A a = left[lane], b = right[lane];                                                                   \
    C c = sum[lane];                                                                                     \
    sum[lane] = expression;                                                                              \
  }
#define MFMA(name, A, C) PRODUCT(name, A, C, __builtin_amdgcn_mfma_##name(a, b, c, 0, 0, 0))

#if defined(__gfx942__)
MFMA(f32_32x32x8f16, half4, float16_)
MFMA(f32_16x16x16f16, half4, float4_)
MFMA(f32_32x32x4f16, half4, float32_)
MFMA(f32_16x16x4f16, half4, float16_)
MFMA(f32_4x4x4f16, half4, float4_)
MFMA(f32_32x32x8bf16_1k, short4_, float16_)
MFMA(f32_16x16x16bf16_1k, short4_, float4_)
MFMA(f32_32x32x1f32, float, float32_)
MFMA(f32_32x32x2f32, float, float16_)
MFMA(f32_16x16x4f32, float, float4_)
MFMA(f32_4x4x1f32, float, float4_)
MFMA(f64_16x16x4f64, double, double4_)
MFMA(i32_32x32x16_i8, long, int16_)
MFMA(i32_16x16x32_i8, long, int4_)
MFMA(f32_16x16x32_fp8_fp8, long, float4_)
MFMA(f32_32x32x16_bf8_fp8, long, float16_)

extern "C" __global__ void half_a_wave(float *sum) {
  if (threadIdx.x < 32) sum[threadIdx.x] = __builtin_amdgcn_mfma_f32_4x4x1f32(1.f, 1.f, float4_{}, 0, 0, 0)[0];
}
#elif defined(__gfx1100__)
#define WMMA(name, A, C) PRODUCT(name, A, C, __builtin_amdgcn_wmma_##name##_w32(a, b, c))
WMMA(f32_16x16x16_f16, half16, float8_)
WMMA(f32_16x16x16_bf16, short16_, float8_)
PRODUCT(f16_16x16x16_f16, half16, half16, __builtin_amdgcn_wmma_f16_16x16x16_f16_w32(a, b, c, true))
PRODUCT(i32_16x16x16_iu8, int4_, int8_, __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32(true, a, false, b, c, false))
PRODUCT(i32_16x16x16_iu4, int2_, int8_, __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32(true, a, true, b, c, true))
#endif
