// The streams that nobody created: the default one, and one for each thread.
#include "streams.h"

namespace porter::hip {

bool findStream(hipStream_t handle, std::shared_ptr<Stream> &stream) {
  static const auto legacy = reinterpret_cast<hipStream_t>(1); // the default stream by name
  stream = nullptr;
  if (!handle || handle == legacy)
    return true;
  if (handle == hipStreamPerThread) {
    thread_local const auto perThread = std::make_shared<Stream>();
    stream = perThread;
  } else {
    stream = streams().find(handle);
  }
  return stream != nullptr;
}

} // namespace porter::hip
