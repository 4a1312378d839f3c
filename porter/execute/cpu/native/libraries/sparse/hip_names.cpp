// hipSPARSE's names of the generic interface.
#define NAME(function) hipsparse##function
#define SPSM_AREA , void *
namespace {
constexpr int versionNumber = 300200; // hipSPARSE 3.2.0 of ROCm 6.4
} // namespace
#include "names_descriptors.h"
#include "names_generic.h"

#include <cstring>
extern "C" {

const char *hipsparseGetErrorName(int code) {
  static constexpr const char *names[] = {STATUS_NAMES("HIPSPARSE_STATUS_")};
  return code >= 0 && code < 12 ? names[code] : "unrecognized error code";
}
int hipsparseGetGitRevision(void *handle, char *revision) {
  Call call(handle);
  call.need(revision);
  if (call.isGood())
    std::strcpy(revision, "porter");
  return call.code();
}
}
