// `auto [x, y, z] = a_vector;`: HIP's vectors keep their numbers in an anonymous union, which C++ does not take apart.
//
// As a tuple they are taken apart by what stands here: each name is the number itself, as of CUDA's plain structures.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <utility>

#if !defined(__HIP_PLATFORM_NVIDIA__)

#define PORTER_VECTOR template <class T, unsigned N>
#define PORTER_NUMBER template <__SIZE_TYPE__ I, class T, unsigned N>

PORTER_VECTOR struct std::tuple_size<HIP_vector_type<T, N>> {
  static constexpr __SIZE_TYPE__ value = N;
};
PORTER_NUMBER struct std::tuple_element<I, HIP_vector_type<T, N>> {
  static_assert(I < N, "a vector has fewer numbers");
  using type = T;
};

// Found by the type of the vector, which is in no namespace.
PORTER_NUMBER __host__ __device__ constexpr T& get(HIP_vector_type<T, N>& vector) {
  if constexpr (I == 0) return vector.x;
  else if constexpr (I == 1) return vector.y;
  else if constexpr (I == 2) return vector.z;
  else return vector.w;
}
PORTER_NUMBER __host__ __device__ constexpr const T& get(const HIP_vector_type<T, N>& vector) {
  return get<I>(const_cast<HIP_vector_type<T, N>&>(vector));
}
PORTER_NUMBER __host__ __device__ constexpr T&& get(HIP_vector_type<T, N>&& vector) {
  return static_cast<T&&>(get<I>(vector));
}
PORTER_NUMBER __host__ __device__ constexpr const T&& get(const HIP_vector_type<T, N>&& vector) {
  return static_cast<const T&&>(get<I>(vector));
}

#undef PORTER_VECTOR
#undef PORTER_NUMBER

#endif
#endif
