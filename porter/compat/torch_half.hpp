// Shuffles and read-only loads of PyTorch's 16-bit types.
//
// HIP overloads __shfl and its kind for built-in types and __half. c10::Half and c10::BFloat16
// convert to several of these, so a call with one is ambiguous. PyTorch has a __ldg for c10::Half on
// CUDA alone. These overloads are found through the namespace of their argument.
#pragma once

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

namespace c10 {

#define PORTER_SHUFFLES(T)                                                                        \
  __device__ inline T __shfl(T value, int lane, int width = warpSize) {                           \
    return T(static_cast<unsigned short>(::__shfl(static_cast<int>(value.x), lane, width)),       \
             T::from_bits());                                                                     \
  }                                                                                               \
  __device__ inline T __shfl_up(T value, unsigned int delta, int width = warpSize) {              \
    return T(static_cast<unsigned short>(::__shfl_up(static_cast<int>(value.x), delta, width)),   \
             T::from_bits());                                                                     \
  }                                                                                               \
  __device__ inline T __shfl_down(T value, unsigned int delta, int width = warpSize) {            \
    return T(static_cast<unsigned short>(::__shfl_down(static_cast<int>(value.x), delta, width)), \
             T::from_bits());                                                                     \
  }                                                                                               \
  __device__ inline T __shfl_xor(T value, int lanes, int width = warpSize) {                      \
    return T(static_cast<unsigned short>(::__shfl_xor(static_cast<int>(value.x), lanes, width)),  \
             T::from_bits());                                                                     \
  }

PORTER_SHUFFLES(Half)
PORTER_SHUFFLES(BFloat16)

#undef PORTER_SHUFFLES

namespace porter_detail {
template <typename T>
struct only_half {};
template <>
struct only_half<Half> {
  using type = Half;
};
}  // namespace porter_detail

/// A template, so that a project's own, or PyTorch's as soon as it has one, is preferred.
template <typename T>
__device__ inline typename porter_detail::only_half<T>::type __ldg(const T* source) {
  return *source;
}

}  // namespace c10
