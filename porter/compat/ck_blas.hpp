// hipblasGemmEx by Composable Kernel: `porter::ckGemmEx`, with the types, and the operations where they are known, in
// front.
//
// Sums are in float (int for eight-bit integers) for any compute type. What Composable Kernel cannot do, such as a
// product on a GPU without MFMA, is a status, and no other library is tried.
#pragma once

#include "ck_columns.hpp"

namespace porter {

template <hipDataType TypeA, hipDataType TypeB, hipDataType TypeC, int TurnA = -1, int TurnB = -1>
hipblasStatus_t ckGemmEx(hipblasHandle_t handle, hipblasOperation_t turnA, hipblasOperation_t turnB, int m, int n,
                         int k, const void *alpha, const void *a, hipDataType typeA, int lda, const void *b,
                         hipDataType typeB, int ldb, const void *beta, void *c, hipDataType typeC, int ldc,
                         hipblasComputeType_t compute, hipblasGemmAlgo_t) {
  static_assert(TypeA == TypeB, "Composable Kernel multiplies matrices of one type");
  using A = typename composable::ElementOf<TypeA>::Type;
  using C = typename composable::ElementOf<TypeC>::Type;
  using Scalar = composable::ScalarOf<A>;
  if (typeA != TypeA || typeB != TypeB || typeC != TypeC) return HIPBLAS_STATUS_INVALID_ENUM;
  hipStream_t stream = nullptr;
  hipblasPointerMode_t mode = HIPBLAS_POINTER_MODE_HOST;
  hipblasStatus_t status = hipblasGetStream(handle, &stream);
  if (status == HIPBLAS_STATUS_SUCCESS) status = hipblasGetPointerMode(handle, &mode);
  if (status != HIPBLAS_STATUS_SUCCESS) return status;
  const bool isHalf = compute == HIPBLAS_COMPUTE_16F || compute == HIPBLAS_COMPUTE_16F_PEDANTIC;
  const bool isOnDevice = mode == HIPBLAS_POINTER_MODE_DEVICE;
  composable::Finish<Scalar> finish{};
  if (!composable::factor(alpha, isHalf, isOnDevice, stream, finish.alpha) ||
      !composable::factor(beta, isHalf, isOnDevice, stream, finish.beta))
    return HIPBLAS_STATUS_MAPPING_ERROR;
  const composable::Columns on{m, n, k, a, b, c, c, nullptr, lda, ldb, ldc, ldc};
  return composable::multiplied<A, C, TurnA, TurnB>(on, turnA != HIPBLAS_OP_N, turnB != HIPBLAS_OP_N, finish, stream);
}

} // namespace porter
