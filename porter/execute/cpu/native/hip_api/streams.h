// Streams and events, and the captures that turn what is issued into graphs.
#pragma once

#include "api.h"
#include "handles.h"
#include "host_checks.h"

#include <functional>
#include <memory>

namespace porter::hip {

struct Graph;
struct Node;
struct Stream;

/// A graph in the making. Streams join it when they wait for an event recorded in it.
struct Capture {
  std::shared_ptr<Graph> graph;
  hipGraph_t handle = nullptr;
  bool ownsGraph = true; ///< until hipStreamEndCapture hands it over
  Stream *origin = nullptr;
  unsigned long long id = 0;
  hipStreamCaptureMode mode = hipStreamCaptureModeGlobal;
  bool blocksLegacyStream = false;
  bool isInvalid = false;
  std::vector<std::shared_ptr<Stream>> streams; ///< origin and those that joined
  ~Capture();
};

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  int device = 0;
  std::shared_ptr<Capture> capture;
  std::vector<std::shared_ptr<Node>> frontier; ///< nodes that the next one of this stream comes after
  std::vector<hipGraphNode_t> reported;        ///< their handles, for those who asked last
};

struct Event {
  unsigned flags;
  uint64_t recordedAt = 0; ///< nanoseconds; 0 while never recorded
  std::weak_ptr<Capture> capture; ///< when it was last recorded in one
  std::vector<std::shared_ptr<Node>> frontier;
};

inline Handles<Stream, hipStream_t> &streams() { return handlesOf<Stream, hipStream_t>(); }
inline Handles<Event, hipEvent_t> &events() { return handlesOf<Event, hipEvent_t>(); }

/// The stream behind a handle; null for the default stream. False when the handle is none.
bool findStream(hipStream_t handle, std::shared_ptr<Stream> &stream);

/// hipSuccess when `stream` may do something at once; the error when a capture forbids it, or when it is no stream.
hipError_t checkNotCaptured(hipStream_t handle);
hipError_t checkNotCaptured(Stream *stream);

/// Add a node to the graph that `stream` captures.
hipError_t capture(Stream &stream, hipGraphNodeType type, std::function<hipError_t()> work);

/// Note the time, for those who measure.
hipError_t recordNow(Event &event);

/// Do `work` now or, when `stream` is being captured, make it a node.
template <class Work> hipError_t issue(hipStream_t handle, hipGraphNodeType type, Work work) {
  std::shared_ptr<Stream> stream;
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  if (stream && stream->capture)
    return capture(*stream, type, std::move(work));
  if (hipError_t error = checkNotCaptured(stream.get()))
    return error;
  const hipError_t error = work();
  if (type == hipGraphNodeTypeHost)
    noteHostWork();
  return error;
}

} // namespace porter::hip
