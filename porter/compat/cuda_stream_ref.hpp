// libcu++'s cuda/stream_ref: a stream that belongs to somebody else.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cuda/stream_ref>
#else

#include <hip/hip_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace cuda {

/// What a call of the runtime could not do.
class cuda_error : public ::std::runtime_error {
 public:
  cuda_error(int status, const char* what)
      : ::std::runtime_error("hipError " + ::std::to_string(status) + ": " + what) {}
};

class stream_ref {
 public:
  using value_type = hipStream_t;

  stream_ref() = default;
  constexpr stream_ref(value_type stream) noexcept : stream_(stream) {}
  stream_ref(int) = delete;
  stream_ref(::std::nullptr_t) = delete;

  [[nodiscard]] friend constexpr bool operator==(const stream_ref& left,
                                                 const stream_ref& right) noexcept {
    return left.stream_ == right.stream_;
  }
  [[nodiscard]] friend constexpr bool operator!=(const stream_ref& left,
                                                 const stream_ref& right) noexcept {
    return left.stream_ != right.stream_;
  }

  [[nodiscard]] constexpr value_type get() const noexcept { return stream_; }

  /// Waits for all that was put into the stream.
  void wait() const { check(hipStreamSynchronize(stream_), "Failed to synchronize stream."); }

  /// Tells whether all that was put into the stream is done.
  [[nodiscard]] bool ready() const {
    const hipError_t status = hipStreamQuery(stream_);
    if (status == hipErrorNotReady) {
      return false;
    }
    check(status, "Failed to query stream.");
    return true;
  }

 private:
  /// Throws what a call says, and leaves no error for the next one to find.
  static void check(hipError_t status, const char* what) {
    if (status != hipSuccess) {
      (void)hipGetLastError();
      throw cuda_error(status, what);
    }
  }

  value_type stream_ = nullptr;
};

}  // namespace cuda

#endif
