// What PyTorch's core asks of a GPU back end: that there is one, and how many devices it has.
//
// The interface has more virtual functions where USE_ROCM is defined, and PyTorch's library for CPUs
// was built without it.
#undef USE_ROCM
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/detail/CUDAHooksInterface.h>

#include "generators.h"
#include "host_memory.h"
#include "pinned_memory.h"

namespace at {

// PyTorch looks its hooks up by this name.
struct CUDAHooks final : CUDAHooksInterface {
  explicit CUDAHooks(CUDAHooksArgs) {}
  void init() const override {}
  bool hasCUDA() const override { return true; }
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasPrimaryContext(DeviceIndex) const override { return true; }
  DeviceIndex deviceCount() const override { return 1; }
  DeviceIndex getCurrentDevice() const override { return 0; }
  Device getDeviceFromPtr(void*) const override { return porter::the_device(); }
  Allocator* getPinnedMemoryAllocator() const override { return porter::pinned_allocator(); }
  bool isPinnedPtr(const void* data) const override { return porter::is_pinned(data); }
  // Random operators are done by the host's kernels, which draw from the host's generators.
  const Generator& getDefaultGenerator(DeviceIndex = -1) const override {
    return at::detail::getDefaultCPUGenerator();
  }
  Generator getNewGenerator(DeviceIndex = -1) const override { return porter::device_generator(); }
};

REGISTER_CUDA_HOOKS(CUDAHooks)

}  // namespace at
