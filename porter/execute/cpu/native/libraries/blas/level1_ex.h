// Level 1 with types that are named at run time.
#pragma once

#include "typed_vector.h"

namespace porter::blas {

struct TypedAddress {
  const void *address;
  int code;
};

int axpyEx(Call call, int64_t n, TypedAddress alpha, TypedVector x, TypedVector y, int execution);
int scalEx(Call call, int64_t n, TypedAddress alpha, TypedVector x, int execution);
int dotEx(Call call, bool conjugated, int64_t n, TypedVector x, TypedVector y, void *result, int resultType,
          int execution);
int nrm2Ex(Call call, int64_t n, TypedVector x, void *result, int resultType, int execution);
int asumEx(Call call, int64_t n, TypedVector x, void *result, int resultType, int execution);
int rotEx(Call call, int64_t n, TypedVector x, TypedVector y, TypedAddress c, const void *s, int execution);
int copyEx(Call call, int64_t n, TypedVector x, TypedVector y);
int swapEx(Call call, int64_t n, TypedVector x, TypedVector y);

} // namespace porter::blas
