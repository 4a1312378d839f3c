// A plain C interface to images and launches, for callers that load device code themselves (the Python module).
#include "runtime.h"

#include <cstring>

using namespace porter;

extern "C" {

/// The image that an object with this key announced, or null.
const DeviceImage *porter_image(const char *key) { return findImage(key); }

/// Run a kernel. Returns a LaunchResult; `fault` receives the report of one that failed.
int porter_launch(const DeviceImage *image, uint32_t kernel, const uint32_t *grid, const uint32_t *block,
                  void **arguments, uint64_t dynamicLds, char *fault, uint64_t faultBytes) {
  LaunchRequest request{{image, &image->kernels[kernel]},
                        {grid[0], grid[1], grid[2]},
                        {block[0], block[1], block[2]},
                        arguments,
                        dynamicLds};
  LaunchResult result = launch(request);
  if (result != LaunchResult::Success && faultBytes)
    std::strncpy(fault, lastFault().c_str(), faultBytes - 1);
  return int(result);
}
}
