// Error codes: names, texts, and the last error of each thread.
#include "api.h"

#include <atomic>

namespace porter::hip {

static thread_local hipError_t lastError = hipSuccess;
static std::atomic<hipError_t> lostContext{hipSuccess};

hipError_t finish(hipError_t error) {
  if (error == hipSuccess)
    error = lostContext.load(std::memory_order_relaxed);
  if (error != hipSuccess && error != hipErrorNotReady)
    lastError = error;
  return error;
}

static std::atomic<bool> withCuda{false};
bool speaksCuda() { return withCuda.load(std::memory_order_relaxed); }

void loseContext(hipError_t error) {
  hipError_t none = hipSuccess;
  lostContext.compare_exchange_strong(none, error);
}

namespace {

struct ErrorText {
  hipError_t code;
  const char *name, *text;
};

#define ERROR(code, text) {code, #code, text}
const ErrorText errors[] = {
    ERROR(hipSuccess, "no error"),
    ERROR(hipErrorInvalidValue, "invalid argument"),
    ERROR(hipErrorOutOfMemory, "out of memory"),
    ERROR(hipErrorNotInitialized, "initialization error"),
    ERROR(hipErrorDeinitialized, "driver shutting down"),
    ERROR(hipErrorInvalidConfiguration, "invalid configuration argument"),
    ERROR(hipErrorInvalidPitchValue, "invalid pitch argument"),
    ERROR(hipErrorInvalidSymbol, "invalid device symbol"),
    ERROR(hipErrorInvalidDevicePointer, "invalid device pointer"),
    {invalidChannelDescriptor, "hipErrorUnknown", "invalid channel descriptor"},
    ERROR(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    ERROR(hipErrorInsufficientDriver, "driver version is insufficient for runtime version"),
    ERROR(hipErrorMissingConfiguration, "__global__ function call is not configured"),
    ERROR(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    ERROR(hipErrorInvalidDeviceFunction, "invalid device function"),
    ERROR(hipErrorNoDevice, "no ROCm-capable device is detected"),
    ERROR(hipErrorInvalidDevice, "invalid device ordinal"),
    ERROR(hipErrorInvalidImage, "device kernel image is invalid"),
    ERROR(hipErrorInvalidContext, "invalid device context"),
    ERROR(hipErrorMapFailed, "mapping of buffer object failed"),
    ERROR(hipErrorNoBinaryForGpu, "no kernel image is available for execution on the device"),
    ERROR(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    ERROR(hipErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    ERROR(hipErrorInvalidSource, "device kernel image is invalid"),
    ERROR(hipErrorFileNotFound, "file not found"),
    ERROR(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    ERROR(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    ERROR(hipErrorInvalidHandle, "invalid resource handle"),
    ERROR(hipErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    ERROR(hipErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    ERROR(hipErrorStreamCaptureMerge, "operation would result in a merge of separate capture sequences"),
    ERROR(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    ERROR(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    ERROR(hipErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    ERROR(hipErrorStreamCaptureImplicit, "operation would make the legacy stream depend on a capturing blocking stream"),
    ERROR(hipErrorCapturedEvent, "operation not permitted on an event last recorded in a capturing stream"),
    ERROR(hipErrorGraphExecUpdateFailure, "the graph update was not performed because it included changes which "
                                          "violated constraints specific to instantiated graph update"),
    ERROR(hipErrorIllegalState, "the operation cannot be performed in the present state"),
    ERROR(hipErrorNotFound, "named symbol not found"),
    ERROR(hipErrorNotReady, "device not ready"),
    ERROR(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    ERROR(hipErrorLaunchOutOfResources, "out of resources"),
    ERROR(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    ERROR(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    ERROR(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    ERROR(hipErrorAssert, "device-side assert triggered"),
    ERROR(hipErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped"),
    ERROR(hipErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    ERROR(hipErrorLaunchFailure, "unspecified launch failure"),
    ERROR(hipErrorContextIsDestroyed, "context is destroyed"),
    ERROR(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    ERROR(hipErrorNotSupported, "operation not supported"),
    ERROR(hipErrorUnknown, "unknown error"),
};
#undef ERROR

const ErrorText &lookup(hipError_t code) {
  for (const ErrorText &error : errors)
    if (error.code == code)
      return error;
  return lookup(hipErrorUnknown);
}

} // namespace
} // namespace porter::hip

using namespace porter::hip;

extern "C" {

/// Called by the library with CUDA's names, when it is loaded.
void porter_speak_cuda() { withCuda = true; }

hipError_t hipGetLastError() {
  hipError_t error = lastError != hipSuccess ? lastError : lostContext.load();
  lastError = hipSuccess;
  return error;
}
hipError_t hipExtGetLastError() { return hipGetLastError(); }
hipError_t hipPeekAtLastError() { return lastError != hipSuccess ? lastError : lostContext.load(); }
const char *hipGetErrorName(hipError_t error) { return lookup(error).name; }
const char *hipGetErrorString(hipError_t error) { return lookup(error).text; }
hipError_t hipDrvGetErrorName(hipError_t error, const char **text) {
  if (!text)
    return hipErrorInvalidValue;
  *text = hipGetErrorName(error);
  return hipSuccess;
}
hipError_t hipDrvGetErrorString(hipError_t error, const char **text) {
  if (!text)
    return hipErrorInvalidValue;
  *text = hipGetErrorString(error);
  return hipSuccess;
}
}
