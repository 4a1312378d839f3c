// cuFFT's names.
#define NAME(function) cufft##function
namespace {
using Handle = int;
constexpr int versionNumber = 11201; // cuFFT 11.2.1, whose headers the toolchain has
} // namespace
#include "names.h"
#include "names_several.h"

extern "C" {

int cufftXtSetWorkArea(Handle handle, void **) { return ofPlan(handle); }
int cufftXtSetWorkAreaPolicy(Handle handle, int policy, size_t *) {
  return policy < 0 || policy > 2 ? InvalidValue : ofPlan(handle);
}
/// It tells how numbers of one dimension are shuffled, which here they are not.
int cufftXtQueryPlan(Handle handle, void *, int) { return find(id(handle)) ? NotImplemented : InvalidPlan; }
}
