// Events: they note the time at which they were recorded.
#include "streams.h"

using porter::steadyNanoseconds;
using namespace porter::hip;

hipError_t porter::hip::recordNow(Event &event) {
  event.capture.reset();
  event.recordedAt = steadyNanoseconds();
  return finish(hipSuccess);
}

static hipError_t checkEvent(hipEvent_t handle) {
  const auto event = events().find(handle);
  if (!event)
    return finish(hipErrorInvalidHandle);
  return finish(event->capture.expired() ? hipSuccess : hipErrorCapturedEvent);
}

extern "C" {

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
