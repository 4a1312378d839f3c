// Streams and events, and the captures that turn what is issued into graphs.
#pragma once

#include "api.h"

#include <functional>
#include <memory>

namespace porter::hip {

/// A graph in the making. Streams join it when they wait for an event recorded in it.
struct Capture {
  hipGraph_t graph = nullptr;
  bool ownsGraph = true; ///< until hipStreamEndCapture hands it over
  ihipStream_t *origin = nullptr;
  unsigned long long id = 0;
  hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  bool blocksLegacyStream = false;
  bool isInvalid = false;
  std::vector<ihipStream_t *> streams; ///< origin and those that joined
  ~Capture();
};

} // namespace porter::hip

struct ihipStream_t {
  unsigned flags = 0;
  int priority = 0;
  std::shared_ptr<porter::hip::Capture> capture;
  std::vector<hipGraphNode_t> frontier; ///< nodes that the next one of this stream comes after
};

struct ihipEvent_t {
  unsigned flags;
  uint64_t recordedAt; ///< nanoseconds; 0 while never recorded
  std::weak_ptr<porter::hip::Capture> capture; ///< when it was last recorded in one
  std::vector<hipGraphNode_t> frontier;
};

namespace porter::hip {

/// The stream behind a handle; null for the default stream.
ihipStream_t *streamOf(hipStream_t handle);

/// hipSuccess when `stream` may do something at once; the error when a capture forbids it.
hipError_t checkNotCaptured(hipStream_t stream);

/// Add a node to the graph that `stream` captures.
hipError_t capture(ihipStream_t &stream, hipGraphNodeType type, std::function<hipError_t()> work);

/// Do `work` now or, when `stream` is being captured, make it a node.
template <class Work> hipError_t issue(hipStream_t handle, hipGraphNodeType type, Work work) {
  ihipStream_t *stream = streamOf(handle);
  if (stream && stream->capture)
    return capture(*stream, type, std::move(work));
  hipError_t error = checkNotCaptured(handle);
  return error ? error : work();
}

} // namespace porter::hip
