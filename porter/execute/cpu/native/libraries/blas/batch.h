// Arrays of a batch: one for all, one behind another, or one behind each pointer of a list.
#pragma once

#include <complex>
#include <cstdint>

namespace porter::blas {

template <class T> class Batch {
public:
  Batch(T *first, int64_t stride = 0) : first(first), stride(stride) {}
  Batch(T *const *list) : list(list) {}
  /// Of the member `i`. A list is in memory of the device, and read when the work is done.
  T *operator[](int64_t i) const { return list ? list[i] : first + i * stride; }
  explicit operator bool() const { return first || list; }

private:
  T *first = nullptr;
  T *const *list = nullptr;
  int64_t stride = 0;
};

template <class T> struct RealOf { using type = T; };
template <class T> struct RealOf<std::complex<T>> { using type = T; };
/// The type of the parts of a complex number, or the type of a real one.
template <class T> using Real = typename RealOf<T>::type;
template <class T> constexpr bool isComplex = !std::is_same_v<T, Real<T>>;

template <class T> T conjugate(T value) {
  if constexpr (isComplex<T>)
    return std::conj(value);
  else
    return value;
}

} // namespace porter::blas
