// Graphs as a whole: edges, copies, instances, launches.
#include "graph.h"

#include <algorithm>

using namespace porter::hip;

namespace porter::hip {

Graph::~Graph() {
  for (const auto &node : nodes)
    hip::nodes().take(node->handle);
  for (hipGraph_t child : children)
    graphs().take(child);
}

std::shared_ptr<Node> addNode(const std::shared_ptr<Graph> &graph, hipGraphNodeType type,
                              const std::vector<std::shared_ptr<Node>> &before) {
  auto node = std::make_shared<Node>();
  node->type = type;
  node->graph = graph;
  for (const auto &other : before)
    if (std::find(node->before.begin(), node->before.end(), other.get()) == node->before.end())
      node->before.push_back(other.get());
  node->handle = nodes().add(node);
  graph->nodes.push_back(node);
  return node;
}

bool findNodes(const Graph &graph, const hipGraphNode_t *handles, size_t count,
               std::vector<std::shared_ptr<Node>> &found) {
  if (count && !handles)
    return false;
  for (size_t i = 0; i < count; ++i) {
    found.push_back(nodes().find(handles[i]));
    if (!found.back() || found.back()->graph.lock().get() != &graph)
      return false;
  }
  return true;
}

hipError_t instantiate(GraphExec &exec, const Graph &graph) {
  std::map<const Node *, size_t> placed;
  while (placed.size() < graph.nodes.size()) {
    const size_t count = placed.size();
    for (const auto &node : graph.nodes) {
      auto isPlaced = [&](const Node *other) { return placed.count(other) > 0; };
      if (placed.count(node.get()) || !std::all_of(node->before.begin(), node->before.end(), isPlaced))
        continue;
      GraphExec::Step step{node->handle, node->type, node->work, {}, true};
      for (const Node *other : node->before)
        step.before.push_back(placed[other]);
      placed[node.get()] = exec.steps.size();
      exec.steps.push_back(std::move(step));
    }
    if (placed.size() == count)
      return hipErrorInvalidValue;
  }
  return hipSuccess;
}

hipError_t runSteps(const GraphExec &exec) {
  for (const GraphExec::Step &step : exec.steps)
    if (step.enabled && step.work)
      if (hipError_t error = step.work())
        return error;
  return finish(hipSuccess);
}

std::shared_ptr<Graph> cloneGraph(const Graph &graph) {
  auto clone = std::make_shared<Graph>();
  std::map<const Node *, Node *> made;
  for (const auto &node : graph.nodes) {
    auto copy = std::make_shared<Node>(*node);
    copy->graph = clone;
    copy->handle = nodes().add(copy);
    clone->copies[node->handle] = copy->handle;
    made[node.get()] = copy.get();
    clone->nodes.push_back(std::move(copy));
  }
  for (const auto &node : clone->nodes)
    for (Node *&before : node->before)
      before = made[before];
  return clone;
}

namespace {

/// The protocol of all functions that list: with no array, only the count; else up to `count` entries.
hipError_t list(const std::vector<hipGraphNode_t> &found, hipGraphNode_t *into, size_t *count) {
  if (into)
    std::copy_n(found.begin(), std::min(*count, found.size()), into);
  *count = into ? std::min(*count, found.size()) : found.size();
  return finish(hipSuccess);
}

template <class Keep> std::vector<hipGraphNode_t> select(const Graph &graph, Keep keep) {
  std::vector<hipGraphNode_t> found;
  for (const auto &node : graph.nodes)
    if (keep(*node))
      found.push_back(node->handle);
  return found;
}

bool comesAfter(const Node &node, const Node *other) {
  return std::find(node.before.begin(), node.before.end(), other) != node.before.end();
}

/// Both ends of `count` edges; false when one is no node of the graph.
bool findEdges(hipGraph_t handle, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count,
               std::vector<std::shared_ptr<Node>> &starts, std::vector<std::shared_ptr<Node>> &ends) {
  const auto graph = graphs().find(handle);
  return graph && findNodes(*graph, from, count, starts) && findNodes(*graph, to, count, ends);
}

} // namespace
} // namespace porter::hip

extern "C" {

hipError_t hipGraphCreate(hipGraph_t *graph, unsigned flags) {
  if (!graph || flags)
    return finish(hipErrorInvalidValue);
  *graph = graphs().add(std::make_shared<Graph>());
  return finish(hipSuccess);
}
hipError_t hipGraphDestroy(hipGraph_t handle) {
  const auto graph = graphs().find(handle);
  if (!graph)
    return handle ? finish(mistakes::destroyedGraph) : finish(hipErrorInvalidValue);
  if (graph->isChild)
    return finish(hipErrorInvalidValue); // a node owns it
  graphs().take(handle);
  return finish(hipSuccess);
}
hipError_t hipGraphClone(hipGraph_t *clone, hipGraph_t original) {
  const auto graph = graphs().find(original);
  if (!clone || !graph)
    return finish(hipErrorInvalidValue);
  *clone = graphs().add(cloneGraph(*graph));
  return finish(hipSuccess);
}
hipError_t hipGraphNodeFindInClone(hipGraphNode_t *node, hipGraphNode_t original, hipGraph_t clone) {
  const auto graph = graphs().find(clone);
  if (!node || !graph || !graph->copies.count(original))
    return finish(hipErrorInvalidValue);
  *node = graph->copies[original];
  return finish(hipSuccess);
}

hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count) {
  std::vector<std::shared_ptr<Node>> starts, ends;
  if (!findEdges(graph, from, to, count, starts, ends))
    return finish(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    if (starts[i] == ends[i] || comesAfter(*ends[i], starts[i].get()))
      return finish(hipErrorInvalidValue); // the edge is there already, or leads nowhere
    ends[i]->before.push_back(starts[i].get());
  }
  return finish(hipSuccess);
}
hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count) {
  std::vector<std::shared_ptr<Node>> starts, ends;
  if (!findEdges(graph, from, to, count, starts, ends))
    return finish(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    auto &before = ends[i]->before;
    before.erase(std::remove(before.begin(), before.end(), starts[i].get()), before.end());
  }
  return finish(hipSuccess);
}
hipError_t hipGraphDestroyNode(hipGraphNode_t handle) {
  const auto node = nodes().take(handle);
  const auto graph = node ? node->graph.lock() : nullptr;
  if (!graph)
    return finish(hipErrorInvalidValue);
  for (const auto &other : graph->nodes)
    other->before.erase(std::remove(other->before.begin(), other->before.end(), node.get()), other->before.end());
  graph->nodes.erase(std::find(graph->nodes.begin(), graph->nodes.end(), node));
  return finish(hipSuccess);
}

hipError_t hipGraphGetNodes(hipGraph_t handle, hipGraphNode_t *nodes, size_t *count) {
  const auto graph = graphs().find(handle);
  if (!graph || !count)
    return finish(hipErrorInvalidValue);
  return list(select(*graph, [](const Node &) { return true; }), nodes, count);
}
hipError_t hipGraphGetRootNodes(hipGraph_t handle, hipGraphNode_t *nodes, size_t *count) {
  const auto graph = graphs().find(handle);
  if (!graph || !count)
    return finish(hipErrorInvalidValue);
  return list(select(*graph, [](const Node &node) { return node.before.empty(); }), nodes, count);
}
hipError_t hipGraphGetEdges(hipGraph_t handle, hipGraphNode_t *from, hipGraphNode_t *to, size_t *count) {
  const auto graph = graphs().find(handle);
  if (!graph || !count || !from != !to)
    return finish(hipErrorInvalidValue);
  size_t found = 0;
  for (const auto &node : graph->nodes)
    for (const Node *before : node->before) {
      if (from && found < *count) {
        from[found] = before->handle;
        to[found] = node->handle;
      }
      ++found;
    }
  *count = from ? std::min(*count, found) : found;
  return finish(hipSuccess);
}
hipError_t hipGraphNodeGetType(hipGraphNode_t handle, hipGraphNodeType *type) {
  const auto node = nodes().find(handle);
  if (!node || !type)
    return finish(hipErrorInvalidValue);
  *type = node->type;
  return finish(hipSuccess);
}
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t handle, hipGraphNode_t *into, size_t *count) {
  const auto node = nodes().find(handle);
  const auto graph = node ? node->graph.lock() : nullptr;
  if (!graph || !count)
    return finish(hipErrorInvalidValue);
  std::vector<hipGraphNode_t> found;
  for (const Node *before : node->before)
    found.push_back(before->handle);
  return list(found, into, count);
}
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t handle, hipGraphNode_t *into, size_t *count) {
  const auto node = nodes().find(handle);
  const auto graph = node ? node->graph.lock() : nullptr;
  if (!graph || !count)
    return finish(hipErrorInvalidValue);
  return list(select(*graph, [&](const Node &other) { return comesAfter(other, node.get()); }), into, count);
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *exec, hipGraph_t handle, unsigned long long flags) {
  constexpr unsigned long long known = hipGraphInstantiateFlagAutoFreeOnLaunch | hipGraphInstantiateFlagUpload |
                                       hipGraphInstantiateFlagDeviceLaunch | hipGraphInstantiateFlagUseNodePriority;
  if (exec)
    *exec = nullptr;
  const auto graph = graphs().find(handle);
  if (!exec || !graph || (flags & ~known))
    return finish(hipErrorInvalidValue);
  auto made = std::make_shared<GraphExec>();
  made->flags = flags;
  if (hipError_t error = instantiate(*made, *graph))
    return finish(error);
  *exec = graphExecs().add(std::move(made));
  return finish(hipSuccess);
}
hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *badNode, char *log, size_t bytes) {
  if (badNode)
    *badNode = nullptr;
  if (log && bytes)
    *log = 0;
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}
hipError_t hipGraphExecGetFlags(hipGraphExec_t handle, unsigned long long *flags) {
  const auto exec = graphExecs().find(handle);
  if (!exec || !flags)
    return finish(hipErrorInvalidValue);
  *flags = exec->flags;
  return finish(hipSuccess);
}
hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  return finish(graphExecs().take(exec) ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!graphExecs().find(exec))
    return finish(hipErrorInvalidValue);
  return findStream(handle, stream) ? finish(hipSuccess) : finish(mistakes::stream);
}

/// Into a stream that is captured, the graph goes as a node.
hipError_t hipGraphLaunch(hipGraphExec_t handle, hipStream_t stream) {
  const auto exec = graphExecs().find(handle);
  if (!exec)
    return finish(hipErrorInvalidValue);
  return issue(stream, hipGraphNodeTypeGraph, [steps = *exec] { return runSteps(steps); });
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t handle, hipGraphNode_t node, unsigned enabled) {
  const auto exec = graphExecs().find(handle);
  GraphExec::Step *step = exec ? exec->find(node) : nullptr;
  if (step)
    step->enabled = enabled;
  return finish(step ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t handle, hipGraphNode_t node, unsigned *enabled) {
  const auto exec = graphExecs().find(handle);
  const GraphExec::Step *step = exec && enabled ? exec->find(node) : nullptr;
  if (step)
    *enabled = step->enabled;
  return finish(step ? hipSuccess : hipErrorInvalidValue);
}

/// Takes over the parameters of a graph of the same shape.
hipError_t hipGraphExecUpdate(hipGraphExec_t handle, hipGraph_t graphHandle, hipGraphNode_t *badNode,
                              hipGraphExecUpdateResult *result) {
  const auto exec = graphExecs().find(handle);
  const auto graph = graphs().find(graphHandle);
  if (!exec || !graph || !badNode || !result)
    return finish(hipErrorInvalidValue);
  GraphExec fresh;
  *badNode = nullptr;
  *result = hipGraphExecUpdateErrorTopologyChanged;
  if (instantiate(fresh, *graph) || fresh.steps.size() != exec->steps.size())
    return finish(hipErrorGraphExecUpdateFailure);
  for (size_t i = 0; i < fresh.steps.size(); ++i) {
    const GraphExec::Step &now = fresh.steps[i], &before = exec->steps[i];
    if (now.type == before.type && now.before == before.before)
      continue;
    *badNode = now.origin;
    if (now.type != before.type)
      *result = hipGraphExecUpdateErrorNodeTypeChanged;
    return finish(hipErrorGraphExecUpdateFailure);
  }
  for (size_t i = 0; i < fresh.steps.size(); ++i)
    exec->steps[i].work = fresh.steps[i].work;
  *result = hipGraphExecUpdateSuccess;
  return finish(hipSuccess);
}
}
