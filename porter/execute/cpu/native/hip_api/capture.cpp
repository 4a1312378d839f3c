// Stream capture: what is issued to a stream becomes nodes of a graph instead of being done.
#include "graph.h"

#include <algorithm>
#include <atomic>
#include <set>

using namespace porter::hip;

namespace porter::hip {
namespace {

/// Captures that forbid the default stream: those of streams that synchronise with it.
std::atomic<int> captures{0}, legacyBlocked{0};

/// Nodes that have to be done before those of `frontier`, these included.
std::set<const hipGraphNode *> ancestors(const std::vector<hipGraphNode_t> &frontier) {
  std::set<const hipGraphNode *> found;
  std::vector<const hipGraphNode *> work(frontier.begin(), frontier.end());
  while (!work.empty()) {
    const hipGraphNode *node = work.back();
    work.pop_back();
    if (found.insert(node).second)
      work.insert(work.end(), node->before.begin(), node->before.end());
  }
  return found;
}

/// Every stream that joined has been waited for by the stream in which the capture began.
bool allJoined(const Capture &capture) {
  const auto reached = ancestors(capture.origin->frontier);
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const ihipStream_t *stream) {
    return std::all_of(stream->frontier.begin(), stream->frontier.end(),
                       [&](const hipGraphNode *node) { return reached.count(node) > 0; });
  });
}

} // namespace

Capture::~Capture() {
  --captures;
  legacyBlocked -= blocksLegacyStream;
  if (ownsGraph)
    delete graph;
}

hipError_t checkNotCaptured(hipStream_t handle) {
  if (captures.load(std::memory_order_relaxed) == 0)
    return finish(hipSuccess);
  ihipStream_t *stream = streamOf(handle);
  if (stream && stream->capture) {
    stream->capture->isInvalid = true;
    return finish(hipErrorStreamCaptureUnsupported);
  }
  return finish(!stream && legacyBlocked.load() ? hipErrorStreamCaptureImplicit : hipSuccess);
}

hipError_t capture(ihipStream_t &stream, hipGraphNodeType type, std::function<hipError_t()> work) {
  if (stream.capture->isInvalid)
    return finish(hipErrorStreamCaptureInvalidated);
  hipGraphNode *node = addNode(*stream.capture->graph, type, stream.frontier.data(), stream.frontier.size());
  node->work = std::move(work);
  stream.frontier = {node};
  return finish(hipSuccess);
}

static hipError_t begin(hipStream_t handle, hipStreamCaptureMode mode, hipGraph_t graph, const hipGraphNode_t *before,
                        size_t count) {
  ihipStream_t *stream = streamOf(handle);
  if (!stream)
    return finish(hipErrorStreamCaptureUnsupported);
  if (stream->capture)
    return finish(hipErrorIllegalState);
  static std::atomic<unsigned long long> nextId{1};
  auto made = std::make_shared<Capture>();
  ++captures;
  made->id = nextId++;
  made->mode = mode;
  made->origin = stream;
  made->ownsGraph = graph == nullptr;
  made->graph = graph ? graph : new ihipGraph;
  made->blocksLegacyStream = !(stream->flags & hipStreamNonBlocking) && handle != hipStreamPerThread;
  legacyBlocked += made->blocksLegacyStream;
  made->streams = {stream};
  stream->frontier.assign(before, before + count);
  stream->capture = std::move(made);
  return finish(hipSuccess);
}

static hipError_t describe(hipStream_t handle, hipStreamCaptureStatus *status, unsigned long long *id, hipGraph_t *graph,
                           const hipGraphNode_t **before, size_t *count) {
  ihipStream_t *stream = streamOf(handle);
  const Capture *found = stream ? stream->capture.get() : nullptr;
  if (!stream && legacyBlocked.load())
    return finish(hipErrorStreamCaptureImplicit);
  *status = !found             ? hipStreamCaptureStatusNone
            : found->isInvalid ? hipStreamCaptureStatusInvalidated
                               : hipStreamCaptureStatusActive;
  if (found) {
    if (id)
      *id = found->id;
    if (graph)
      *graph = found->graph;
    if (before)
      *before = stream->frontier.data();
    if (count)
      *count = stream->frontier.size();
  }
  return finish(hipSuccess);
}

} // namespace porter::hip

extern "C" {

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return begin(stream, mode, nullptr, nullptr, 0);
}
hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *before,
                                        const hipGraphEdgeData *, size_t count, hipStreamCaptureMode mode) {
  return graph ? begin(stream, mode, graph, before, count) : finish(hipErrorInvalidValue);
}

hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *graph) {
  ihipStream_t *stream = streamOf(handle);
  if (graph)
    *graph = nullptr;
  if (!graph)
    return finish(hipErrorInvalidValue);
  if (!stream || !stream->capture)
    return finish(hipErrorIllegalState);
  const std::shared_ptr<Capture> ended = stream->capture;
  if (ended->origin != stream)
    return finish(hipErrorStreamCaptureUnmatched);
  const bool joined = allJoined(*ended);
  for (ihipStream_t *member : ended->streams) {
    member->frontier.clear();
    member->capture.reset();
  }
  if (ended->isInvalid)
    return finish(hipErrorStreamCaptureInvalidated);
  if (!joined)
    return finish(hipErrorStreamCaptureUnjoined);
  ended->ownsGraph = false;
  *graph = ended->graph;
  return finish(hipSuccess);
}

hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *status) {
  return describe(stream, status, nullptr, nullptr, nullptr, nullptr);
}
hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id) {
  return describe(stream, status, id, nullptr, nullptr, nullptr);
}
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *status, unsigned long long *id,
                                      hipGraph_t *graph, const hipGraphNode_t **before, size_t *count) {
  return describe(stream, status, id, graph, before, count);
}
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, hipGraphNode_t *nodes, size_t count, unsigned flags) {
  ihipStream_t *stream = streamOf(handle);
  if (!stream || !stream->capture)
    return finish(hipErrorIllegalState);
  if (flags == hipStreamSetCaptureDependencies)
    stream->frontier.clear();
  stream->frontier.insert(stream->frontier.end(), nodes, nodes + count);
  return finish(hipSuccess);
}
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  thread_local hipStreamCaptureMode current = hipStreamCaptureModeGlobal;
  std::swap(*mode, current);
  return finish(hipSuccess);
}
hipError_t hipDeviceSynchronize() {
  if (captures.load(std::memory_order_relaxed) == 0)
    return finish(hipSuccess);
  return finish(hipErrorStreamCaptureUnsupported);
}
}
