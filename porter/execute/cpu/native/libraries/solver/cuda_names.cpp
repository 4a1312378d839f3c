// cuSOLVER's names for handles, settings, row swaps, and versions.
#include "administration.h"
#include "lu.h"

using namespace porter::solver;

#define DN(name) cusolverDn##name
#define SWAPS(letter, T)                                                                                               \
  int cusolverDn##letter##laswp(void *handle, int n, T *A, int ld, int first, int last, const int *pivots, int step) { \
    return laswp<T>({Vendor::Cuda, handle}, n, A, ld, first, last, pivots, step);                                      \
  }

namespace {
/// cuSOLVER of CUDA 12.4, whose headers the toolchain has.
constexpr int version[] = {11, 6, 1};
} // namespace

extern "C" {

ADMINISTRATION(DN, Vendor::Cuda)
SWAPS(S, float)
SWAPS(D, double)
SWAPS(C, std::complex<float>)
SWAPS(Z, std::complex<double>)

int cusolverGetVersion(int *number) {
  if (!number)
    return statusCodes[int(Status::InvalidValue)].cuda;
  *number = version[0] * 1000 + version[1] * 100 + version[2];
  return 0;
}
int cusolverGetProperty(int part, int *value) {
  if (part < 0 || part > 2 || !value)
    return statusCodes[int(Status::InvalidValue)].cuda;
  *value = version[part];
  return 0;
}
}
