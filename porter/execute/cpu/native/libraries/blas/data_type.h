// The types of elements that a call names at run time.
#pragma once

#include "status.h"

#include <complex>
#include <cstdint>

namespace porter::blas {

enum class DataType { None, R16F, R16B, R32F, R64F, R8I, R8U, R32I, C32F, C64F };

/// Of hipDataType and cudaDataType, which agree, or of the older hipblasDatatype_t, whose numbers are others.
inline DataType dataTypeOf(int code) {
  switch (code) {
  case 2: case 150: return DataType::R16F;
  case 14: case 168: return DataType::R16B;
  case 0: case 151: return DataType::R32F;
  case 1: case 152: return DataType::R64F;
  case 3: case 160: return DataType::R8I;
  case 8: case 161: return DataType::R8U;
  case 10: case 162: return DataType::R32I;
  case 4: case 154: return DataType::C32F;
  case 5: case 155: return DataType::C64F;
  }
  return DataType::None;
}

inline bool isComplexType(DataType type) { return type == DataType::C32F || type == DataType::C64F; }

/// Do something with a null pointer of the type that is meant.
template <class Work> auto withType(DataType type, Work work) {
  switch (type) {
  case DataType::R16F: return work(static_cast<_Float16 *>(nullptr));
  case DataType::R16B: return work(static_cast<__bf16 *>(nullptr));
  case DataType::R64F: return work(static_cast<double *>(nullptr));
  case DataType::R8I: return work(static_cast<int8_t *>(nullptr));
  case DataType::R8U: return work(static_cast<uint8_t *>(nullptr));
  case DataType::R32I: return work(static_cast<int32_t *>(nullptr));
  case DataType::C32F: return work(static_cast<std::complex<float> *>(nullptr));
  case DataType::C64F: return work(static_cast<std::complex<double> *>(nullptr));
  default: return work(static_cast<float *>(nullptr));
  }
}

/// A number of one type as one of another; a complex one loses its imaginary part where there is no place for it.
template <class To, class From> To numberOf(From from) {
  constexpr bool toComplex = std::is_same_v<To, std::complex<float>> || std::is_same_v<To, std::complex<double>>;
  constexpr bool fromComplex = std::is_same_v<From, std::complex<float>> || std::is_same_v<From, std::complex<double>>;
  if constexpr (toComplex && fromComplex)
    return To(from);
  else if constexpr (toComplex)
    return To(typename To::value_type(from));
  else if constexpr (fromComplex)
    return To(from.real());
  else
    return To(from);
}

template <class To> To load(DataType type, const void *array, int64_t index) {
  return withType(type, [=](auto *typed) {
    using Type = std::remove_pointer_t<decltype(typed)>;
    return numberOf<To>(static_cast<const Type *>(array)[index]);
  });
}

template <class From> void store(DataType type, void *array, int64_t index, From value) {
  withType(type, [=](auto *typed) {
    using Type = std::remove_pointer_t<decltype(typed)>;
    static_cast<Type *>(array)[index] = numberOf<Type>(value);
  });
}

} // namespace porter::blas
