// What is done to a product's elements before they are written: biases, activations, and their gradients.
#pragma once

#include "float8.h"
#include "objects.h"

namespace porter::blaslt {

/// The bits of cublasLtEpilogue_t and hipblasLtEpilogue_t.
enum Step : uint32_t {
  Relu = 2, Bias = 4, ReluGradient = 8, BiasGradient = 16, Gelu = 32, GeluGradient = 64, Aux = 128,
  BiasGradientA = 256, BiasGradientB = 512, Swish = 65536, Clamp = 131072,
};

/// Source: Hendrycks and Gimpel, Gaussian Error Linear Units, with the hyperbolic tangent.
template <class T> T gelu(T x) { return x / 2 * (1 + std::tanh(T(0.7978845608028654) * (x + T(0.044715) * x * x * x))); }
template <class T> T geluSlope(T x) {
  const T c = T(0.7978845608028654), t = std::tanh(c * (x + T(0.044715) * x * x * x));
  return (1 + t) / 2 + x / 2 * (1 - t * t) * c * (1 + 3 * T(0.044715) * x * x);
}

/// Of one member of a batch; `values` are its elements by columns, without gaps.
template <class T> struct Epilogue {
  const Matmul &matmul;
  Vendor vendor;
  int64_t rows, columns, member;
  int typeD;

  void apply(std::vector<T> &values) const {
    const uint32_t steps = matmul.epilogue;
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i) {
        T &value = values[i + j * rows];
        if (steps & Bias)
          value += load<T>(biasType(), matmul.bias, member * matmul.biasStride + i);
        value = activated(steps, value, i, j);
      }
    if (steps & BiasGradient)
      for (int64_t i = 0; i < rows; ++i) {
        T sum{};
        for (int64_t j = 0; j < columns; ++j)
          sum += values[i + j * rows];
        store(biasType(), matmul.bias, member * matmul.biasStride + i, sum);
      }
  }
  int biasType() const { return matmul.biasType >= 0 ? matmul.biasType : float8Of(typeD) ? 14 : typeD; }

private:
  T activated(uint32_t steps, T value, int64_t i, int64_t j) const {
    const int64_t place = member * matmul.auxStride + i + j * matmul.auxLd;
    if (steps & ReluGradient)
      return bit(place) ? value : T();
    if (steps & GeluGradient)
      return value * geluSlope(loadAux(place));
    if ((steps & Aux) && (steps & Relu) && vendor == Vendor::Cuda)
      setBit(place, value > T());
    else if (steps & Aux)
      store(auxType(), matmul.aux, place, matmul.scaleAux ? value * T(*matmul.scaleAux) : value);
    if (steps & Relu)
      return std::max(value, T());
    if (steps & Gelu)
      return gelu(value);
    if (steps & Swish)
      return value / (1 + std::exp(-value));
    return steps & Clamp ? std::max(T(matmul.first), std::min(value, T(matmul.second))) : value;
  }
  T loadAux(int64_t place) const {
    const T value = load<T>(auxType(), matmul.aux, place);
    return matmul.scaleAux ? value * T(*matmul.scaleAux) : value;
  }
  int auxType() const { return matmul.auxType >= 0 ? matmul.auxType : typeD; }
  /// cuBLASLt keeps one bit for each element: whether it was above zero.
  bool bit(int64_t place) const { return static_cast<const uint8_t *>(matmul.aux)[place / 8] >> place % 8 & 1; }
  void setBit(int64_t place, bool value) const {
    uint8_t &byte = static_cast<uint8_t *>(matmul.aux)[place / 8];
    byte = uint8_t((byte & ~(1 << place % 8)) | int(value) << place % 8);
  }
};

} // namespace porter::blaslt
