// What programs do with graphs and ask about them: edges, lists of nodes, copies.
#include "graph.h"

#include <algorithm>

using namespace porter::hip;

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
}
