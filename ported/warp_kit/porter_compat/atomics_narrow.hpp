// atomicAdd of half, bfloat16 and vectors, atomicCAS of 16 bits: overloads that HIP 6.4 lacks.
//
// 16-bit values and pairs are exchanged in the 32-bit word that holds them; of vectors each
// element is added on its own, as in CUDA. These are templates, so that HIP's own function is
// taken as soon as there is one.
#pragma once

#include "atomics_scoped.hpp"
#include "only_if.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#pragma push_macro("volatile")  // as in half_conversions.hpp
#undef volatile
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#pragma pop_macro("volatile")
#endif

namespace porter {

#if defined(__HIP__)

namespace atomics_narrow {

template <typename T, typename... Types>
using if_one_of = typename only_if<(__is_same(T, Types) || ...), T>::type;
/// A value that the address alone gives its type: what converts to it, as `at::Half`, converts.
template <typename T>
using given = typename only_if<true, T>::type;

/// Replace the 16 bits at `address` by `next` of them, inside their aligned word.
template <typename Next>
PORTER_ATOMIC unsigned short exchange_half(void* address, Next next) {
  const auto place = reinterpret_cast<unsigned long long>(address);
  auto* word = reinterpret_cast<unsigned*>(place & ~3ull);
  const int shift = static_cast<int>(place & 2) * 8;
  const unsigned seen = detail::exchange_with<__HIP_MEMORY_SCOPE_AGENT>(word, [=](unsigned v) {
    const auto half = static_cast<unsigned short>(v >> shift);
    return (v & ~(0xffffu << shift)) | static_cast<unsigned>(next(half)) << shift;
  });
  return static_cast<unsigned short>(seen >> shift);
}

template <typename T>
PORTER_ATOMIC if_one_of<T, __half, __hip_bfloat16> atomicAdd(T* address, given<T> value) {
  const unsigned short seen = exchange_half(address, [value](unsigned short bits) {
    T there;
    __builtin_memcpy(&there, &bits, sizeof(bits));
    there = __hadd(there, value);
    __builtin_memcpy(&bits, &there, sizeof(bits));
    return bits;
  });
  T result;
  __builtin_memcpy(&result, &seen, sizeof(seen));
  return result;
}

// MI300's and RDNA 4's instructions for pairs add in all memory; those of MI200 in that of the GPU alone.
#if defined(__gfx942__) || defined(__gfx950__) || defined(__GFX12__)
#define PORTER_ATOMIC_PAIRS 1
typedef _Float16 half_pair __attribute__((ext_vector_type(2)));
typedef short bfloat16_pair __attribute__((ext_vector_type(2)));

PORTER_ATOMIC half_pair add_pair(half_pair* address, half_pair value) {
  return __builtin_amdgcn_flat_atomic_fadd_v2f16(address, value);
}
PORTER_ATOMIC bfloat16_pair add_pair(bfloat16_pair* address, bfloat16_pair value) {
  return __builtin_amdgcn_flat_atomic_fadd_v2bf16(address, value);
}
template <typename T>
struct pair_of {
  typedef half_pair type;
};
template <>
struct pair_of<__hip_bfloat162> {
  typedef bfloat16_pair type;
};
#else
#define PORTER_ATOMIC_PAIRS 0
#endif

template <typename T>
PORTER_ATOMIC if_one_of<T, __half2, __hip_bfloat162> atomicAdd(T* address, given<T> value) {
#if PORTER_ATOMIC_PAIRS
  typename pair_of<T>::type added;
  __builtin_memcpy(&added, &value, sizeof(added));
  const auto seen = add_pair(reinterpret_cast<decltype(added)*>(address), added);
#else
  auto* word = reinterpret_cast<unsigned*>(address);
  const unsigned seen = detail::exchange_with<__HIP_MEMORY_SCOPE_AGENT>(word, [value](unsigned v) {
    T there;
    __builtin_memcpy(&there, &v, sizeof(v));
    there = __hadd2(there, value);
    __builtin_memcpy(&v, &there, sizeof(v));
    return v;
  });
#endif
  T result;
  __builtin_memcpy(&result, &seen, sizeof(seen));
  return result;
}

template <typename T>
PORTER_ATOMIC if_one_of<T, float2> atomicAdd(T* address, given<T> value) {
  return make_float2(::atomicAdd(&address->x, value.x), ::atomicAdd(&address->y, value.y));
}
template <typename T>
PORTER_ATOMIC if_one_of<T, float4> atomicAdd(T* address, given<T> value) {
  return make_float4(::atomicAdd(&address->x, value.x), ::atomicAdd(&address->y, value.y),
                     ::atomicAdd(&address->z, value.z), ::atomicAdd(&address->w, value.w));
}

template <typename T>
PORTER_ATOMIC if_one_of<T, unsigned short> atomicCAS(T* address, given<T> compare, given<T> value) {
  return exchange_half(address, [=](T seen) { return seen == compare ? value : seen; });
}

#define PORTER_SIGNED_ATOMIC(NAME)                                                        \
  template <typename T>                                                                   \
  PORTER_ATOMIC if_one_of<T, long long> NAME(T* address, given<T> value) {                \
    return static_cast<T>(::NAME(reinterpret_cast<unsigned long long*>(address),          \
                                 static_cast<unsigned long long>(value)));                \
  }
PORTER_SIGNED_ATOMIC(atomicAnd)
PORTER_SIGNED_ATOMIC(atomicOr)
PORTER_SIGNED_ATOMIC(atomicXor)
#undef PORTER_SIGNED_ATOMIC

}  // namespace atomics_narrow

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
using porter::atomics_narrow::atomicAdd;
using porter::atomics_narrow::atomicAnd;
using porter::atomics_narrow::atomicCAS;
using porter::atomics_narrow::atomicOr;
using porter::atomics_narrow::atomicXor;
#endif
