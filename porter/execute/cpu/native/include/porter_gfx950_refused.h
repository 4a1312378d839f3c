// Instructions of gfx950 that the executor has not: libraries such as Composable Kernel name them in functions that a
// program may never call, and compile by these declarations. A kernel that has one is refused by its name.
// Types: what clang 22 says of its builtins.
#pragma once

#if defined(__cplusplus)
#define PORTER_REFUSED(type, name, ...)                                                                                \
  extern "C" __attribute__((device, convergent)) type __builtin_amdgcn_##name(__VA_ARGS__) __asm__(                    \
      "llvm.amdgcn." #name " of gfx950");
#define PORTER_VECTOR(type, count) __attribute__((__vector_size__(count * sizeof(type)))) type

namespace porter_gfx950 {
typedef PORTER_VECTOR(float, 2) Float2;
typedef PORTER_VECTOR(float, 32) Float32;
typedef PORTER_VECTOR(_Float16, 2) Half2;
typedef PORTER_VECTOR(_Float16, 4) Half4;
typedef PORTER_VECTOR(__bf16, 2) Bfloat2;
typedef PORTER_VECTOR(__bf16, 4) Bfloat4;
typedef PORTER_VECTOR(__fp16, 4) Storage4;
typedef PORTER_VECTOR(short, 2) Short2;
typedef PORTER_VECTOR(int, 2) Int2;
typedef PORTER_VECTOR(unsigned, 6) Word6;

namespace refused { // names that are found without those of the types

// Conversions with a scale: eight-bit floats, two at a time and with random rounding.
#define PORTER_FLOAT8(format)                                                                                          \
  PORTER_REFUSED(float, cvt_scalef32_f32_##format, int, float, int)                                                    \
  PORTER_REFUSED(Float2, cvt_scalef32_pk_f32_##format, unsigned, float, bool)                                          \
  PORTER_REFUSED(Half2, cvt_scalef32_pk_f16_##format, unsigned, float, bool)                                           \
  PORTER_REFUSED(Bfloat2, cvt_scalef32_pk_bf16_##format, unsigned, float, bool)                                        \
  PORTER_REFUSED(Short2, cvt_scalef32_pk_##format##_f32, Short2, float, float, float, bool)                            \
  PORTER_REFUSED(Short2, cvt_scalef32_pk_##format##_f16, Short2, Half2, float, bool)                                   \
  PORTER_REFUSED(Short2, cvt_scalef32_pk_##format##_bf16, Short2, Bfloat2, float, bool)                                \
  PORTER_REFUSED(int, cvt_scalef32_sr_##format##_f32, int, float, unsigned, float, int)                                \
  PORTER_REFUSED(int, cvt_scalef32_sr_##format##_f16, int, _Float16, unsigned, float, int)                             \
  PORTER_REFUSED(int, cvt_scalef32_sr_##format##_bf16, int, __bf16, unsigned, float, int)
PORTER_FLOAT8(fp8)
PORTER_FLOAT8(bf8)

// Six-bit floats, 32 at a time.
#define PORTER_FLOAT6(format)                                                                                          \
  PORTER_REFUSED(Float32, cvt_scalef32_pk32_f32_##format, Word6, float)                                                \
  PORTER_REFUSED(Word6, cvt_scalef32_sr_pk32_##format##_f32, Float32, unsigned, float)                                 \
  PORTER_REFUSED(Word6, cvt_scalef32_2xpk16_##format##_f32, Float16, Float16, float)
PORTER_FLOAT6(fp6)
PORTER_FLOAT6(bf6)

// Four-bit floats.
PORTER_REFUSED(Float2, cvt_scalef32_pk_f32_fp4, unsigned, float, int)
PORTER_REFUSED(Half2, cvt_scalef32_pk_f16_fp4, unsigned, float, int)
PORTER_REFUSED(Bfloat2, cvt_scalef32_pk_bf16_fp4, unsigned, float, int)
PORTER_REFUSED(unsigned, cvt_scalef32_pk_fp4_f32, unsigned, float, float, float, int)
PORTER_REFUSED(unsigned, cvt_scalef32_pk_fp4_f16, unsigned, Half2, float, int)
PORTER_REFUSED(unsigned, cvt_scalef32_pk_fp4_bf16, unsigned, Bfloat2, float, int)
PORTER_REFUSED(unsigned, cvt_scalef32_sr_pk_fp4_f32, unsigned, Float2, unsigned, float, int)

// A step of a generator of random numbers.
PORTER_REFUSED(unsigned, prng_b32, unsigned)

// Reads of LDS that transpose.
PORTER_REFUSED(Int2, ds_read_tr8_b64_v2i32, __attribute__((address_space(3))) Int2 *)
PORTER_REFUSED(Storage4, ds_read_tr16_b64_v4f16, __attribute__((address_space(3))) Storage4 *)
PORTER_REFUSED(Bfloat4, ds_read_tr16_b64_v4bf16, __attribute__((address_space(3))) Bfloat4 *)
} // namespace refused
} // namespace porter_gfx950
using namespace porter_gfx950::refused;

#undef PORTER_FLOAT6
#undef PORTER_FLOAT8
#undef PORTER_VECTOR
#undef PORTER_REFUSED
#endif
