// libcu++'s cuda/std/variant: one value of several types, in kernels and on the host.
//
// The types have to be trivially copyable, as what kernels pass by value is: a variant of them is,
// too, and never without a value. To read another type than the one it has stops the kernel, and
// throws on the host, as in libcu++.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/std/variant>
#else

#include "cuda_std.hpp"

#if __cplusplus >= 201703L

#include <new>
#include <variant>

namespace cuda {
namespace std {

using ::std::bad_variant_access;
using ::std::in_place_index;
using ::std::in_place_index_t;
using ::std::in_place_type;
using ::std::in_place_type_t;
using ::std::monostate;
inline constexpr size_t variant_npos = -1;

namespace variants {

/// The place of T among the types; their number when it is none of them.
template <typename T, typename... Types>
__host__ __device__ constexpr size_t place_of() {
  constexpr bool same[] = {::std::is_same_v<T, Types>...};
  size_t at = 0;
  while (at < sizeof...(Types) && !same[at]) ++at;
  return at;
}

template <size_t At, typename First, typename... Rest>
struct nth : nth<At - 1, Rest...> {};
template <typename First, typename... Rest>
struct nth<0, First, Rest...> {
  using type = First;
};

/// Overloads among which a value finds the type that it becomes.
template <size_t At, typename... Types>
struct choices {
  void choose();
};
template <size_t At, typename First, typename... Rest>
struct choices<At, First, Rest...> : choices<At + 1, Rest...> {
  using choices<At + 1, Rest...>::choose;
  ::std::integral_constant<size_t, At> choose(First);
};
template <typename Value, typename... Types>
using chosen = decltype(::std::declval<choices<0, Types...>>().choose(::std::declval<Value>()));

[[noreturn]] __host__ __device__ inline void refuse() {
#if defined(__HIP_DEVICE_COMPILE__)
  __builtin_trap();
#else
  throw bad_variant_access();
#endif
}

}  // namespace variants

template <typename... Types>
class variant {
  static_assert((::std::is_trivially_copyable_v<Types> && ...),
                "porter's cuda::std::variant holds types that are copied as bytes");

 public:
  template <size_t At>
  using alternative = typename variants::nth<At, Types...>::type;

  __host__ __device__ variant() { emplace<0>(); }
  template <typename Value,
            typename = ::std::enable_if_t<!::std::is_same_v<::std::decay_t<Value>, variant>>,
            typename At = variants::chosen<Value, Types...>>
  __host__ __device__ variant(Value&& value) {
    emplace<At::value>(::std::forward<Value>(value));
  }
  template <size_t At, typename... Arguments>
  __host__ __device__ explicit variant(in_place_index_t<At>, Arguments&&... arguments) {
    emplace<At>(::std::forward<Arguments>(arguments)...);
  }
  template <typename T, typename... Arguments>
  __host__ __device__ explicit variant(in_place_type_t<T>, Arguments&&... arguments) {
    emplace<T>(::std::forward<Arguments>(arguments)...);
  }

  template <size_t At, typename... Arguments>
  __host__ __device__ alternative<At>& emplace(Arguments&&... arguments) {
    auto* made = ::new (static_cast<void*>(bytes_))
        alternative<At>(::std::forward<Arguments>(arguments)...);
    index_ = At;
    return *made;
  }
  template <typename T, typename... Arguments>
  __host__ __device__ T& emplace(Arguments&&... arguments) {
    return emplace<variants::place_of<T, Types...>()>(::std::forward<Arguments>(arguments)...);
  }
  __host__ __device__ void swap(variant& other) {
    const variant kept = *this;
    *this = other;
    other = kept;
  }

  __host__ __device__ size_t index() const { return index_; }
  __host__ __device__ bool valueless_by_exception() const { return false; }

  /// The value, which has to be of type `At`.
  template <size_t At>
  __host__ __device__ alternative<At>& value() {
    return *::std::launder(reinterpret_cast<alternative<At>*>(bytes_));
  }
  template <size_t At>
  __host__ __device__ const alternative<At>& value() const {
    return *::std::launder(reinterpret_cast<const alternative<At>*>(bytes_));
  }

 private:
  alignas(Types...) unsigned char bytes_[::std::max({sizeof(Types)...})];
  unsigned index_;
};

template <typename Variant>
struct variant_size;
template <typename... Types>
struct variant_size<variant<Types...>> : ::std::integral_constant<size_t, sizeof...(Types)> {};
template <typename Variant>
struct variant_size<const Variant> : variant_size<Variant> {};
template <typename Variant>
inline constexpr size_t variant_size_v = variant_size<Variant>::value;

template <size_t At, typename Variant>
struct variant_alternative;
template <size_t At, typename... Types>
struct variant_alternative<At, variant<Types...>> : variants::nth<At, Types...> {};
template <size_t At, typename Variant>
using variant_alternative_t = typename variant_alternative<At, Variant>::type;

template <typename T, typename... Types>
__host__ __device__ bool holds_alternative(const variant<Types...>& of) {
  return of.index() == variants::place_of<T, Types...>();
}

template <size_t At, typename... Types>
__host__ __device__ auto& get(variant<Types...>& of) {
  if (of.index() != At) variants::refuse();
  return of.template value<At>();
}
template <size_t At, typename... Types>
__host__ __device__ const auto& get(const variant<Types...>& of) {
  if (of.index() != At) variants::refuse();
  return of.template value<At>();
}
template <size_t At, typename... Types>
__host__ __device__ auto&& get(variant<Types...>&& of) {
  return ::std::move(get<At>(of));
}
template <typename T, typename... Types>
__host__ __device__ T& get(variant<Types...>& of) {
  return get<variants::place_of<T, Types...>()>(of);
}
template <typename T, typename... Types>
__host__ __device__ const T& get(const variant<Types...>& of) {
  return get<variants::place_of<T, Types...>()>(of);
}
template <typename T, typename... Types>
__host__ __device__ T&& get(variant<Types...>&& of) {
  return ::std::move(get<T>(of));
}

template <size_t At, typename... Types>
__host__ __device__ auto* get_if(variant<Types...>* of) {
  return of && of->index() == At ? &of->template value<At>() : nullptr;
}
template <size_t At, typename... Types>
__host__ __device__ const auto* get_if(const variant<Types...>* of) {
  return of && of->index() == At ? &of->template value<At>() : nullptr;
}
template <typename T, typename... Types>
__host__ __device__ T* get_if(variant<Types...>* of) {
  return get_if<variants::place_of<T, Types...>()>(of);
}
template <typename T, typename... Types>
__host__ __device__ const T* get_if(const variant<Types...>* of) {
  return get_if<variants::place_of<T, Types...>()>(of);
}

/// Call with the values of no variant, one, or several.
template <typename Visitor>
__host__ __device__ decltype(auto) visit(Visitor&& visitor) {
  return ::std::forward<Visitor>(visitor)();
}
template <size_t At = 0, typename Visitor, typename First, typename... Rest>
__host__ __device__ decltype(auto) visit(Visitor&& visitor, First&& first, Rest&&... rest) {
  const auto with_value = [&](auto&&... others) -> decltype(auto) {
    if constexpr (::std::is_lvalue_reference_v<First>) {
      return visitor(first.template value<At>(), ::std::forward<decltype(others)>(others)...);
    } else {
      return visitor(::std::move(first.template value<At>()),
                     ::std::forward<decltype(others)>(others)...);
    }
  };
  if constexpr (At + 1 < variant_size_v<::std::remove_reference_t<First>>) {
    if (first.index() != At) {
      return visit<At + 1>(::std::forward<Visitor>(visitor), ::std::forward<First>(first),
                           ::std::forward<Rest>(rest)...);
    }
  }
  return visit(with_value, ::std::forward<Rest>(rest)...);
}

namespace variants {

/// Whether both hold the same type, and `compare` says yes to the values.
template <typename Compare, typename... Types>
__host__ __device__ bool with_same(const variant<Types...>& a, const variant<Types...>& b,
                                   Compare compare) {
  if (a.index() != b.index()) return false;
  return visit(
      [&](const auto& left) {
        return compare(left, *get_if<::std::decay_t<decltype(left)>>(&b));
      },
      a);
}

}  // namespace variants

template <typename... Types>
__host__ __device__ bool operator==(const variant<Types...>& a, const variant<Types...>& b) {
  return variants::with_same(a, b, [](const auto& x, const auto& y) { return bool(x == y); });
}
template <typename... Types>
__host__ __device__ bool operator!=(const variant<Types...>& a, const variant<Types...>& b) {
  return !(a == b);
}
template <typename... Types>
__host__ __device__ bool operator<(const variant<Types...>& a, const variant<Types...>& b) {
  if (a.index() != b.index()) return a.index() < b.index();
  return variants::with_same(a, b, [](const auto& x, const auto& y) { return bool(x < y); });
}

}  // namespace std
}  // namespace cuda

#endif  // __cplusplus >= 201703L
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
