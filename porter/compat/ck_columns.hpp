// D = activation(alpha * op(A) * op(B) + beta * C + bias), by columns as BLAS has matrices, over Composable Kernel.
#pragma once

#include "ck_product.hpp"

#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
#include <hipblas/hipblas.h>

namespace porter::composable {

/// What lies behind a type that a program names.
template <hipDataType Type>
struct ElementOf {
  static_assert(Type != Type, "Composable Kernel's products take HIP_R_16F, HIP_R_16BF, HIP_R_32F and HIP_R_8I");
};
template <>
struct ElementOf<HIP_R_16F> {
  using Type = __half;
};
template <>
struct ElementOf<HIP_R_16BF> {
  using Type = __hip_bfloat16;
};
template <>
struct ElementOf<HIP_R_32F> {
  using Type = float;
};
template <>
struct ElementOf<HIP_R_8I> {
  using Type = int8_t;
};
template <>
struct ElementOf<HIP_R_32I> {
  using Type = int32_t;
};

enum class Activation { None, Relu, Gelu, Swish };

/// What is done to a sum. C is not looked at where beta is 0, and may be anything then.
template <typename Scalar>
struct Finish {
  Scalar alpha, beta;
  Activation activation = Activation::None;
  bool hasBias = false;

  template <typename D, typename Sum, typename C>
  __host__ __device__ constexpr void operator()(D &d, const Sum &sum, const C &c, const C &bias) const {
    Scalar made = alpha * ck::type_convert<Scalar>(sum);
    if (beta != Scalar(0)) made += beta * ck::type_convert<Scalar>(c);
    if (hasBias) made += ck::type_convert<Scalar>(bias);
    if constexpr (std::is_same_v<Scalar, float>)
      d = round<D>(activated(made));
    else
      d = ck::type_convert<D>(made);
  }

private:
  __host__ __device__ float activated(float x) const {
    switch (activation) {
    case Activation::Relu: return x > 0.0f ? x : 0.0f;
    // Hendrycks and Gimpel, Gaussian Error Linear Units, with the hyperbolic tangent.
    case Activation::Gelu: return 0.5f * x * (1.0f + tanhf(0.7978845608f * (x + 0.044715f * x * x * x)));
    case Activation::Swish: return x / (1.0f + expf(-x));
    default: return x;
    }
  }
};

/// Matrices by columns, each with the distance of its columns; C and D are m by n, a bias has m elements.
struct Columns {
  int64_t m, n, k;
  const void *a, *b, *c;
  void *d;
  const void *bias;
  int64_t lda, ldb, ldc, ldd;
};

/// Composable Kernel counts bytes with 31 bits.
template <typename T>
bool isAddressable(int64_t distance, int64_t columns) {
  return distance >= 0 && columns >= 0 && double(distance) * double(columns) * sizeof(T) < 2147483648.0;
}

/// Columns by columns are rows by rows of the transposed product, D' = op(B)' * op(A)'.
template <typename A, typename C, bool TurnsA, bool TurnsB, typename Scalar>
class ByColumns {
  template <bool IsFast>
  static constexpr int kVector = IsFast ? 16 / int(sizeof(A)) : 1;
  template <bool IsFast>
  using With = Product<A, !TurnsB, A, !TurnsA, C, kVector<IsFast>, kVector<IsFast>, IsFast ? 16 / int(sizeof(C)) : 1,
                       Finish<Scalar>, 2>;

  template <bool IsFast>
  static auto argument(const Columns &on, const Finish<Scalar> &finish) {
    const bool hasC = finish.beta != Scalar(0);
    return With<IsFast>::argument(int(on.n), int(on.m), int(on.k), on.b, on.ldb, on.a, on.lda,
                                  {hasC ? on.c : on.d, finish.hasBias ? on.bias : on.d},
                                  {hasC ? on.ldc : on.ldd, finish.hasBias ? 0 : on.ldd}, on.d, on.ldd, 1, finish);
  }
  template <bool IsFast>
  static bool ran(const Columns &on, const Finish<Scalar> &finish, hipStream_t stream) {
    auto given = argument<IsFast>(on, finish);
    if (!With<IsFast>::Operation::IsSupportedArgument(given)) return false;
    typename With<IsFast>::Operation().MakeInvoker().Run(given, StreamConfig{stream, false});
    return true;
  }
  static bool isAligned(const void *data, int64_t bytes) {
    return (reinterpret_cast<uintptr_t>(data) | uintptr_t(bytes)) % 16 == 0;
  }

public:
  static hipblasStatus_t run(const Columns &on, const Finish<Scalar> &finish, hipStream_t stream) {
    if (on.m < 0 || on.n < 0 || on.k < 0) return HIPBLAS_STATUS_INVALID_VALUE;
    if (on.m == 0 || on.n == 0) return HIPBLAS_STATUS_SUCCESS;
    if (!ck::is_xdl_supported()) return HIPBLAS_STATUS_ARCH_MISMATCH;
    if (on.k == 0 || !isAddressable<A>(on.lda, TurnsA ? on.m : on.k) || !isAddressable<A>(on.ldb, TurnsB ? on.k : on.n) ||
        !isAddressable<C>(on.ldc, on.n) || !isAddressable<C>(on.ldd, on.n))
      return HIPBLAS_STATUS_NOT_SUPPORTED;
    const bool isFast = isAligned(on.a, on.lda * sizeof(A)) && isAligned(on.b, on.ldb * sizeof(A)) &&
                        isAligned(on.d, on.ldd * sizeof(C)) &&
                        (finish.beta == Scalar(0) || isAligned(on.c, on.ldc * sizeof(C))) &&
                        (!finish.hasBias || isAligned(on.bias, 0));
    if (!(isFast && ran<true>(on, finish, stream)) && !ran<false>(on, finish, stream))
      return HIPBLAS_STATUS_NOT_SUPPORTED;
    return hipPeekAtLastError() == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_EXECUTION_FAILED;
  }
};

/// `TurnA` and `TurnB` are what a program writes: 0 for as it is, 1 for transposed, -1 for what only runs tell.
template <typename A, typename C, int TurnA, int TurnB, typename Scalar>
hipblasStatus_t multiplied(const Columns &on, bool turnsA, bool turnsB, const Finish<Scalar> &finish,
                           hipStream_t stream) {
  if constexpr (TurnA < 0)
    return turnsA ? multiplied<A, C, 1, TurnB>(on, turnsA, turnsB, finish, stream)
                  : multiplied<A, C, 0, TurnB>(on, turnsA, turnsB, finish, stream);
  else if constexpr (TurnB < 0)
    return turnsB ? multiplied<A, C, TurnA, 1>(on, turnsA, turnsB, finish, stream)
                  : multiplied<A, C, TurnA, 0>(on, turnsA, turnsB, finish, stream);
  else
    return ByColumns<A, C, TurnA == 1, TurnB == 1, Scalar>::run(on, finish, stream);
}

/// What computes in whole numbers has whole factors.
template <typename A>
using ScalarOf = std::conditional_t<std::is_same_v<A, int8_t>, int32_t, float>;

/// A factor as its compute type says, on the host or on the device.
template <typename Scalar>
bool factor(const void *place, bool isHalf, bool isOnDevice, hipStream_t stream, Scalar &value) {
  char bytes[4] = {};
  const std::size_t size = isHalf ? 2 : 4;
  if (isOnDevice) {
    if (hipMemcpyAsync(bytes, place, size, hipMemcpyDeviceToHost, stream) != hipSuccess ||
        hipStreamSynchronize(stream) != hipSuccess)
      return false;
  } else {
    __builtin_memcpy(bytes, place, size);
  }
  if (isHalf) {
    __half half;
    __builtin_memcpy(&half, bytes, 2);
    value = Scalar(float(half));
  } else {
    __builtin_memcpy(&value, bytes, 4);
  }
  return true;
}

} // namespace porter::composable
