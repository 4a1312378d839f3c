// hipblasLtMatmul by Composable Kernel: `porter::ckLtMatmul`, with the types in front.
//
// Layouts by columns, one product at a time; epilogues are ReLU, GELU and Swish, and a bias of D's type. What else a
// description asks for, such as scales, auxiliary results or other orders, is HIPBLAS_STATUS_NOT_SUPPORTED, and no
// other library is tried.
#pragma once

#include "ck_columns.hpp"

#include <hipblaslt/hipblaslt.h>

namespace porter {
namespace composable {

/// Attributes of a description; the first status that is no success is kept.
class Description {
public:
  explicit Description(hipblasLtMatmulDesc_t of) : of(of) {}
  template <typename T>
  T get(hipblasLtMatmulDescAttributes_t which, T otherwise) {
    T value = otherwise;
    size_t written = 0;
    return hipblasLtMatmulDescGetAttribute(of, which, &value, sizeof value, &written) == HIPBLAS_STATUS_SUCCESS
               ? value
               : otherwise;
  }
  /// Tell whether something is asked for that is not done here.
  bool asksForMore() {
    for (auto which : {HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER,
                       HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER,
                       HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER})
      if (get<const void *>(which, nullptr)) return true;
    return get<int32_t>(HIPBLASLT_MATMUL_DESC_POINTER_MODE, 0) > int32_t(HIPBLASLT_POINTER_MODE_DEVICE);
  }

private:
  hipblasLtMatmulDesc_t of;
};

/// What a layout says; `isPlain` is one matrix by columns.
struct Placed {
  hipblasStatus_t status;
  int32_t type = 0, order = 0, batches = 1;
  uint64_t rows = 0, columns = 0;
  int64_t distance = 0;

  explicit Placed(hipblasLtMatrixLayout_t of) : status(HIPBLAS_STATUS_SUCCESS) {
    get(of, HIPBLASLT_MATRIX_LAYOUT_TYPE, type);
    get(of, HIPBLASLT_MATRIX_LAYOUT_ORDER, order);
    get(of, HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, batches);
    get(of, HIPBLASLT_MATRIX_LAYOUT_ROWS, rows);
    get(of, HIPBLASLT_MATRIX_LAYOUT_COLS, columns);
    get(of, HIPBLASLT_MATRIX_LAYOUT_LD, distance);
  }
  bool isPlain(hipDataType wanted) const {
    return type == int32_t(wanted) && order == int32_t(HIPBLASLT_ORDER_COL) && batches == 1;
  }

private:
  template <typename T>
  void get(hipblasLtMatrixLayout_t of, hipblasLtMatrixLayoutAttribute_t which, T &value) {
    size_t written = 0;
    const hipblasStatus_t found = hipblasLtMatrixLayoutGetAttribute(of, which, &value, sizeof value, &written);
    if (status == HIPBLAS_STATUS_SUCCESS) status = found;
  }
};

/// Set what an epilogue does to a sum; false where it does something else.
template <typename Scalar>
bool finished(uint32_t epilogue, Finish<Scalar> &finish) {
  finish.hasBias = (epilogue & HIPBLASLT_EPILOGUE_BIAS) != 0;
  switch (epilogue & ~uint32_t(HIPBLASLT_EPILOGUE_BIAS)) {
  case 0:
  case HIPBLASLT_EPILOGUE_DEFAULT: finish.activation = Activation::None; break;
  case HIPBLASLT_EPILOGUE_RELU: finish.activation = Activation::Relu; break;
  case HIPBLASLT_EPILOGUE_GELU: finish.activation = Activation::Gelu; break;
  case HIPBLASLT_EPILOGUE_SWISH_EXT: finish.activation = Activation::Swish; break;
  default: return false;
  }
  return std::is_same_v<Scalar, float> || finish.activation == Activation::None;
}

} // namespace composable

template <hipDataType TypeA, hipDataType TypeB, hipDataType TypeD, int TurnA = -1, int TurnB = -1>
hipblasStatus_t ckLtMatmul(hipblasLtHandle_t, hipblasLtMatmulDesc_t description, const void *alpha, const void *a,
                           hipblasLtMatrixLayout_t layoutA, const void *b, hipblasLtMatrixLayout_t layoutB,
                           const void *beta, const void *c, hipblasLtMatrixLayout_t layoutC, void *d,
                           hipblasLtMatrixLayout_t layoutD, const hipblasLtMatmulAlgo_t *, void *, size_t,
                           hipStream_t stream) {
  static_assert(TypeA == TypeB, "Composable Kernel multiplies matrices of one type");
  using namespace composable;
  using A = typename ElementOf<TypeA>::Type;
  using D = typename ElementOf<TypeD>::Type;
  using Scalar = ScalarOf<A>;
  const Placed ofA(layoutA), ofB(layoutB), ofC(layoutC), ofD(layoutD);
  for (const Placed *one : {&ofA, &ofB, &ofC, &ofD})
    if (one->status != HIPBLAS_STATUS_SUCCESS) return one->status;
  Description asked(description);
  const bool turnsA = asked.get<int32_t>(HIPBLASLT_MATMUL_DESC_TRANSA, HIPBLAS_OP_N) != HIPBLAS_OP_N;
  const bool turnsB = asked.get<int32_t>(HIPBLASLT_MATMUL_DESC_TRANSB, HIPBLAS_OP_N) != HIPBLAS_OP_N;
  if ((TurnA >= 0 && turnsA != (TurnA == 1)) || (TurnB >= 0 && turnsB != (TurnB == 1)))
    return HIPBLAS_STATUS_NOT_SUPPORTED; // a description that the program's source does not show
  Finish<Scalar> finish{};
  if (!ofA.isPlain(TypeA) || !ofB.isPlain(TypeB) || !ofC.isPlain(TypeD) || !ofD.isPlain(TypeD) || asked.asksForMore() ||
      !finished(asked.get<uint32_t>(HIPBLASLT_MATMUL_DESC_EPILOGUE, HIPBLASLT_EPILOGUE_DEFAULT), finish))
    return HIPBLAS_STATUS_NOT_SUPPORTED;
  const void *bias = asked.get<const void *>(HIPBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr);
  const int32_t typeOfBias = asked.get<int32_t>(HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, -1);
  if (finish.hasBias && (!bias || (typeOfBias >= 0 && typeOfBias < 255 && typeOfBias != int32_t(TypeD))))
    return HIPBLAS_STATUS_NOT_SUPPORTED;
  const bool isOnDevice = asked.get<int32_t>(HIPBLASLT_MATMUL_DESC_POINTER_MODE, 0) == int32_t(HIPBLASLT_POINTER_MODE_DEVICE);
  if (!factor(alpha, false, isOnDevice, stream, finish.alpha) || !factor(beta, false, isOnDevice, stream, finish.beta))
    return HIPBLAS_STATUS_MAPPING_ERROR;
  const uint64_t k = turnsA ? ofA.rows : ofA.columns;
  if ((turnsA ? ofA.columns : ofA.rows) != ofD.rows || (turnsB ? ofB.rows : ofB.columns) != ofD.columns ||
      (turnsB ? ofB.columns : ofB.rows) != k || ofC.rows != ofD.rows || ofC.columns != ofD.columns)
    return HIPBLAS_STATUS_INVALID_VALUE;
  const Columns on{int64_t(ofD.rows), int64_t(ofD.columns), int64_t(k), a, b, c, d, bias,
                   ofA.distance, ofB.distance, ofC.distance, ofD.distance};
  return multiplied<A, D, TurnA, TurnB>(on, turnsA, turnsB, finish, stream);
}

} // namespace porter
