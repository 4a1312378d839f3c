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
std::set<const Node *> ancestors(const std::vector<std::shared_ptr<Node>> &frontier) {
  std::set<const Node *> found;
  std::vector<const Node *> work;
  for (const auto &node : frontier)
    work.push_back(node.get());
  while (!work.empty()) {
    const Node *node = work.back();
    work.pop_back();
    if (found.insert(node).second)
      work.insert(work.end(), node->before.begin(), node->before.end());
  }
  return found;
}

/// Every stream that joined has been waited for by the stream in which the capture began.
bool allJoined(const Capture &capture) {
  const auto reached = ancestors(capture.origin->frontier);
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const auto &stream) {
    return std::all_of(stream->frontier.begin(), stream->frontier.end(),
                       [&](const auto &node) { return reached.count(node.get()) > 0; });
  });
}

} // namespace

Capture::~Capture() {
  --captures;
  legacyBlocked -= blocksLegacyStream;
  if (ownsGraph)
    graphs().take(handle);
}

hipError_t checkNotCaptured(Stream *stream) {
  if (captures.load(std::memory_order_relaxed) == 0)
    return finish(hipSuccess);
  if (stream && stream->capture) {
    stream->capture->isInvalid = true;
    return finish(hipErrorStreamCaptureUnsupported);
  }
  return finish(!stream && legacyBlocked.load() ? hipErrorStreamCaptureImplicit : hipSuccess);
}
hipError_t checkNotCaptured(hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  return findStream(handle, stream) ? checkNotCaptured(stream.get()) : finish(mistakes::stream);
}

hipError_t capture(Stream &stream, hipGraphNodeType type, std::function<hipError_t()> work) {
  if (stream.capture->isInvalid)
    return finish(hipErrorStreamCaptureInvalidated);
  const auto node = addNode(stream.capture->graph, type, stream.frontier);
  node->work = std::move(work);
  stream.frontier = {node};
  return finish(hipSuccess);
}

/// `graph` is null for a new one.
static hipError_t begin(hipStream_t handle, hipStreamCaptureMode mode, hipGraph_t graph,
                        std::vector<std::shared_ptr<Node>> before) {
  std::shared_ptr<Stream> stream;
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  if (!stream)
    return finish(hipErrorStreamCaptureUnsupported);
  if (mode < hipStreamCaptureModeGlobal || mode > hipStreamCaptureModeRelaxed)
    return finish(hipErrorInvalidValue);
  if (stream->capture)
    return finish(hipErrorIllegalState);
  static std::atomic<unsigned long long> nextId{1};
  auto made = std::make_shared<Capture>();
  ++captures;
  made->id = nextId++;
  made->mode = mode;
  made->origin = stream.get();
  made->ownsGraph = graph == nullptr;
  made->graph = graph ? graphs().find(graph) : std::make_shared<Graph>();
  made->handle = graph ? graph : graphs().add(made->graph);
  made->blocksLegacyStream = !(stream->flags & hipStreamNonBlocking) && handle != hipStreamPerThread;
  legacyBlocked += made->blocksLegacyStream;
  made->streams = {stream};
  stream->frontier = std::move(before);
  stream->capture = std::move(made);
  return finish(hipSuccess);
}

static hipError_t describe(hipStream_t handle, hipStreamCaptureStatus *status, unsigned long long *id, hipGraph_t *graph,
                           const hipGraphNode_t **before, size_t *count) {
  std::shared_ptr<Stream> stream;
  if (!status)
    return finish(hipErrorInvalidValue);
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  const Capture *found = stream ? stream->capture.get() : nullptr;
  if (!stream && legacyBlocked.load())
    return finish(hipErrorStreamCaptureImplicit);
  *status = !found             ? hipStreamCaptureStatusNone
            : found->isInvalid ? hipStreamCaptureStatusInvalidated
                               : hipStreamCaptureStatusActive;
  if (found) {
    stream->reported.clear();
    for (const auto &node : stream->frontier)
      stream->reported.push_back(node->handle);
    if (id)
      *id = found->id;
    if (graph)
      *graph = found->handle;
    if (before)
      *before = stream->reported.data();
    if (count)
      *count = stream->reported.size();
  }
  return finish(hipSuccess);
}

} // namespace porter::hip

extern "C" {

hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode) {
  return begin(stream, mode, nullptr, {});
}
hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *before,
                                        const hipGraphEdgeData *, size_t count, hipStreamCaptureMode mode) {
  std::vector<std::shared_ptr<Node>> nodes;
  const auto found = graphs().find(graph);
  if (!found || !findNodes(*found, before, count, nodes))
    return finish(hipErrorInvalidValue);
  return begin(stream, mode, graph, std::move(nodes));
}

hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *graph) {
  std::shared_ptr<Stream> stream;
  if (graph)
    *graph = nullptr;
  if (!graph)
    return finish(hipErrorInvalidValue);
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  if (!stream || !stream->capture)
    return finish(hipErrorIllegalState);
  const std::shared_ptr<Capture> ended = stream->capture;
  if (ended->origin != stream.get())
    return finish(hipErrorStreamCaptureUnmatched);
  const bool joined = allJoined(*ended);
  for (const auto &member : ended->streams) {
    member->frontier.clear();
    member->capture.reset();
  }
  if (ended->isInvalid)
    return finish(hipErrorStreamCaptureInvalidated);
  if (!joined)
    return finish(hipErrorStreamCaptureUnjoined);
  ended->ownsGraph = false;
  *graph = ended->handle;
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
  std::shared_ptr<Stream> stream;
  std::vector<std::shared_ptr<Node>> found;
  if (!findStream(handle, stream))
    return finish(mistakes::stream);
  if (!stream || !stream->capture)
    return finish(hipErrorIllegalState);
  if (flags > hipStreamSetCaptureDependencies || !findNodes(*stream->capture->graph, nodes, count, found))
    return finish(hipErrorInvalidValue);
  if (flags == hipStreamSetCaptureDependencies)
    stream->frontier.clear();
  stream->frontier.insert(stream->frontier.end(), found.begin(), found.end());
  return finish(hipSuccess);
}
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode) {
  thread_local hipStreamCaptureMode current = hipStreamCaptureModeGlobal;
  if (!mode || *mode < hipStreamCaptureModeGlobal || *mode > hipStreamCaptureModeRelaxed)
    return finish(hipErrorInvalidValue);
  std::swap(*mode, current);
  return finish(hipSuccess);
}
hipError_t hipDeviceSynchronize() {
  if (captures.load(std::memory_order_relaxed) == 0)
    return finish(hipSuccess);
  return finish(hipErrorStreamCaptureUnsupported);
}
}
