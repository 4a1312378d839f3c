// Products of matrices whose types are named at run time.
#pragma once

#include "call.h"
#include "data_type.h"

namespace porter::blas {

struct TypedMatrix {
  Batch<char> array; ///< strides in bytes
  int type;
  int64_t ld;
};

struct GemmEx {
  int transA, transB;
  int64_t m, n, k;
  const void *alpha;
  TypedMatrix A, B;
  const void *beta;
  TypedMatrix C;
  int compute;
};

int gemmEx(Call call, const GemmEx &product);
int64_t bytesOf(int type);

} // namespace porter::blas
