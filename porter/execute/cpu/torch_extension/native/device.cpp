// The one device: its number, its properties, and the guard through which PyTorch selects it.
#include <sstream>
#include <string>

#include "gpu_api.h"

namespace c10::cuda {

DeviceIndex device_count() noexcept { return 1; }

DeviceIndex device_count_ensure_non_zero() { return 1; }

DeviceIndex current_device() { return 0; }

porter::gpu_error GetDeviceCount(int* count) {
  *count = 1;
  return PORTER_GPU(Success);
}

porter::gpu_error GetDevice(DeviceIndex* device) {
  *device = 0;
  return PORTER_GPU(Success);
}

porter::gpu_error SetDevice(DeviceIndex device, const bool) {
  return device == 0 ? PORTER_GPU(Success) : PORTER_GPU(ErrorInvalidDevice);
}

porter::gpu_error MaybeSetDevice(DeviceIndex device) { return SetDevice(device, false); }

void set_device(DeviceIndex device, const bool force) { C10_CUDA_CHECK(SetDevice(device, force)); }

// A negative number means "leave it"; PyTorch's guards pass it for tensors that are on no device.
DeviceIndex ExchangeDevice(DeviceIndex device) {
  if (device >= 0) set_device(device, false);
  return 0;
}

DeviceIndex MaybeExchangeDevice(DeviceIndex device) { return ExchangeDevice(device); }

void SetTargetDevice() {}

void device_synchronize() { C10_CUDA_CHECK(PORTER_GPU(DeviceSynchronize)()); }

void warn_or_error_on_sync() {}

bool hasPrimaryContext(DeviceIndex device) { return device == 0; }

std::optional<DeviceIndex> getDeviceIndexWithPrimaryContext() { return 0; }

namespace impl {
C10_REGISTER_GUARD_IMPL(CUDA, CUDAGuardImpl)
}  // namespace impl

}  // namespace c10::cuda

extern "C" const char* porter_device_properties() {
#if defined(USE_ROCM)
  hipDeviceProp_t found;
  const char* arch = found.gcnArchName;
#else
  cudaDeviceProp found;
  const char* arch = "";
#endif
  C10_CUDA_CHECK(PORTER_GPU(GetDeviceProperties)(&found, 0));
  static std::string text;
  std::ostringstream out;
  out << "name=" << found.name << "\ngcnArchName=" << arch << "\nmajor=" << found.major
      << "\nminor=" << found.minor << "\ntotal_memory=" << found.totalGlobalMem
      << "\nmulti_processor_count=" << found.multiProcessorCount
      << "\nwarp_size=" << found.warpSize
      << "\nmax_threads_per_multi_processor=" << found.maxThreadsPerMultiProcessor
      << "\nregs_per_multiprocessor=" << found.regsPerMultiprocessor
      << "\nshared_memory_per_block=" << found.sharedMemPerBlock
      << "\nL2_cache_size=" << found.l2CacheSize;
  return (text = out.str()).c_str();
}

#if defined(PORTER_HAS_ATEN_CONTEXT)

namespace at::cuda {

#if defined(USE_ROCM)
using Properties = hipDeviceProp_t;
#else
using Properties = cudaDeviceProp;
#endif

Properties* getDeviceProperties(c10::DeviceIndex device) {
  static Properties properties = [] {
    Properties found;
    C10_CUDA_CHECK(PORTER_GPU(GetDeviceProperties)(&found, 0));
    return found;
  }();
  TORCH_CHECK(device <= 0, "there is one device, 0; got ", static_cast<int>(device));
  return &properties;
}

Properties* getCurrentDeviceProperties() { return getDeviceProperties(0); }

int warp_size() { return getCurrentDeviceProperties()->warpSize; }

bool canDeviceAccessPeer(c10::DeviceIndex, c10::DeviceIndex) { return false; }

c10::Allocator* getCUDADeviceAllocator() { return c10::cuda::CUDACachingAllocator::get(); }

}  // namespace at::cuda

#endif
