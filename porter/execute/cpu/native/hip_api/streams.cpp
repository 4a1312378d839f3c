// Streams. Work is done when it is issued, in order, so a stream never holds anything back.
#include "streams.h"

#include <algorithm>

using namespace porter::hip;

namespace {

constexpr int leastPriority = 0, greatestPriority = -1;

/// What `ask` wants to know of a stream; the default stream is one without flags.
template <class T, class Ask> hipError_t answer(hipStream_t handle, T *value, Ask ask) {
  std::shared_ptr<Stream> stream;
  if (!value)
    return finish(hipErrorInvalidValue);
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  *value = ask(stream ? *stream : Stream{0, 0, currentDevice(), {}, {}, {}});
  return finish(hipSuccess);
}

} // namespace

extern "C" {

hipError_t hipStreamCreateWithPriority(hipStream_t *handle, unsigned flags, int priority) {
  if (!handle || (flags != hipStreamDefault && flags != hipStreamNonBlocking))
    return finish(hipErrorInvalidValue);
  auto stream = std::make_shared<Stream>();
  stream->flags = flags;
  stream->device = currentDevice();
  stream->priority = std::clamp(priority, greatestPriority, leastPriority);
  *handle = streams().add(std::move(stream));
  return finish(hipSuccess);
}
hipError_t hipStreamCreate(hipStream_t *stream) { return hipStreamCreateWithPriority(stream, 0, 0); }
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags) {
  return hipStreamCreateWithPriority(stream, flags, 0);
}
hipError_t hipStreamDestroy(hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!findStream(handle, stream))
    return finish(mistakes::destroyedTwice);
  if (!stream || handle == hipStreamPerThread)
    return finish(hipErrorInvalidHandle); // nobody made the default streams
  // What a stream that joined a capture did there stays in it.
  const bool hasJoined = stream->capture && stream->capture->origin != stream.get();
  if (hipError_t error = hasJoined ? hipSuccess : checkNotCaptured(stream.get()))
    return error;
  streams().take(handle);
  return finish(hipSuccess);
}
hipError_t hipStreamSynchronize(hipStream_t stream) { return checkNotCaptured(stream); }
hipError_t hipStreamQuery(hipStream_t stream) { return checkNotCaptured(stream); }
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned *flags) {
  return answer(stream, flags, [](const Stream &asked) { return asked.flags; });
}
hipError_t hipStreamGetPriority(hipStream_t stream, int *priority) {
  return answer(stream, priority, [](const Stream &asked) { return asked.priority; });
}
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device) {
  return answer(stream, device, [](const Stream &asked) { return hipDevice_t(asked.device); });
}
int hipGetStreamDeviceId(hipStream_t handle) {
  const auto stream = streams().find(handle);
  return stream ? stream->device : currentDevice();
}
hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least)
    *least = leastPriority;
  if (greatest)
    *greatest = greatestPriority;
  return finish(hipSuccess);
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *data, unsigned flags) {
  if (!callback || flags)
    return finish(hipErrorInvalidValue);
  return issue(stream, hipGraphNodeTypeHost, [=] {
    callback(stream, finish(hipSuccess), data);
    return finish(hipSuccess);
  });
}
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *data) {
  if (!function)
    return finish(hipErrorInvalidValue);
  return issue(stream, hipGraphNodeTypeHost, [=] {
    function(data);
    return finish(hipSuccess);
  });
}

hipError_t hipStreamWaitEvent(hipStream_t streamHandle, hipEvent_t handle, unsigned flags) {
  const auto event = events().find(handle);
  std::shared_ptr<Stream> stream;
  if (!event || !findStream(streamHandle, stream))
    return finish(hipErrorInvalidHandle);
  if (flags != hipEventWaitDefault && flags != hipEventWaitExternal)
    return finish(hipErrorInvalidValue);
  auto recorded = event->capture.lock();
  if (!recorded)
    return finish(hipSuccess);
  if (!stream)
    return finish(hipErrorStreamCaptureImplicit);
  if (!stream->capture) {
    stream->capture = recorded;
    stream->frontier.clear();
    recorded->streams.push_back(stream);
  } else if (stream->capture != recorded) {
    stream->capture->isInvalid = recorded->isInvalid = true;
    return finish(hipErrorStreamCaptureMerge);
  }
  stream->frontier.insert(stream->frontier.end(), event->frontier.begin(), event->frontier.end());
  return finish(hipSuccess);
}
}
