// Atomics that have an intrinsic of their own, address-space questions, clocks.
#include "device.h"

template <class T, class Word, class Combine> static inline T update(T *address, T operand, Combine combine) {
  Word *word = reinterpret_cast<Word *>(address);
  Word old = __atomic_load_n(word, __ATOMIC_RELAXED), made;
  do
    made = bits<Word>(combine(bits<T>(old), operand));
  while (!__atomic_compare_exchange_n(word, &old, made, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  return bits<T>(old);
}

#define ATOMIC(name, T, Word, expression)                                                               \
  extern "C" T porter_##name(T *address, T operand) {                                                    \
    return update<T, Word>(address, operand, [](T a, T b) { return expression; });                       \
  }
ATOMIC(flat_atomic_fadd_f32_p0_f32, float, uint32_t, a + b)
ATOMIC(global_atomic_fadd_f32_p0_f32, float, uint32_t, a + b)
ATOMIC(global_atomic_fadd_f32_p1_f32, float, uint32_t, a + b)
ATOMIC(flat_atomic_fadd_f64_p0_f64, double, uint64_t, a + b)
ATOMIC(global_atomic_fadd_f64_p1_f64, double, uint64_t, a + b)
ATOMIC(flat_atomic_fmin_f64_p0_f64, double, uint64_t, b < a ? b : a)
ATOMIC(flat_atomic_fmax_f64_p0_f64, double, uint64_t, b > a ? b : a)
ATOMIC(global_atomic_fmin_f64_p1_f64, double, uint64_t, b < a ? b : a)
ATOMIC(global_atomic_fmax_f64_p1_f64, double, uint64_t, b > a ? b : a)

/// bfloat16: the upper half of a float, rounded to nearest, ties to even.
static inline uint16_t brain(float x) {
  const uint32_t word = bits<uint32_t>(x);
  return x != x ? uint16_t(word >> 16 | 0x40) : uint16_t((word + 0x7fff + (word >> 16 & 1)) >> 16);
}
static inline float widened(uint32_t brain) { return bits<float>(brain << 16); }

/// Two values in a word, each added by itself.
template <class Add> static inline uint32_t updatePair(uint32_t *address, uint32_t operand, Add add) {
  return update<uint32_t, uint32_t>(address, operand, [add](uint32_t a, uint32_t b) {
    return uint32_t(add(uint16_t(a), uint16_t(b))) | uint32_t(add(uint16_t(a >> 16), uint16_t(b >> 16))) << 16;
  });
}
extern "C" uint32_t porter_atomic_fadd_v2f16(uint32_t *address, uint32_t operand) {
  return updatePair(address, operand, [](uint16_t a, uint16_t b) {
    return bits<uint16_t>(half(float(bits<half>(a)) + float(bits<half>(b))));
  });
}
extern "C" uint32_t porter_atomic_fadd_v2bf16(uint32_t *address, uint32_t operand) {
  return updatePair(address, operand, [](uint16_t a, uint16_t b) { return brain(widened(a) + widened(b)); });
}

#define PAIR_ATOMIC(name, type)                                                                          \
  extern "C" uint32_t porter_##name(uint32_t *address, uint32_t operand) {                                \
    return porter_atomic_fadd_##type(address, operand);                                                   \
  }
PAIR_ATOMIC(global_atomic_fadd_v2f16_p0_v2f16, v2f16)
PAIR_ATOMIC(flat_atomic_fadd_v2f16_p0_v2f16, v2f16)
PAIR_ATOMIC(global_atomic_fadd_v2bf16_p0, v2bf16)
PAIR_ATOMIC(flat_atomic_fadd_v2bf16_p0, v2bf16)

extern "C" uint32_t porter_address_is_lds(const void *address);
extern "C" uint32_t porter_address_is_private(const void *address);
extern "C" uint64_t porter_clock(void);

extern "C" uint32_t porter_is_shared(const void *address) { return porter_address_is_lds(address); }
extern "C" uint32_t porter_is_private(const void *address) { return porter_address_is_private(address); }
extern "C" uint64_t porter_s_memtime(void) { return porter_clock(); }
extern "C" uint64_t porter_s_memrealtime(void) { return porter_clock(); }
extern "C" uint64_t __ockl_steadyctr_u64(void) { return porter_clock(); }
