// CUDA's nvfunctional: nvstd::function, a callable of any type behind one of its signature.
//
// As CUDA has it, an object is called on the side that made it: it holds addresses of that side's
// code. A small callable lies within the object, a larger one in memory that `new` gives.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <nvfunctional>
#else

#if defined(__HIP__) || !defined(__CUDACC__)
#include <hip/hip_runtime.h>
#endif

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace nvstd {

template <typename Signature>
class function;

template <typename Result, typename... Arguments>
class function<Result(Arguments...)> {
  /// Bytes of a callable that lies within the object.
  static constexpr ::std::size_t kWithin = 4 * sizeof(void*);

 public:
  typedef Result result_type;

  __host__ __device__ function() noexcept {}
  __host__ __device__ function(::std::nullptr_t) noexcept {}
  __host__ __device__ function(const function& other) { take(other); }
  __host__ __device__ function(function&& other) { swap(other); }
  template <typename Callable, typename = typename ::std::enable_if<!::std::is_same<
                                   typename ::std::decay<Callable>::type, function>::value>::type>
  __host__ __device__ function(Callable callable) {
    if (!is_null(callable)) hold(::std::move(callable));
  }
  __host__ __device__ ~function() { drop(); }

  __host__ __device__ function& operator=(const function& other) {
    function(other).swap(*this);
    return *this;
  }
  __host__ __device__ function& operator=(function&& other) {
    function(::std::move(other)).swap(*this);
    return *this;
  }
  __host__ __device__ function& operator=(::std::nullptr_t) {
    drop();
    return *this;
  }
  template <typename Callable>
  __host__ __device__ typename ::std::enable_if<
      !::std::is_same<typename ::std::decay<Callable>::type, function>::value, function&>::type
  operator=(Callable&& callable) {
    function(::std::forward<Callable>(callable)).swap(*this);
    return *this;
  }

  __host__ __device__ void swap(function& other) {
    function kept;
    kept.move_from(*this);
    move_from(other);
    other.move_from(kept);
  }
  __host__ __device__ explicit operator bool() const noexcept { return call_ != nullptr; }
  __host__ __device__ Result operator()(Arguments... arguments) const {
    return call_(address(), ::std::forward<Arguments>(arguments)...);
  }

 private:
  template <typename Callable>
  static constexpr bool fits() {
    return sizeof(Callable) <= kWithin && alignof(Callable) <= alignof(::std::max_align_t);
  }
  template <typename Callable>
  __host__ __device__ static bool is_null(const Callable&) {
    return false;
  }
  template <typename Called>
  __host__ __device__ static bool is_null(Called* const& called) {
    return called == nullptr;
  }
  template <typename Callable>
  __host__ __device__ static Result call(void* held, Arguments... arguments) {
    return (*static_cast<Callable*>(held))(::std::forward<Arguments>(arguments)...);
  }
  template <typename Callable>
  __host__ __device__ static void* copy(void* within, const void* held) {
    const Callable& callable = *static_cast<const Callable*>(held);
    if (fits<Callable>()) return ::new (within) Callable(callable);
    return new Callable(callable);
  }
  template <typename Callable>
  __host__ __device__ static void destroy(void* held, bool is_within) {
    if (is_within) {
      static_cast<Callable*>(held)->~Callable();
    } else {
      delete static_cast<Callable*>(held);
    }
  }

  template <typename Callable>
  __host__ __device__ void hold(Callable&& callable) {
    typedef typename ::std::decay<Callable>::type Held;
    outside_ = fits<Held>() ? nullptr : new Held(callable);
    if (outside_ == nullptr) ::new (static_cast<void*>(within_)) Held(::std::move(callable));
    call_ = &call<Held>;
    copy_ = &copy<Held>;
    destroy_ = &destroy<Held>;
  }
  __host__ __device__ void* address() const {
    return outside_ != nullptr ? outside_ : const_cast<unsigned char*>(within_);
  }
  __host__ __device__ void take(const function& other) {
    if (!other) return;
    void* made = other.copy_(within_, other.address());
    outside_ = made == within_ ? nullptr : made;
    call_ = other.call_;
    copy_ = other.copy_;
    destroy_ = other.destroy_;
  }
  __host__ __device__ void move_from(function& other) {
    drop();
    take(other);
    other.drop();
  }
  __host__ __device__ void drop() {
    if (call_ == nullptr) return;
    destroy_(address(), outside_ == nullptr);
    call_ = nullptr;
    outside_ = nullptr;
  }

  alignas(::std::max_align_t) unsigned char within_[kWithin];
  void* outside_ = nullptr;
  Result (*call_)(void*, Arguments...) = nullptr;
  void* (*copy_)(void*, const void*) = nullptr;
  void (*destroy_)(void*, bool) = nullptr;
};

template <typename Result, typename... Arguments>
__host__ __device__ bool operator==(const function<Result(Arguments...)>& one, ::std::nullptr_t) {
  return !one;
}
template <typename Result, typename... Arguments>
__host__ __device__ bool operator!=(const function<Result(Arguments...)>& one, ::std::nullptr_t) {
  return static_cast<bool>(one);
}
template <typename Result, typename... Arguments>
__host__ __device__ void swap(function<Result(Arguments...)>& one,
                              function<Result(Arguments...)>& other) {
  one.swap(other);
}

}  // namespace nvstd

#endif  // defined(__HIP_PLATFORM_NVIDIA__)
