// The sparse solvers that both vendors have, under the prefix that `SP` makes; `vendor` is theirs.
#pragma once

#include "sparse_systems.h"

using namespace porter::solver;

/// On the device, and of the host's memory, which is the same here.
#define SPARSE_SYSTEM(letter, T, name, kind, end)                                                                      \
  int SP(letter##csrlsv##name##end)(void *handle, int n, int count, const void *description, const T *values,          \
                                    const int *offsets, const int *columns, const T *b, Real<T> tolerance, int, T *x,  \
                                    int *singularity) {                                                                \
    return sparseSystem<T>({vendor, handle}, Factorization::kind, n, count, description, values, offsets, columns, b,  \
                           tolerance, x, singularity);                                                                 \
  }

extern "C" {

int SP(Create)(void **handle) {
  return porter::libraries::made<Context>(handle) ? 0 : Call(vendor, nullptr).code();
}
int SP(Destroy)(void *handle) {
  return porter::libraries::ended<Context>(handle) ? 0 : Call(vendor, nullptr).code();
}
int SP(SetStream)(void *handle, hipStream_t stream) {
  const auto context = porter::libraries::found<Context>(handle);
  if (context)
    context->stream = stream;
  return Call(vendor, handle).code();
}
SPARSE_SYSTEM(S, float, chol, Cholesky, )
SPARSE_SYSTEM(D, double, chol, Cholesky, )
SPARSE_SYSTEM(S, float, chol, Cholesky, Host)
SPARSE_SYSTEM(D, double, chol, Cholesky, Host)
SPARSE_SYSTEM(S, float, qr, Qr, )
SPARSE_SYSTEM(D, double, qr, Qr, )
}
