// The runtime below the GPU APIs: images, launches, and what a launch can end with.
#pragma once

#include "../abi.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace porter {

struct Size3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

/// A kernel with the image it came from: wave size and LDS layout are the image's.
struct KernelHandle {
  const DeviceImage *image = nullptr;
  const KernelEntry *entry = nullptr;
  explicit operator bool() const { return entry != nullptr; }
};

// Images. Objects announce theirs from constructors, before main.
const DeviceImage *findImage(const std::string &key);
KernelHandle findKernel(const DeviceImage &image, const std::string &name);
const VariableEntry *findVariable(const DeviceImage &image, const std::string &name);
/// The images that objects announce while `load` loads them; they stay apart from the program's own.
std::vector<const DeviceImage *> imagesOf(const std::function<void()> &load);
/// They are about to be unloaded.
void forget(const std::vector<const DeviceImage *> &images);
/// Whether an address lies in a variable of an image.
bool isVariable(const void *address);
/// The image whose architecture the device reports: the first one; null when there is none.
const DeviceImage *firstImage();

enum class LaunchResult {
  Success,
  Trap,           ///< the device code trapped
  Assertion,      ///< an assertion of the device code failed
  IllegalAddress, ///< it touched memory that is not there
  Timeout,        ///< it waited for memory that nobody wrote
  OutOfMemory,    ///< no stacks or LDS for it
};

struct LaunchRequest {
  KernelHandle kernel;
  Size3 grid, block;
  void **arguments = nullptr;
  size_t dynamicLds = 0;
  std::shared_ptr<const void> owner; ///< keeps a module loaded; null for the program's own kernels
};

/// Run a kernel to its end.
LaunchResult launch(const LaunchRequest &request);

/// What went wrong in the last launch that did not succeed, for people.
std::string lastFault();

/// Nanoseconds of a steady clock.
uint64_t steadyNanoseconds();

} // namespace porter
