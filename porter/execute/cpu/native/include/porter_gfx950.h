// What clang before 20 does not know of gfx950, which it compiles as gfx942: the instructions under the names that
// newer ones have for them, declared as functions of LLVM's. The retargeter finds them by name. Operands that are
// part of an instruction must be constants here, too. What is declared in porter_gfx950_refused.h is refused where a
// kernel has it. Not declared, so that code with them does not compile: sparse products, bitop3.
#pragma once

#if defined(__cplusplus)
#define PORTER_NEW(type, name, intrinsic, ...)                                                                         \
  extern "C" __attribute__((device, const)) type name(__VA_ARGS__) __asm__("llvm.amdgcn." intrinsic);
#define PORTER_VECTOR(type, count) __attribute__((__vector_size__(count * sizeof(type)))) type

namespace porter_gfx950 {
typedef PORTER_VECTOR(float, 4) Float4;
typedef PORTER_VECTOR(float, 16) Float16;
typedef PORTER_VECTOR(_Float16, 8) Half8;
typedef PORTER_VECTOR(__bf16, 8) Bfloat8;
typedef PORTER_VECTOR(int, 4) Int4;
typedef PORTER_VECTOR(int, 8) Int8;
typedef PORTER_VECTOR(int, 16) Int16;
typedef unsigned Pair __attribute__((ext_vector_type(2)));
} // namespace porter_gfx950

// A, B, C, CBSZ, ABID, BLGP
#define PORTER_DENSE(name, intrinsic, AB, C)                                                                           \
  PORTER_NEW(porter_gfx950::C, __builtin_amdgcn_mfma_##name, "mfma." intrinsic, porter_gfx950::AB, porter_gfx950::AB,   \
             porter_gfx950::C, int, int, int)
PORTER_DENSE(f32_16x16x32_f16, "f32.16x16x32.f16", Half8, Float4)
PORTER_DENSE(f32_16x16x32_bf16, "f32.16x16x32.bf16", Bfloat8, Float4)
PORTER_DENSE(f32_32x32x16_f16, "f32.32x32x16.f16", Half8, Float16)
PORTER_DENSE(f32_32x32x16_bf16, "f32.32x32x16.bf16", Bfloat8, Float16)
PORTER_DENSE(i32_16x16x64_i8, "i32.16x16x64.i8", Int4, Int4)
PORTER_DENSE(i32_32x32x32_i8, "i32.32x32x32.i8", Int4, Int16)

// A, B, C, the formats of A and B, then of each the byte that is its scale and where it lies
#define PORTER_SCALED(shape, intrinsic, C)                                                                             \
  PORTER_NEW(porter_gfx950::C, __builtin_amdgcn_mfma_scale_f32_##shape##_f8f6f4,                                       \
             "mfma.scale.f32." intrinsic ".f8f6f4", porter_gfx950::Int8, porter_gfx950::Int8, porter_gfx950::C, int,   \
             int, int, int, int, int)
PORTER_SCALED(16x16x128, "16x16x128", Float4)
PORTER_SCALED(32x32x64, "32x32x64", Float16)

// Two words, fetch-inactive, bound-control. Not under LLVM's own name: LLVM 19 takes permlane16.swap for permlane16.
PORTER_NEW(porter_gfx950::Pair, __builtin_amdgcn_permlane16_swap, "rows.swap.16", unsigned, unsigned, int, int)
PORTER_NEW(porter_gfx950::Pair, __builtin_amdgcn_permlane32_swap, "rows.swap.32", unsigned, unsigned, int, int)

#undef PORTER_SCALED
#undef PORTER_DENSE
#undef PORTER_VECTOR
#undef PORTER_NEW
#endif

#include "porter_gfx950_refused.h"
