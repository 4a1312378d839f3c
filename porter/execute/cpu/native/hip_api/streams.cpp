// Streams and events. Work is done when it is issued, in order, so a stream never holds anything back; events
// note the time at which they were recorded.
#include "streams.h"

using porter::steadyNanoseconds;
using namespace porter::hip;

namespace porter::hip {

ihipStream_t *streamOf(hipStream_t handle) {
  thread_local ihipStream_t perThread;
  if (handle == hipStreamPerThread)
    return &perThread;
  return handle == reinterpret_cast<hipStream_t>(1) ? nullptr : handle; // 1: the legacy default stream by name
}

} // namespace porter::hip

extern "C" {

hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned flags, int priority) {
  *stream = new ihipStream_t;
  (*stream)->flags = flags;
  (*stream)->priority = priority;
  return finish(hipSuccess);
}
hipError_t hipStreamCreate(hipStream_t *stream) { return hipStreamCreateWithPriority(stream, 0, 0); }
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags) {
  return hipStreamCreateWithPriority(stream, flags, 0);
}
hipError_t hipStreamDestroy(hipStream_t handle) {
  ihipStream_t *stream = streamOf(handle);
  if (!stream || stream != handle)
    return finish(hipErrorInvalidHandle);
  if (hipError_t error = checkNotCaptured(handle))
    return error;
  delete stream;
  return finish(hipSuccess);
}
hipError_t hipStreamSynchronize(hipStream_t stream) { return checkNotCaptured(stream); }
hipError_t hipStreamQuery(hipStream_t stream) { return checkNotCaptured(stream); }
hipError_t hipStreamGetFlags(hipStream_t handle, unsigned *flags) {
  ihipStream_t *stream = streamOf(handle);
  *flags = stream ? stream->flags : 0;
  return finish(hipSuccess);
}
hipError_t hipStreamGetPriority(hipStream_t handle, int *priority) {
  ihipStream_t *stream = streamOf(handle);
  *priority = stream ? stream->priority : 0;
  return finish(hipSuccess);
}
hipError_t hipStreamGetDevice(hipStream_t, hipDevice_t *device) {
  *device = 0;
  return finish(hipSuccess);
}
int hipGetStreamDeviceId(hipStream_t) { return 0; }
hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -1;
  return finish(hipSuccess);
}

hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *data, unsigned) {
  return issue(stream, hipGraphNodeTypeHost, [=] {
    callback(stream, finish(hipSuccess), data);
    return finish(hipSuccess);
  });
}
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t function, void *data) {
  return issue(stream, hipGraphNodeTypeHost, [=] {
    function(data);
    return finish(hipSuccess);
  });
}

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags) {
  *event = new ihipEvent_t{flags, 0, {}, {}};
  return finish(hipSuccess);
}
hipError_t hipEventCreate(hipEvent_t *event) { return hipEventCreateWithFlags(event, 0); }
hipError_t hipEventDestroy(hipEvent_t event) {
  if (!event)
    return finish(hipErrorInvalidHandle);
  delete event;
  return finish(hipSuccess);
}

/// In a capture an event is a place in the graph, for other streams to wait for.
hipError_t hipEventRecord(hipEvent_t event, hipStream_t handle) {
  if (!event)
    return finish(hipErrorInvalidHandle);
  ihipStream_t *stream = streamOf(handle);
  if (stream && stream->capture) {
    event->capture = stream->capture;
    event->frontier = stream->frontier;
    return finish(hipSuccess);
  }
  event->capture.reset();
  event->recordedAt = steadyNanoseconds();
  return finish(hipSuccess);
}
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned flags) {
  if (flags != hipEventRecordExternal || !event)
    return hipEventRecord(event, stream);
  return issue(stream, hipGraphNodeTypeEventRecord, [=] { return hipEventRecord(event, nullptr); });
}

hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t event, unsigned) {
  if (!event)
    return finish(hipErrorInvalidHandle);
  auto recorded = event->capture.lock();
  ihipStream_t *stream = streamOf(handle);
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
  for (hipGraphNode_t node : event->frontier)
    stream->frontier.push_back(node);
  return finish(hipSuccess);
}

static hipError_t checkEvent(hipEvent_t event) {
  if (!event)
    return finish(hipErrorInvalidHandle);
  return finish(event->capture.expired() ? hipSuccess : hipErrorCapturedEvent);
}
hipError_t hipEventSynchronize(hipEvent_t event) { return checkEvent(event); }
hipError_t hipEventQuery(hipEvent_t event) { return checkEvent(event); }
hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t stop) {
  if (!start || !stop || !start->recordedAt || !stop->recordedAt)
    return finish(hipErrorInvalidHandle);
  if ((start->flags | stop->flags) & hipEventDisableTiming)
    return finish(hipErrorInvalidHandle);
  *milliseconds = float(double(int64_t(stop->recordedAt - start->recordedAt)) * 1e-6);
  return finish(hipSuccess);
}
}
