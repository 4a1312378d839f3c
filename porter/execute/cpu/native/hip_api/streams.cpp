// Streams and events. Work is done when it is issued, in order, so a stream never holds anything back; events
// note the time at which they were recorded.
#include "streams.h"

#include <algorithm>

using porter::steadyNanoseconds;
using namespace porter::hip;

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

hipError_t recordNow(Event &event) {
  event.capture.reset();
  event.recordedAt = steadyNanoseconds();
  return finish(hipSuccess);
}

namespace {

constexpr int leastPriority = 0, greatestPriority = -1;

/// What `ask` wants to know of a stream; the default stream is one without flags.
template <class T, class Ask> hipError_t answer(hipStream_t handle, T *value, Ask ask) {
  std::shared_ptr<Stream> stream;
  if (!value)
    return finish(hipErrorInvalidValue);
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  *value = stream ? ask(*stream) : T();
  return finish(hipSuccess);
}

hipError_t checkEvent(hipEvent_t handle) {
  const auto event = events().find(handle);
  if (!event)
    return finish(hipErrorInvalidHandle);
  return finish(event->capture.expired() ? hipSuccess : hipErrorCapturedEvent);
}

} // namespace
} // namespace porter::hip

extern "C" {

hipError_t hipStreamCreateWithPriority(hipStream_t *handle, unsigned flags, int priority) {
  if (!handle || (flags != hipStreamDefault && flags != hipStreamNonBlocking))
    return finish(hipErrorInvalidValue);
  auto stream = std::make_shared<Stream>();
  stream->flags = flags;
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
  if (hipError_t error = checkNotCaptured(stream.get()))
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
  return answer(stream, device, [](const Stream &) { return hipDevice_t(0); });
}
int hipGetStreamDeviceId(hipStream_t) { return 0; }
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

hipError_t hipEventCreateWithFlags(hipEvent_t *handle, unsigned flags) {
  constexpr unsigned known = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess |
                             hipEventDisableSystemFence | hipEventReleaseToDevice | hipEventReleaseToSystem;
  const bool isUntimed = flags & hipEventDisableTiming;
  if (!handle || (flags & ~known) || ((flags & hipEventInterprocess) && !isUntimed))
    return finish(hipErrorInvalidValue);
  auto event = std::make_shared<Event>();
  event->flags = flags;
  *handle = events().add(std::move(event));
  return finish(hipSuccess);
}
hipError_t hipEventCreate(hipEvent_t *event) { return hipEventCreateWithFlags(event, 0); }
hipError_t hipEventDestroy(hipEvent_t event) {
  if (!event)
    return finish(hipErrorInvalidHandle);
  return events().take(event) ? finish(hipSuccess) : finish(mistakes::destroyedTwice);
}

/// In a capture an event is a place in the graph, for other streams to wait for.
hipError_t hipEventRecord(hipEvent_t handle, hipStream_t streamHandle) {
  const auto event = events().find(handle);
  std::shared_ptr<Stream> stream;
  if (!event)
    return finish(hipErrorInvalidHandle);
  if (!findStream(streamHandle, stream))
    return finish(mistakes::stream);
  if (!stream || !stream->capture)
    return recordNow(*event);
  event->capture = stream->capture;
  event->frontier = stream->frontier;
  return finish(hipSuccess);
}
hipError_t hipEventRecordWithFlags(hipEvent_t handle, hipStream_t stream, unsigned flags) {
  if (flags != hipEventRecordDefault && flags != hipEventRecordExternal)
    return finish(hipErrorInvalidValue);
  const auto event = events().find(handle);
  if (flags == hipEventRecordDefault || !event)
    return hipEventRecord(handle, stream);
  return issue(stream, hipGraphNodeTypeEventRecord, [event] { return recordNow(*event); });
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

hipError_t hipEventSynchronize(hipEvent_t event) { return checkEvent(event); }
hipError_t hipEventQuery(hipEvent_t event) { return checkEvent(event); }
hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t startHandle, hipEvent_t stopHandle) {
  if (!milliseconds)
    return finish(hipErrorInvalidValue);
  const auto start = events().find(startHandle), stop = events().find(stopHandle);
  if (!start || !stop || !start->recordedAt || !stop->recordedAt)
    return finish(hipErrorInvalidHandle);
  if ((start->flags | stop->flags) & hipEventDisableTiming)
    return finish(hipErrorInvalidHandle);
  *milliseconds = float(double(int64_t(stop->recordedAt - start->recordedAt)) * 1e-6);
  return finish(hipSuccess);
}
}
