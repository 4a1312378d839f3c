// hipFFT's names.
#define NAME(function) hipfft##function
namespace {
using Handle = void *;
constexpr int versionNumber = 10018; // hipFFT 1.0.18 of ROCm 6.4
} // namespace
#include "names.h"
#include "names_several.h"

#include <cmath>

extern "C" {

/// What every result is multiplied by.
int hipfftExtPlanScaleFactor(Handle handle, double factor) {
  const auto plan = find(id(handle));
  if (!plan)
    return InvalidPlan;
  if (!std::isfinite(factor))
    return InvalidValue;
  plan->scale = factor;
  return Success;
}
}
