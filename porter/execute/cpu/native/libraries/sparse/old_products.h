// Products of a matrix of the older interface with dense ones.
#pragma once

#include "old.h"

namespace porter::sparse {

template <class T>
int timesDense(Call call, int opA, int opB, int64_t n, const T *alpha, const Matrix &A, const T *B, int64_t ldB,
               const T *beta, T *C, int64_t ldC) {
  const int64_t rows = opA == 0 ? A.rows : A.columns, inner = opA == 0 ? A.columns : A.rows;
  const DenseMatrix factor{opB == 0 ? inner : n, opB == 0 ? n : inner, ldB, const_cast<T *>(B), typeOf<T>()};
  return multiplyDense(call, opA, opB, alpha, A, factor, beta, {rows, n, ldC, C, typeOf<T>()}, typeOf<T>());
}
template <class T>
int timesVector(Call call, int op, const T *alpha, const Matrix &A, const T *x, const T *beta, T *y) {
  const int64_t rows = op == 0 ? A.rows : A.columns, inner = op == 0 ? A.columns : A.rows;
  return timesDense(call, op, 0, 1, alpha, A, x, std::max<int64_t>(1, inner), beta, y, std::max<int64_t>(1, rows));
}

} // namespace porter::sparse
