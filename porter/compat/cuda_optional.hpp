// libcu++'s cuda/std/optional: a value or none, in kernels and on the host.
//
// The type has to be trivially copyable, as what kernels pass by value is: an optional of it is,
// too. To ask for a value that is not there stops the kernel, and throws on the host, as in libcu++.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/std/optional>
#else

#if __cplusplus >= 201703L

#include <hip/hip_runtime.h>

#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {

using ::std::bad_optional_access;
using ::std::in_place;
using ::std::in_place_t;
using ::std::nullopt;
using ::std::nullopt_t;

#define PORTER_OPTIONAL __host__ __device__ constexpr

template <typename T>
class optional;

namespace optionals {

template <typename T>
struct is_optional : ::std::false_type {};
template <typename T>
struct is_optional<optional<T>> : ::std::true_type {};

/// A value that becomes one of type T, and is no optional itself.
template <typename T, typename Value>
using if_value = ::std::enable_if_t<::std::is_constructible_v<T, Value> &&
                                    !is_optional<::std::decay_t<Value>>::value &&
                                    !::std::is_same_v<::std::decay_t<Value>, in_place_t>>;

[[noreturn]] __host__ __device__ inline void refuse() {
#if defined(__HIP_DEVICE_COMPILE__)
  __builtin_trap();
#else
  throw bad_optional_access();
#endif
}

}  // namespace optionals

template <typename T>
class optional {
  static_assert(::std::is_trivially_copyable_v<T>,
                "porter's cuda::std::optional holds types that are copied as bytes");

 public:
  using value_type = T;

  PORTER_OPTIONAL optional() noexcept : none_(), has_(false) {}
  PORTER_OPTIONAL optional(nullopt_t) noexcept : none_(), has_(false) {}
  template <typename Value = T, typename = optionals::if_value<T, Value>>
  PORTER_OPTIONAL optional(Value&& value) : value_(::std::forward<Value>(value)), has_(true) {}
  template <typename... Arguments>
  PORTER_OPTIONAL explicit optional(in_place_t, Arguments&&... arguments)
      : value_(::std::forward<Arguments>(arguments)...), has_(true) {}
  template <typename U, typename = ::std::enable_if_t<!::std::is_same_v<T, U> &&
                                                      ::std::is_constructible_v<T, const U&>>>
  __host__ __device__ optional(const optional<U>& other) : none_(), has_(false) {
    if (other) emplace(*other);
  }

  template <typename... Arguments>
  __host__ __device__ T& emplace(Arguments&&... arguments) {
    auto* made = ::new (static_cast<void*>(const_cast<::std::remove_const_t<T>*>(&value_)))
        T(::std::forward<Arguments>(arguments)...);
    has_ = true;
    return *made;
  }
  PORTER_OPTIONAL void reset() noexcept { has_ = false; }
  __host__ __device__ optional& operator=(nullopt_t) noexcept {
    reset();
    return *this;
  }
  template <typename Value = T, typename = optionals::if_value<T, Value>>
  __host__ __device__ optional& operator=(Value&& value) {
    emplace(::std::forward<Value>(value));
    return *this;
  }
  __host__ __device__ void swap(optional& other) noexcept {
    const optional kept = *this;
    *this = other;
    other = kept;
  }

  PORTER_OPTIONAL bool has_value() const noexcept { return has_; }
  PORTER_OPTIONAL explicit operator bool() const noexcept { return has_; }
  PORTER_OPTIONAL T* operator->() noexcept { return &value_; }
  PORTER_OPTIONAL const T* operator->() const noexcept { return &value_; }
  PORTER_OPTIONAL T& operator*() & noexcept { return value_; }
  PORTER_OPTIONAL const T& operator*() const& noexcept { return value_; }
  PORTER_OPTIONAL T&& operator*() && noexcept { return ::std::move(value_); }
  PORTER_OPTIONAL T& value() & {
    if (!has_) optionals::refuse();
    return value_;
  }
  PORTER_OPTIONAL const T& value() const& {
    if (!has_) optionals::refuse();
    return value_;
  }
  PORTER_OPTIONAL T&& value() && {
    if (!has_) optionals::refuse();
    return ::std::move(value_);
  }
  template <typename U>
  PORTER_OPTIONAL T value_or(U&& other) const {
    return has_ ? value_ : static_cast<T>(::std::forward<U>(other));
  }

  /// What `f` makes of the value, which is an optional; none where there is no value.
  template <typename F>
  PORTER_OPTIONAL auto and_then(F&& f) const {
    using Result = ::std::decay_t<decltype(f(value_))>;
    return has_ ? f(value_) : Result();
  }
  /// An optional of what `f` makes of the value.
  template <typename F>
  PORTER_OPTIONAL auto transform(F&& f) const {
    using Result = optional<::std::decay_t<decltype(f(value_))>>;
    return has_ ? Result(f(value_)) : Result();
  }
  template <typename F>
  PORTER_OPTIONAL optional or_else(F&& f) const {
    return has_ ? *this : optional(f());
  }

 private:
  union {
    char none_;
    T value_;
  };
  bool has_;
};

template <typename T>
optional(T) -> optional<T>;

template <typename T>
PORTER_OPTIONAL optional<::std::decay_t<T>> make_optional(T&& value) {
  return optional<::std::decay_t<T>>(::std::forward<T>(value));
}
template <typename T, typename... Arguments>
PORTER_OPTIONAL optional<T> make_optional(Arguments&&... arguments) {
  return optional<T>(in_place, ::std::forward<Arguments>(arguments)...);
}

template <typename T, typename U>
PORTER_OPTIONAL bool operator==(const optional<T>& a, const optional<U>& b) {
  return bool(a) == bool(b) && (!a || *a == *b);
}
template <typename T, typename U>
PORTER_OPTIONAL bool operator!=(const optional<T>& a, const optional<U>& b) {
  return !(a == b);
}
template <typename T, typename U>
PORTER_OPTIONAL bool operator<(const optional<T>& a, const optional<U>& b) {
  return b && (!a || *a < *b);
}
template <typename T>
PORTER_OPTIONAL bool operator==(const optional<T>& a, nullopt_t) noexcept {
  return !a;
}
template <typename T>
PORTER_OPTIONAL bool operator!=(const optional<T>& a, nullopt_t) noexcept {
  return bool(a);
}
template <typename T, typename U, typename = optionals::if_value<T, const U&>>
PORTER_OPTIONAL bool operator==(const optional<T>& a, const U& b) {
  return a && *a == b;
}
template <typename T, typename U, typename = optionals::if_value<T, const U&>>
PORTER_OPTIONAL bool operator!=(const optional<T>& a, const U& b) {
  return !(a == b);
}

#undef PORTER_OPTIONAL

}  // namespace std
}  // namespace cuda

#endif  // __cplusplus >= 201703L
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
