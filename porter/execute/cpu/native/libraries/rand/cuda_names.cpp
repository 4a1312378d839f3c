// cuRAND's names.
#include "generator.h"

namespace {
/// curandRngType_t.
const porter::rand::Vendor vendor{100, 101, 121, 141, 142, 161, 200, 201, 202, 203, 204, porter::rand::makeCudaEngine};
constexpr int versionNumber = 10305; // cuRAND 10.3.5, whose headers the toolchain has
} // namespace

#define NAME(function) curand##function
#include "names.h"

extern "C" {

int curandGetProperty(int part, int *value) {
  if (part < 0 || part > 2 || !value)
    return OutOfRange;
  constexpr int parts[] = {10, 3, 5};
  *value = parts[part];
  return Success;
}
}
