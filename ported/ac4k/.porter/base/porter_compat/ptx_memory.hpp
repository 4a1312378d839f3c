// Memory instructions of PTX: loads, stores, atomics, copies to shared memory.
//
// A generic address is a pointer. An address of shared memory is what CUDA's
// `__cvta_generic_to_shared` gives: here the offset in LDS, an address of address space 3.
//
// Caching operators keep what they promise: `.cg`, `.cv` and `.relaxed` see what other blocks
// wrote (relaxed atomics), `.cs` and `.L1::no_allocate` become non-temporal, the others are hints.
// A vector that is accessed atomically is so element by element, as the PTX ISA has it.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#include "ptx_float.hpp"

#if defined(__HIP__)

namespace porter {
namespace ptx {

#define PORTER_PTX __device__ __forceinline__

#if defined(__HIP_DEVICE_COMPILE__)
#define PORTER_PTX_LDS __attribute__((address_space(3)))
#else
#define PORTER_PTX_LDS
#endif

namespace detail {

template <class T, int N>
struct vector_of {
  typedef T type __attribute__((ext_vector_type(N)));
};
template <class T>
struct vector_of<T, 1> {
  typedef T type;
};

/// A parameter whose type is not deduced from the argument.
template <class Address>
struct given {
  using type = Address;
};

/// A value of type V in memory of which nothing else is known.
template <class V>
struct stored {
  typedef V type __attribute__((may_alias));
};

}  // namespace detail

/// The N elements of a vector register, or the one of a plain register.
template <class T, int N>
using vector = typename detail::vector_of<T, N>::type;

/// Memory orders and scopes, by the names that PTX gives them.
constexpr int relaxed = __ATOMIC_RELAXED;
constexpr int acquire = __ATOMIC_ACQUIRE;
constexpr int release = __ATOMIC_RELEASE;
constexpr int acq_rel = __ATOMIC_ACQ_REL;
constexpr int cta = __HIP_MEMORY_SCOPE_WORKGROUP;
constexpr int gpu = __HIP_MEMORY_SCOPE_AGENT;
constexpr int sys = __HIP_MEMORY_SCOPE_SYSTEM;

/// A generic address, from a pointer or from 64 bits.
struct address {
  uint64_t bits;
  template <class T>
  PORTER_PTX address(T* pointer) : bits(reinterpret_cast<uint64_t>(pointer)) {}
  PORTER_PTX address(unsigned long long value) : bits(value) {}
  PORTER_PTX address(unsigned long value) : bits(value) {}
  PORTER_PTX address(long long value) : bits(uint64_t(value)) {}
  PORTER_PTX address(long value) : bits(uint64_t(value)) {}
  PORTER_PTX address(unsigned value) : bits(value) {}
  PORTER_PTX address operator+(int64_t offset) const { return address(bits + uint64_t(offset)); }
  template <class V>
  PORTER_PTX typename detail::stored<V>::type* to() const {
    return reinterpret_cast<typename detail::stored<V>::type*>(bits);
  }
};

/// An address in shared memory, of 32 bits.
struct shared {
  uint32_t bits;
  template <class Integer>
  PORTER_PTX shared(Integer value) : bits(uint32_t(value)) {}
  template <class T>  // as code has it that nvcc compiles for no architecture with the instruction
  PORTER_PTX shared(T* value) : bits(uint32_t((uintptr_t)((PORTER_PTX_LDS T*)value))) {}
  PORTER_PTX shared operator+(int64_t offset) const {
    return shared(bits + uint32_t(offset));
  }
  template <class V>
  PORTER_PTX PORTER_PTX_LDS typename detail::stored<V>::type* to() const {
    return (PORTER_PTX_LDS typename detail::stored<V>::type*)(uintptr_t(bits));
  }
};

// cvta.to.shared and back: between a pointer and an offset in LDS.
PORTER_PTX uint32_t to_shared(address a) {
  return uint32_t((uintptr_t)((PORTER_PTX_LDS const char*)a.to<const char>()));
}
PORTER_PTX uint64_t from_shared(shared a) {
  return (uint64_t)((const char*)a.to<const char>());
}

// isspacep: which memory a pointer leads to.
PORTER_PTX bool is_shared(address a) {
#if defined(__HIP_DEVICE_COMPILE__)
  return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void*)a.bits);
#else
  return a.bits == 0;
#endif
}
PORTER_PTX bool is_local(address a) {
#if defined(__HIP_DEVICE_COMPILE__)
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void*)a.bits);
#else
  return a.bits == 0;
#endif
}
PORTER_PTX bool is_global(address a) { return !is_shared(a) && !is_local(a); }

template <class Address>
using given = typename detail::given<Address>::type;

// ld: T or N of them. Plain loads may be merged and moved by the compiler, as weak ones in PTX.
template <class T, int N = 1, class Address = address>
PORTER_PTX vector<T, N> load(given<Address> from) {
  return *from.template to<const vector<T, N>>();
}
template <class T, int N = 1, class Address = address>
PORTER_PTX vector<T, N> load_streaming(given<Address> from) {
  return __builtin_nontemporal_load(from.template to<const vector<T, N>>());
}
template <class T, int N = 1, class Address = address>
PORTER_PTX vector<T, N> load_volatile(given<Address> from) {
  return *from.template to<const volatile vector<T, N>>();
}
// An ordered access of a vector: no instruction has both, and so a fence stands beside it.
#if defined(__HIP_DEVICE_COMPILE__)
#define PORTER_PTX_FENCE(ORDER)                \
  if constexpr (Scope == cta) {                \
    __builtin_amdgcn_fence(ORDER, "workgroup"); \
  } else if constexpr (Scope == gpu) {         \
    __builtin_amdgcn_fence(ORDER, "agent");    \
  } else {                                     \
    __builtin_amdgcn_fence(ORDER, "");         \
  }
#else
#define PORTER_PTX_FENCE(ORDER)
#endif
template <class T, int N, class Address = address, int Scope = gpu>
PORTER_PTX vector<T, N> load_acquire(given<Address> from) {
  const vector<T, N> values = load_volatile<T, N, Address>(from);
  PORTER_PTX_FENCE(__ATOMIC_ACQUIRE)
  return values;
}
template <class T, class Address = address, int Order = relaxed, int Scope = gpu>
PORTER_PTX T load_atomic(given<Address> from) {
  return __hip_atomic_load(from.template to<T>(), Order, Scope);
}

// st: one value, or those of a vector.
template <class T, class Address = address, class... Values>
PORTER_PTX void store(given<Address> to, Values... values) {
  using V = vector<T, sizeof...(Values)>;
  *to.template to<V>() = V{T(values)...};
}
template <class T, class Address = address, class... Values>
PORTER_PTX void store_streaming(given<Address> to, Values... values) {
  using V = vector<T, sizeof...(Values)>;
  __builtin_nontemporal_store(V{T(values)...}, to.template to<V>());
}
template <class T, class Address = address, class... Values>
PORTER_PTX void store_volatile(given<Address> to, Values... values) {
  using V = vector<T, sizeof...(Values)>;
  *to.template to<volatile V>() = V{T(values)...};
}
template <class T, class Address = address, int Scope = gpu, class... Values>
PORTER_PTX void store_release(given<Address> to, Values... values) {
  PORTER_PTX_FENCE(__ATOMIC_RELEASE)
  store_volatile<T, Address>(to, values...);
}
#undef PORTER_PTX_FENCE
template <class T, class Address = address, int Order = relaxed, int Scope = gpu>
PORTER_PTX void store_atomic(given<Address> to, T value) {
  __hip_atomic_store(to.template to<T>(), value, Order, Scope);
}

namespace detail {

/// The old value at `pointer`, replaced by `next` of it.
template <int Order, int Scope, class T, class Pointer, class Function>
PORTER_PTX T exchange_with(Pointer pointer, Function next) {
  T old = __hip_atomic_load(pointer, __ATOMIC_RELAXED, Scope);
  while (!__hip_atomic_compare_exchange_strong(pointer, &old, next(old), Order, __ATOMIC_RELAXED,
                                               Scope)) {
  }
  return old;
}

}  // namespace detail

// atom, red: the old value.
#define PORTER_PTX_ATOMIC(NAME, BUILTIN)                                                       \
  template <class T, class Address = address, int Order = relaxed, int Scope = gpu>            \
  PORTER_PTX T NAME(given<Address> at, T value) {                                              \
    return BUILTIN(at.template to<T>(), value, Order, Scope);                                  \
  }
PORTER_PTX_ATOMIC(atomic_add, __hip_atomic_fetch_add)
PORTER_PTX_ATOMIC(atomic_min, __hip_atomic_fetch_min)
PORTER_PTX_ATOMIC(atomic_max, __hip_atomic_fetch_max)
PORTER_PTX_ATOMIC(atomic_and, __hip_atomic_fetch_and)
PORTER_PTX_ATOMIC(atomic_or, __hip_atomic_fetch_or)
PORTER_PTX_ATOMIC(atomic_xor, __hip_atomic_fetch_xor)
PORTER_PTX_ATOMIC(atomic_exch, __hip_atomic_exchange)
#undef PORTER_PTX_ATOMIC

template <class T, class Address = address, int Order = relaxed, int Scope = gpu>
PORTER_PTX T atomic_cas(given<Address> at, T expected, T value) {
  __hip_atomic_compare_exchange_strong(at.template to<T>(), &expected, value, Order,
                                       __ATOMIC_RELAXED, Scope);
  return expected;
}

template <class T, class Address = address, int Order = relaxed, int Scope = gpu>
PORTER_PTX T atomic_inc(given<Address> at, T last) {
  return detail::exchange_with<Order, Scope, T>(
      at.template to<T>(), [=](T old) { return old >= last ? T(0) : T(old + 1); });
}

template <class T, class Address = address, int Order = relaxed, int Scope = gpu>
PORTER_PTX T atomic_dec(given<Address> at, T last) {
  return detail::exchange_with<Order, Scope, T>(
      at.template to<T>(), [=](T old) { return old == 0 || old > last ? last : T(old - 1); });
}

/// Half precision: the whole register is exchanged at once.
template <class Format, class Address = address, int Order = relaxed, int Scope = gpu>
PORTER_PTX typename Format::bits atomic_add_half(given<Address> at, typename Format::bits value) {
  using B = typename Format::bits;
  return detail::exchange_with<Order, Scope, B>(at.template to<B>(),
                                                [=](B old) { return add<Format>(old, value); });
}

/// A vector: each element by itself.
template <class T, class Address = address, int Order = relaxed, int Scope = gpu, class... Values>
PORTER_PTX void atomic_add_each(given<Address> at, Values... values) {
  auto* pointer = at.template to<T>();
  (__hip_atomic_fetch_add(pointer++, T(values), Order, Scope), ...);
}

/// What an asm statement leaves in an operand of 64 bits: an integer, or a pointer.
template <class T>
PORTER_PTX void assign(T*& to, address from) {
  to = reinterpret_cast<T*>(from.bits);
}
template <class Integer>
PORTER_PTX void assign(Integer& to, address from) {
  to = Integer(from.bits);
}

namespace detail {

template <class Word>
PORTER_PTX void copy(shared to, address from) {
  *to.to<Word>() = *from.to<const Word>();
}

}  // namespace detail

// cp.async: at once, which is before any wait could return. Bytes past `size` become zeros.
PORTER_PTX void copy_async(shared to, address from, uint32_t bytes, uint32_t size) {
  if (size >= bytes) {
    if (bytes == 16) return detail::copy<vector<uint32_t, 4>>(to, from);
    if (bytes == 8) return detail::copy<vector<uint32_t, 2>>(to, from);
    if (bytes == 4) return detail::copy<uint32_t>(to, from);
  }
  for (uint32_t at = 0; at < bytes; ++at) {
    to.to<uint8_t>()[at] = at < size ? from.to<const uint8_t>()[at] : uint8_t(0);
  }
}
PORTER_PTX void copy_async(shared to, address from, uint32_t bytes) {
  copy_async(to, from, bytes, bytes);
}

PORTER_PTX void prefetch(address from) { __builtin_prefetch(from.to<const char>()); }

#undef PORTER_PTX
#undef PORTER_PTX_LDS

}  // namespace ptx
}  // namespace porter

#endif  // defined(__HIP__)
