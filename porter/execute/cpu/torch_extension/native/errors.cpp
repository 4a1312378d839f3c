// What PyTorch's checks call when a call of the runtime or a launch has failed.
#include <torch/version.h>

#include <mutex>
#include <string>

#include "gpu_api.h"

namespace c10::cuda {

std::string get_cuda_error_help(porter::gpu_error) noexcept { return {}; }

const char* get_cuda_async_error_suffix(porter::gpu_error) noexcept { return ""; }

const char* get_cuda_check_suffix() noexcept { return ""; }

std::mutex* getFreeMutex() {
  static std::mutex mutex;
  return &mutex;
}

// Since PyTorch 2.14 a check brings along what the driver wrote of the error; here it writes nothing.
#if TORCH_VERSION_MAJOR > 2 || TORCH_VERSION_MINOR >= 14
#define PORTER_AND_LOG , CUDAErrorLogCapture*
CUDAErrorLogCapture::CUDAErrorLogCapture() noexcept = default;

std::string CUDAErrorLogCapture::get_error_log_suffix() noexcept { return {}; }
#else
#define PORTER_AND_LOG
#endif

void c10_cuda_check_implementation(const int32_t code, const char* file, const char* function,
                                   const uint32_t line, const bool PORTER_AND_LOG) {
  const auto error = static_cast<porter::gpu_error>(code);
  if (error == PORTER_GPU(Success)) return;
  [[maybe_unused]] const auto cleared = PORTER_GPU(GetLastError)();
  throw c10::AcceleratorError(
      {function, file, line}, code,
      std::string("CUDA error: ") + PORTER_GPU(GetErrorString)(error));
}

}  // namespace c10::cuda

// What has gone wrong on the device and was not reported yet, as a kernel that ran into memory which
// is not there; null when nothing has.
extern "C" const char* porter_device_error() {
  auto error = PORTER_GPU(DeviceSynchronize)();
  if (error == PORTER_GPU(Success)) error = PORTER_GPU(GetLastError)();
  return error == PORTER_GPU(Success) ? nullptr : PORTER_GPU(GetErrorString)(error);
}
