// Loads and stores with CUDA's cache operators: __ldcg, __stcs and their like, for any type.
//
// `cg` and `cv` promise to see what other blocks, or the host, have written: they become relaxed
// atomic accesses of the words. The others only advise the cache: they become plain accesses.
#pragma once

#include "only_if.hpp"

#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_bf16.h>
#include <hip/hip_runtime.h>
#endif

namespace porter {

#if defined(__HIP__)

#define PORTER_CACHE __device__ __forceinline__

namespace detail {

template <unsigned Bytes>
struct word {
  using type = unsigned;
};
template <>
struct word<1> {
  using type = unsigned char;
};
template <>
struct word<2> {
  using type = unsigned short;
};
template <>
struct word<8> {
  using type = unsigned long long;
};

/// The largest word that values of type T are made of and aligned for.
template <typename T>
using word_of =
    typename word<(sizeof(T) % 8 == 0 && alignof(T) % 8 == 0)
                      ? 8
                      : (sizeof(T) % 4 == 0 && alignof(T) % 4 == 0)
                            ? 4
                            : (sizeof(T) % 2 == 0 && alignof(T) % 2 == 0) ? 2 : 1>::type;

template <int Scope, typename T>
PORTER_CACHE T load_words(const T* source) {
  using Word = word_of<T>;
  T result;
  Word words[sizeof(T) / sizeof(Word)];
#pragma unroll
  for (unsigned i = 0; i < sizeof(T) / sizeof(Word); ++i) {
    words[i] = __hip_atomic_load(reinterpret_cast<const Word*>(source) + i, __ATOMIC_RELAXED, Scope);
  }
  __builtin_memcpy(&result, words, sizeof(T));
  return result;
}

template <int Scope, typename T>
PORTER_CACHE void store_words(T* target, const T& value) {
  using Word = word_of<T>;
  Word words[sizeof(T) / sizeof(Word)];
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < sizeof(T) / sizeof(Word); ++i) {
    __hip_atomic_store(reinterpret_cast<Word*>(target) + i, words[i], __ATOMIC_RELAXED, Scope);
  }
}

template <typename T>
struct same {
  using type = T;
};

}  // namespace detail

template <typename T>
PORTER_CACHE T ldcg(const T* source) {
  return detail::load_words<__HIP_MEMORY_SCOPE_AGENT>(source);
}
template <typename T>
PORTER_CACHE T ldcv(const T* source) {
  return detail::load_words<__HIP_MEMORY_SCOPE_SYSTEM>(source);
}
template <typename T>
PORTER_CACHE T ldca(const T* source) {
  return *source;
}
template <typename T>
PORTER_CACHE T ldcs(const T* source) {
  return *source;
}
template <typename T>
PORTER_CACHE T ldlu(const T* source) {
  return *source;
}

template <typename T>
PORTER_CACHE void stcg(T* target, typename detail::same<T>::type value) {
  detail::store_words<__HIP_MEMORY_SCOPE_AGENT>(target, value);
}
template <typename T>
PORTER_CACHE void stwt(T* target, typename detail::same<T>::type value) {
  detail::store_words<__HIP_MEMORY_SCOPE_SYSTEM>(target, value);
}
template <typename T>
PORTER_CACHE void stwb(T* target, typename detail::same<T>::type value) {
  *target = value;
}
template <typename T>
PORTER_CACHE void stcs(T* target, typename detail::same<T>::type value) {
  *target = value;
}

namespace cache_hints {

/// HIP's own lacks these types; a template, so that HIP's is taken as soon as it has them.
template <typename T>
PORTER_CACHE typename only_if<__is_same(T, __hip_bfloat16) || __is_same(T, __hip_bfloat162) ||
                                  __is_same(T, ushort4),
                              T>::type
__ldg(const T* source) {
  return *source;
}

}  // namespace cache_hints

#undef PORTER_CACHE

#endif  // defined(__HIP__)

}  // namespace porter

#if defined(__HIP__)
using porter::cache_hints::__ldg;
#endif
