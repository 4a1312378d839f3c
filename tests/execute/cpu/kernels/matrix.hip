// D = A * B + C with each lane's registers taken from and put to memory: the tests know which lane holds what.
#include <hip/hip_runtime.h>

typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef _Float16 half8 __attribute__((ext_vector_type(8)));
typedef _Float16 half16 __attribute__((ext_vector_type(16)));
typedef short short4_ __attribute__((ext_vector_type(4)));
typedef short short8_ __attribute__((ext_vector_type(8)));
typedef short short16_ __attribute__((ext_vector_type(16)));
typedef float float2_ __attribute__((ext_vector_type(2)));
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
#define SPARSE(name, A, B, C, expression)                                                                \
  extern "C" __global__ void name(const A *left, const B *right, C *sum, const unsigned *indices) {      \
    const int lane = threadIdx.x;                                                                        \
    A a = left[lane];                                                                                    \
    B b = right[lane];                                                                                   \
    C c = sum[lane];                                                                                     \
    unsigned index = indices[lane];                                                                      \
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
MFMA(f64_4x4x4f64, double, double)
MFMA(f32_16x16x8_xf32, float2_, float4_)
MFMA(f32_32x32x4_xf32, float2_, float16_)
PRODUCT(broadcast_4x4, float, float4_, __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 2, 1, 0))
PRODUCT(broadcast_32x32, float, float32_, __builtin_amdgcn_mfma_f32_32x32x1f32(a, b, c, 1, 1, 0))
PRODUCT(rotated, float, float4_, __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 0, 0, 3))
PRODUCT(third_group, float, float4_, __builtin_amdgcn_mfma_f32_4x4x1f32(a, b, c, 0, 0, 6))
PRODUCT(upper_half, float, float32_, __builtin_amdgcn_mfma_f32_32x32x1f32(a, b, c, 0, 0, 2))
PRODUCT(f64_negated, double, double4_, __builtin_amdgcn_mfma_f64_16x16x4f64(a, b, c, 0, 0, 5))
MFMA(i32_32x32x16_i8, long, int16_)
MFMA(i32_16x16x32_i8, long, int4_)
MFMA(f32_16x16x32_fp8_fp8, long, float4_)
MFMA(f32_32x32x16_bf8_fp8, long, float16_)

#define SMFMAC(name, A, B, C) SPARSE(sparse_##name, A, B, C, __builtin_amdgcn_smfmac_##name(a, b, c, index, 0, 0))
SMFMAC(f32_16x16x32_f16, half4, half8, float4_)
SMFMAC(f32_32x32x16_f16, half4, half8, float16_)
SMFMAC(f32_16x16x32_bf16, short4_, short8_, float4_)
SMFMAC(f32_32x32x16_bf16, short4_, short8_, float16_)
SMFMAC(i32_16x16x64_i8, int2_, int4_, int4_)
SMFMAC(i32_32x32x32_i8, int2_, int4_, int16_)
SMFMAC(f32_16x16x64_fp8_bf8, int2_, int4_, float4_)
SMFMAC(f32_32x32x32_bf8_fp8, int2_, int4_, float16_)
SPARSE(third_set_of_four, half4, half8, float4_, __builtin_amdgcn_smfmac_f32_16x16x32_f16(a, b, c, index, 0, 2))
SPARSE(second_set_of_two, int2_, int4_, int4_, __builtin_amdgcn_smfmac_i32_16x16x64_i8(a, b, c, index, 0, 1))
SPARSE(first_set_when_told, half4, half8, float4_, __builtin_amdgcn_smfmac_f32_16x16x32_f16(a, b, c, index, 1, 2))

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
#elif defined(__gfx1201__)
#define WMMA(name, A, C) PRODUCT(name, A, C, __builtin_amdgcn_wmma_##name##_w32_gfx12(a, b, c))
WMMA(f32_16x16x16_f16, half8, float8_)
WMMA(f32_16x16x16_bf16, short8_, float8_)
WMMA(f16_16x16x16_f16, half8, half8)
WMMA(bf16_16x16x16_bf16, short8_, short8_)
WMMA(f32_16x16x16_fp8_bf8, int2_, float8_)
PRODUCT(i32_16x16x16_iu8, int2_, int8_, __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(true, a, true, b, c, false))
PRODUCT(i32_16x16x16_iu4, int, int8_, __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12(true, a, true, b, c, false))
PRODUCT(i32_16x16x32_iu4, int2_, int8_, __builtin_amdgcn_wmma_i32_16x16x32_iu4_w32_gfx12(true, a, true, b, c, false))
SPARSE(sparse_f32_f16, half8, half16, float8_, __builtin_amdgcn_swmmac_f32_16x16x32_f16_w32(a, b, c, index))
SPARSE(sparse_bf16_bf16, short8_, short16_, short8_, __builtin_amdgcn_swmmac_bf16_16x16x32_bf16_w32(a, b, c, index))
SPARSE(sparse_i32_iu8, int2_, int4_, int8_,
       __builtin_amdgcn_swmmac_i32_16x16x32_iu8_w32(true, a, true, b, c, index, false))
SPARSE(sparse_f32_bf8_fp8, int2_, int4_, float8_, __builtin_amdgcn_swmmac_f32_16x16x32_bf8_fp8_w32(a, b, c, index))
#endif
