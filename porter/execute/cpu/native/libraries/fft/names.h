// The functions that both vendors have, under the prefix that `NAME` makes; `Handle` is the vendor's type of plans.
#pragma once

#include "several.h"

using namespace porter::fft;

namespace {

intptr_t id(Handle plan) { return (intptr_t)(plan); }

/// Create a plan and decide what it does; nothing is left of it when it cannot be.
int plan(Handle *handle, const Shape &shape) {
  intptr_t made = 0;
  if (!handle)
    return InvalidValue;
  create(&made);
  const int status = make(made, shape, nullptr);
  if (status)
    destroy(made);
  else
    *handle = (Handle)(made);
  return status;
}

Shape simple(std::vector<int64_t> lengths, int type, int batch = 1) { return {std::move(lengths), {}, {}, type, batch}; }

/// Of a work area that a plan would need: none.
int estimate(const Shape &shape, size_t *bytes) {
  const int status = check(shape);
  if (!status && bytes)
    *bytes = 0;
  return status;
}
int estimateFor(Handle plan, const Shape &shape, size_t *bytes) {
  return find(id(plan)) ? estimate(shape, bytes) : InvalidPlan;
}
/// Of hipDataType and cudaDataType: R_32F 0, C_32F 4, R_64F 1, C_64F 5. Others are not offered.
int typeOf(int in, int out, int execution) {
  constexpr struct {
    int in, out, type;
  } known[] = {{0, 4, R2C}, {4, 0, C2R}, {4, 4, C2C}, {1, 5, D2Z}, {5, 1, Z2D}, {5, 5, Z2Z}};
  for (const auto &one : known)
    if (one.in == in && one.out == out && execution == (in % 4 == 0 ? 4 : 5))
      return one.type;
  return 0;
}
int ofPlan(Handle plan) { return find(id(plan)) ? Success : InvalidPlan; }

} // namespace

#define MANY(Int, Size)                                                                                                \
  int rank, Int *n, Int *inEmbed, Size inStep, Size inDistance, Int *outEmbed, Size outStep, Size outDistance,         \
      int type, Size batch
#define TYPED_MANY                                                                                                     \
  int rank, long long *n, long long *inEmbed, long long inStep, long long inDistance, int inType, long long *outEmbed, \
      long long outStep, long long outDistance, int outType, long long batch
#define SHAPE shapeOf(rank, n, inEmbed, inStep, inDistance, outEmbed, outStep, outDistance, type, batch)

extern "C" {

int NAME(Create)(Handle *handle) {
  intptr_t made = 0;
  const int status = create(handle ? &made : nullptr);
  if (!status)
    *handle = (Handle)(made);
  return status;
}
int NAME(Destroy)(Handle handle) { return destroy(id(handle)); }
int NAME(SetStream)(Handle handle, hipStream_t stream) {
  const auto plan = find(id(handle));
  if (plan)
    plan->stream = stream;
  return plan ? Success : InvalidPlan;
}

int NAME(Plan1d)(Handle *handle, int x, int type, int batch) { return plan(handle, simple({x}, type, batch)); }
int NAME(Plan2d)(Handle *handle, int x, int y, int type) { return plan(handle, simple({x, y}, type)); }
int NAME(Plan3d)(Handle *handle, int x, int y, int z, int type) { return plan(handle, simple({x, y, z}, type)); }
int NAME(PlanMany)(Handle *handle, MANY(int, int)) { return plan(handle, SHAPE); }

int NAME(MakePlan1d)(Handle handle, int x, int type, int batch, size_t *bytes) {
  return make(id(handle), simple({x}, type, batch), bytes);
}
int NAME(MakePlan2d)(Handle handle, int x, int y, int type, size_t *bytes) {
  return make(id(handle), simple({x, y}, type), bytes);
}
int NAME(MakePlan3d)(Handle handle, int x, int y, int z, int type, size_t *bytes) {
  return make(id(handle), simple({x, y, z}, type), bytes);
}
int NAME(MakePlanMany)(Handle handle, MANY(int, int), size_t *bytes) { return make(id(handle), SHAPE, bytes); }
int NAME(MakePlanMany64)(Handle handle, MANY(long long, long long), size_t *bytes) {
  return make(id(handle), SHAPE, bytes);
}

int NAME(Estimate1d)(int x, int type, int batch, size_t *bytes) { return estimate(simple({x}, type, batch), bytes); }
int NAME(Estimate2d)(int x, int y, int type, size_t *bytes) { return estimate(simple({x, y}, type), bytes); }
int NAME(Estimate3d)(int x, int y, int z, int type, size_t *bytes) { return estimate(simple({x, y, z}, type), bytes); }
int NAME(EstimateMany)(MANY(int, int), size_t *bytes) { return estimate(SHAPE, bytes); }
int NAME(GetSize1d)(Handle handle, int x, int type, int batch, size_t *bytes) {
  return estimateFor(handle, simple({x}, type, batch), bytes);
}
int NAME(GetSize2d)(Handle handle, int x, int y, int type, size_t *bytes) {
  return estimateFor(handle, simple({x, y}, type), bytes);
}
int NAME(GetSize3d)(Handle handle, int x, int y, int z, int type, size_t *bytes) {
  return estimateFor(handle, simple({x, y, z}, type), bytes);
}
int NAME(GetSizeMany)(Handle handle, MANY(int, int), size_t *bytes) { return estimateFor(handle, SHAPE, bytes); }
int NAME(GetSizeMany64)(Handle handle, MANY(long long, long long), size_t *bytes) {
  return estimateFor(handle, SHAPE, bytes);
}
int NAME(GetSize)(Handle handle, size_t *bytes) {
  if (bytes)
    *bytes = 0;
  return ofPlan(handle);
}
int NAME(SetAutoAllocation)(Handle handle, int) { return ofPlan(handle); }
int NAME(SetWorkArea)(Handle handle, void *) { return ofPlan(handle); }

int NAME(ExecC2C)(Handle plan, void *in, void *out, int direction) { return execute(id(plan), C2C, in, out, direction); }
int NAME(ExecZ2Z)(Handle plan, void *in, void *out, int direction) { return execute(id(plan), Z2Z, in, out, direction); }
int NAME(ExecR2C)(Handle plan, void *in, void *out) { return execute(id(plan), R2C, in, out, forwards); }
int NAME(ExecD2Z)(Handle plan, void *in, void *out) { return execute(id(plan), D2Z, in, out, forwards); }
int NAME(ExecC2R)(Handle plan, void *in, void *out) { return execute(id(plan), C2R, in, out, backwards); }
int NAME(ExecZ2D)(Handle plan, void *in, void *out) { return execute(id(plan), Z2D, in, out, backwards); }
int NAME(XtExec)(Handle plan, void *in, void *out, int direction) { return execute(id(plan), 0, in, out, direction); }

int NAME(XtMakePlanMany)(Handle handle, TYPED_MANY, size_t *bytes, int execution) {
  const int type = typeOf(inType, outType, execution);
  return type ? make(id(handle), SHAPE, bytes) : NotSupported;
}
int NAME(XtGetSizeMany)(Handle handle, TYPED_MANY, size_t *bytes, int execution) {
  const int type = typeOf(inType, outType, execution);
  return type ? estimateFor(handle, SHAPE, bytes) : NotSupported;
}

/// Callbacks are device code that the transform would have to call.
int NAME(XtSetCallback)(Handle plan, void **, int, void **) { return find(id(plan)) ? NotImplemented : InvalidPlan; }
int NAME(XtClearCallback)(Handle plan, int) { return find(id(plan)) ? NotImplemented : InvalidPlan; }
int NAME(XtSetCallbackSharedSize)(Handle plan, int, size_t) { return find(id(plan)) ? NotImplemented : InvalidPlan; }

int NAME(GetVersion)(int *version) {
  if (!version)
    return InvalidValue;
  *version = versionNumber;
  return Success;
}
int NAME(GetProperty)(int part, int *value) {
  if (part < 0 || part > 2 || !value)
    return InvalidValue;
  constexpr int units[] = {1000, 100, 1};
  *value = part == 0 ? versionNumber / 1000 : versionNumber % (part == 1 ? 1000 : 100) / units[part];
  return Success;
}
}
#undef MANY
#undef TYPED_MANY
#undef SHAPE
