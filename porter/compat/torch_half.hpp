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

// Templates, so that a project's own functions, or PyTorch's as soon as it has some, are preferred.
namespace porter_detail {
template <typename T>
struct only_narrow {};
template <>
struct only_narrow<Half> {
  using half = Half;
  using type = Half;
};
template <>
struct only_narrow<BFloat16> {
  using type = BFloat16;
};

template <typename T>
__device__ inline T from_bits(int bits) {
  return T(static_cast<unsigned short>(bits), T::from_bits());
}
}  // namespace porter_detail

template <typename T>
__device__ inline typename porter_detail::only_narrow<T>::type __shfl(T value, int lane,
                                                                      int width = warpSize) {
  return porter_detail::from_bits<T>(::__shfl(static_cast<int>(value.x), lane, width));
}

template <typename T>
__device__ inline typename porter_detail::only_narrow<T>::type __shfl_up(T value,
                                                                         unsigned int delta,
                                                                         int width = warpSize) {
  return porter_detail::from_bits<T>(::__shfl_up(static_cast<int>(value.x), delta, width));
}

template <typename T>
__device__ inline typename porter_detail::only_narrow<T>::type __shfl_down(T value,
                                                                           unsigned int delta,
                                                                           int width = warpSize) {
  return porter_detail::from_bits<T>(::__shfl_down(static_cast<int>(value.x), delta, width));
}

template <typename T>
__device__ inline typename porter_detail::only_narrow<T>::type __shfl_xor(T value, int lanes,
                                                                          int width = warpSize) {
  return porter_detail::from_bits<T>(::__shfl_xor(static_cast<int>(value.x), lanes, width));
}

template <typename T>
__device__ inline typename porter_detail::only_narrow<T>::half __ldg(const T* source) {
  return *source;
}

}  // namespace c10
