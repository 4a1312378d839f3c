// hipBLASLt's names.
#define NAME(function) hipblasLt##function
#include "objects.h"

namespace {
constexpr auto vendor = porter::libraries::Vendor::Hip;
constexpr int plain = 111; ///< HIPBLAS_OP_N
struct Algorithm {
  uint8_t data[16];
  size_t bytes;
};
} // namespace
#include "names.h"

#include <cstring>

extern "C" {

int hipblasLtGetVersion(void *handle, int *version) {
  if (!porter::libraries::found<Context>(handle))
    return codeOf(vendor, Status::NotInitialized);
  if (!version)
    return codeOf(vendor, Status::InvalidValue);
  *version = 100100; // hipBLASLt 1.1.0, whose headers the toolchain has
  return 0;
}
int hipblasLtGetGitRevision(void *handle, char *revision) {
  if (!porter::libraries::found<Context>(handle))
    return codeOf(vendor, Status::NotInitialized);
  if (!revision)
    return codeOf(vendor, Status::InvalidValue);
  std::strcpy(revision, "porter");
  return 0;
}
}
