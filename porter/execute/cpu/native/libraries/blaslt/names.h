// The functions that both vendors have, under the prefix that `NAME` makes; `vendor`, `plain`, `Algorithm` are theirs.
#pragma once

#include "objects.h"

using namespace porter::blaslt;

namespace {

struct Result {
  Algorithm algorithm;
  size_t bytes;
  int state;
  float waves;
  int reserved[4];
};

/// The one algorithm there is, when it does what is described.
int heuristic(void *handle, const void *description, const void *A, const void *B, const void *C, const void *D,
              const void *preference, int wanted, Result *results, int *count) {
  if (!count || wanted < 1 || !results || !known<Preference>().find(preference))
    return codeOf(vendor, Status::InvalidValue);
  *count = 0;
  const int status = check(vendor, handle, description, A, B, C, D);
  if (status)
    return status;
  results[0] = Result{};
  results[0].waves = 1;
  *count = 1;
  return 0;
}

} // namespace

#define OBJECT(name, Object)                                                                                           \
  int NAME(name##SetAttribute)(void *object, int code, const void *value, size_t size) {                               \
    return set<Object>(vendor, object, code, value, size);                                                             \
  }                                                                                                                    \
  int NAME(name##GetAttribute)(const void *object, int code, void *value, size_t size, size_t *written) {              \
    return get<Object>(vendor, object, code, value, size, written);                                                    \
  }                                                                                                                    \
  int NAME(name##Destroy)(void *object) { return destroy<Object>(vendor, object); }

extern "C" {

int NAME(Create)(void **handle) {
  return porter::libraries::made<Context>(handle) ? 0 : codeOf(vendor, Status::InvalidValue);
}
int NAME(Destroy)(void *handle) {
  return porter::libraries::ended<Context>(handle) ? 0 : codeOf(vendor, Status::NotInitialized);
}
OBJECT(MatrixLayout, Layout)
OBJECT(MatmulDesc, Matmul)
OBJECT(MatrixTransformDesc, Transform)
OBJECT(MatmulPreference, Preference)

int NAME(MatrixLayoutCreate)(Layout **layout, int type, uint64_t rows, uint64_t columns, int64_t ld) {
  return create(vendor, layout, Layout{type, 0, rows, columns, ld});
}
int NAME(MatmulDescCreate)(Matmul **made, int compute, int scaleType) {
  Matmul matmul;
  matmul.compute = compute;
  matmul.scaleType = scaleType;
  matmul.transA = matmul.transB = matmul.transC = plain;
  return create(vendor, made, matmul);
}
int NAME(MatrixTransformDescCreate)(Transform **made, int scaleType) {
  return create(vendor, made, Transform{scaleType, 0, plain, plain});
}
int NAME(MatmulPreferenceCreate)(Preference **made) { return create(vendor, made, Preference()); }

int NAME(MatmulAlgoGetHeuristic)(void *handle, void *description, void *A, void *B, void *C, void *D, void *preference,
                                 int wanted, Result *results, int *count) {
  return heuristic(handle, description, A, B, C, D, preference, wanted, results, count);
}
int NAME(Matmul)(void *handle, void *description, const void *alpha, const void *A, void *layoutA, const void *B,
                 void *layoutB, const void *beta, const void *C, void *layoutC, void *D, void *layoutD,
                 const Algorithm *, void *, size_t, hipStream_t stream) {
  return multiply(vendor, handle, description, {alpha, A, layoutA, B, layoutB, beta, C, layoutC, D, layoutD}, stream);
}
int NAME(MatrixTransform)(void *handle, void *description, const void *alpha, const void *A, void *layoutA,
                          const void *beta, const void *B, void *layoutB, void *C, void *layoutC, hipStream_t stream) {
  return transform(vendor, handle, description, alpha, A, layoutA, beta, B, layoutB, C, layoutC, stream);
}
}
