// Vectors whose type is named at run time, and the scalars beside them.
#pragma once

#include "call.h"
#include "data_type.h"

#include <vector>

namespace porter::blas {

struct TypedVector {
  Batch<char> array; ///< strides in bytes
  int code;
  int64_t step;

  DataType type() const { return dataTypeOf(code); }

  /// The elements in their order, which a step below zero reverses.
  template <class T> std::vector<T> read(int64_t member, int64_t n) const {
    std::vector<T> made(n);
    for (int64_t i = 0; i < n; ++i)
      made[i] = load<T>(type(), array[member], place(i, n));
    return made;
  }
  template <class T> void write(int64_t member, const std::vector<T> &values) const {
    const int64_t n = int64_t(values.size());
    for (int64_t i = 0; i < n; ++i)
      store(type(), array[member], place(i, n), values[i]);
  }

private:
  int64_t place(int64_t i, int64_t n) const { return step < 0 ? (i - n + 1) * step : i * step; }
};

/// A scalar of a type that is named at run time, read when the handle says so.
template <class T> class TypedScalar {
public:
  TypedScalar(const void *address, DataType type, bool isOnDevice)
      : address(isOnDevice ? address : nullptr), type(type), value{} {
    if (!isOnDevice && address)
      value = load<T>(type, address, 0);
  }
  T operator()() const { return address ? load<T>(type, address, 0) : value; }

private:
  const void *address;
  DataType type;
  T value;
};

} // namespace porter::blas
