// libcu++'s cuda/functional: larger and smaller of two, and what a lambda returns.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/functional>
#else

#include <hip/hip_runtime.h>

#include <type_traits>
#include <utility>

namespace cuda {

#define PORTER_FUNCTION __host__ __device__ constexpr

template <typename T = void>
struct maximum {
  PORTER_FUNCTION T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
template <>
struct maximum<void> {
  template <typename A, typename B>
  PORTER_FUNCTION typename ::std::common_type<A, B>::type operator()(const A& a, const B& b) const {
    return a < b ? b : a;
  }
};

template <typename T = void>
struct minimum {
  PORTER_FUNCTION T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
template <>
struct minimum<void> {
  template <typename A, typename B>
  PORTER_FUNCTION typename ::std::common_type<A, B>::type operator()(const A& a, const B& b) const {
    return b < a ? b : a;
  }
};

/// A function and the type that it returns. clang knows the type of a device lambda by itself.
template <typename Result, typename Function>
class returning {
 public:
  __host__ __device__ explicit returning(Function function) : function_(::std::move(function)) {}
  template <typename... Arguments>
  __host__ __device__ Result operator()(Arguments&&... arguments) const {
    return function_(::std::forward<Arguments>(arguments)...);
  }

 private:
  Function function_;
};
template <typename Result, typename Function>
__host__ __device__ returning<Result, Function> proclaim_return_type(Function function) {
  return returning<Result, Function>(::std::move(function));
}

/// A promise that lets CUDA's algorithms take other instructions; nothing asks for it here.
template <typename Function>
__host__ __device__ Function proclaim_copyable_arguments(Function function) {
  return function;
}

#undef PORTER_FUNCTION

}  // namespace cuda

#endif  // defined(__HIP_PLATFORM_NVIDIA__)
