// Graphs as a whole: edges, copies, instances, launches.
#include "graph.h"

#include <algorithm>
#include <map>

using namespace porter::hip;

namespace porter::hip {

hipGraphNode *addNode(ihipGraph &graph, hipGraphNodeType type, const hipGraphNode_t *before, size_t count) {
  auto node = std::make_unique<hipGraphNode>();
  node->type = type;
  node->graph = &graph;
  for (size_t i = 0; i < count; ++i)
    if (std::find(node->before.begin(), node->before.end(), before[i]) == node->before.end())
      node->before.push_back(before[i]);
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

hipError_t instantiate(hipGraphExec &exec, const ihipGraph &graph) {
  std::map<const hipGraphNode *, size_t> placed;
  while (placed.size() < graph.nodes.size()) {
    const size_t count = placed.size();
    for (const auto &node : graph.nodes) {
      auto isPlaced = [&](const hipGraphNode *other) { return placed.count(other) > 0; };
      if (placed.count(node.get()) || !std::all_of(node->before.begin(), node->before.end(), isPlaced))
        continue;
      hipGraphExec::Step step{node.get(), node->type, node->work, {}, true};
      for (const hipGraphNode *other : node->before)
        step.before.push_back(placed[other]);
      placed[node.get()] = exec.steps.size();
      exec.steps.push_back(std::move(step));
    }
    if (placed.size() == count)
      return hipErrorInvalidValue;
  }
  return hipSuccess;
}

hipError_t runSteps(const hipGraphExec &exec) {
  for (const hipGraphExec::Step &step : exec.steps)
    if (step.enabled && step.work)
      if (hipError_t error = step.work())
        return error;
  return finish(hipSuccess);
}

std::unique_ptr<ihipGraph> cloneGraph(const ihipGraph &graph,
                                      std::vector<std::pair<const hipGraphNode *, hipGraphNode *>> &copies) {
  auto clone = std::make_unique<ihipGraph>();
  std::map<const hipGraphNode *, hipGraphNode *> made;
  for (const auto &node : graph.nodes) {
    clone->nodes.push_back(std::make_unique<hipGraphNode>(*node));
    clone->nodes.back()->graph = clone.get();
    made[node.get()] = clone->nodes.back().get();
  }
  for (const auto &node : clone->nodes)
    for (hipGraphNode_t &before : node->before)
      before = made[before];
  copies.assign(made.begin(), made.end());
  return clone;
}

/// Every executable graph and every clone remembers where its nodes came from.
static std::map<const ihipGraph *, std::vector<std::pair<const hipGraphNode *, hipGraphNode *>>> &clones() {
  static auto &known = *new std::map<const ihipGraph *, std::vector<std::pair<const hipGraphNode *, hipGraphNode *>>>;
  return known;
}

/// The protocol of all functions that list: with no array, only the count; else up to `count` entries.
static hipError_t list(const std::vector<hipGraphNode_t> &found, hipGraphNode_t *nodes, size_t *count) {
  if (nodes)
    std::copy_n(found.begin(), std::min(*count, found.size()), nodes);
  *count = nodes ? std::min(*count, found.size()) : found.size();
  return finish(hipSuccess);
}

template <class Keep> static std::vector<hipGraphNode_t> select(const ihipGraph &graph, Keep keep) {
  std::vector<hipGraphNode_t> found;
  for (const auto &node : graph.nodes)
    if (keep(*node))
      found.push_back(node.get());
  return found;
}

} // namespace porter::hip

extern "C" {

hipError_t hipGraphCreate(hipGraph_t *graph, unsigned) {
  *graph = new ihipGraph;
  return finish(hipSuccess);
}
hipError_t hipGraphDestroy(hipGraph_t graph) {
  clones().erase(graph);
  delete graph;
  return finish(graph ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphClone(hipGraph_t *clone, hipGraph_t original) {
  std::vector<std::pair<const hipGraphNode *, hipGraphNode *>> copies;
  *clone = cloneGraph(*original, copies).release();
  clones()[*clone] = std::move(copies);
  return finish(hipSuccess);
}
hipError_t hipGraphNodeFindInClone(hipGraphNode_t *node, hipGraphNode_t original, hipGraph_t clone) {
  for (auto [from, to] : clones()[clone])
    if (from == original) {
      *node = to;
      return finish(hipSuccess);
    }
  return finish(hipErrorInvalidValue);
}

hipError_t hipGraphAddDependencies(hipGraph_t, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    auto &before = to[i]->before;
    if (std::find(before.begin(), before.end(), from[i]) != before.end())
      return finish(hipErrorInvalidValue); // the edge is there already
    before.push_back(from[i]);
  }
  return finish(hipSuccess);
}
hipError_t hipGraphRemoveDependencies(hipGraph_t, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    auto &before = to[i]->before;
    before.erase(std::remove(before.begin(), before.end(), from[i]), before.end());
  }
  return finish(hipSuccess);
}
hipError_t hipGraphDestroyNode(hipGraphNode_t node) {
  ihipGraph &graph = *node->graph;
  for (const auto &other : graph.nodes)
    other->before.erase(std::remove(other->before.begin(), other->before.end(), node), other->before.end());
  graph.nodes.erase(std::find_if(graph.nodes.begin(), graph.nodes.end(),
                                 [&](const auto &owned) { return owned.get() == node; }));
  return finish(hipSuccess);
}

hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  return list(select(*graph, [](const hipGraphNode &) { return true; }), nodes, count);
}
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *count) {
  return list(select(*graph, [](const hipGraphNode &node) { return node.before.empty(); }), nodes, count);
}
hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, size_t *count) {
  size_t found = 0;
  for (const auto &node : graph->nodes)
    for (hipGraphNode_t before : node->before) {
      if (from && to && found < *count) {
        from[found] = before;
        to[found] = node.get();
      }
      ++found;
    }
  *count = from && to ? std::min(*count, found) : found;
  return finish(hipSuccess);
}
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *type) {
  *type = node->type;
  return finish(hipSuccess);
}
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count) {
  return list(node->before, nodes, count);
}
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *nodes, size_t *count) {
  return list(select(*node->graph,
                     [&](const hipGraphNode &other) {
                       return std::find(other.before.begin(), other.before.end(), node) != other.before.end();
                     }),
              nodes, count);
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *exec, hipGraph_t graph, unsigned long long flags) {
  *exec = nullptr;
  if (!graph)
    return finish(hipErrorInvalidValue);
  auto made = std::make_unique<hipGraphExec>();
  made->flags = flags;
  if (hipError_t error = instantiate(*made, *graph))
    return finish(error);
  *exec = made.release();
  return finish(hipSuccess);
}
hipError_t hipGraphInstantiate(hipGraphExec_t *exec, hipGraph_t graph, hipGraphNode_t *badNode, char *log, size_t bytes) {
  if (badNode)
    *badNode = nullptr;
  if (log && bytes)
    *log = 0;
  return hipGraphInstantiateWithFlags(exec, graph, 0);
}
hipError_t hipGraphExecGetFlags(hipGraphExec_t exec, unsigned long long *flags) {
  *flags = exec->flags;
  return finish(hipSuccess);
}
hipError_t hipGraphExecDestroy(hipGraphExec_t exec) {
  delete exec;
  return finish(exec ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphUpload(hipGraphExec_t exec, hipStream_t) { return finish(exec ? hipSuccess : hipErrorInvalidValue); }

/// Into a stream that is captured, the graph goes as a node.
hipError_t hipGraphLaunch(hipGraphExec_t exec, hipStream_t stream) {
  if (!exec)
    return finish(hipErrorInvalidValue);
  return issue(stream, hipGraphNodeTypeGraph, [steps = *exec] { return runSteps(steps); });
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned enabled) {
  hipGraphExec::Step *step = exec->find(node);
  if (step)
    step->enabled = enabled;
  return finish(step ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t exec, hipGraphNode_t node, unsigned *enabled) {
  const hipGraphExec::Step *step = exec->find(node);
  if (step)
    *enabled = step->enabled;
  return finish(step ? hipSuccess : hipErrorInvalidValue);
}

/// Takes over the parameters of a graph of the same shape.
hipError_t hipGraphExecUpdate(hipGraphExec_t exec, hipGraph_t graph, hipGraphNode_t *badNode,
                              hipGraphExecUpdateResult *result) {
  hipGraphExec fresh;
  *badNode = nullptr;
  *result = hipGraphExecUpdateErrorTopologyChanged;
  if (instantiate(fresh, *graph) || fresh.steps.size() != exec->steps.size())
    return finish(hipErrorGraphExecUpdateFailure);
  for (size_t i = 0; i < fresh.steps.size(); ++i) {
    const hipGraphExec::Step &now = fresh.steps[i], &before = exec->steps[i];
    if (now.type == before.type && now.before == before.before)
      continue;
    *badNode = const_cast<hipGraphNode *>(now.origin);
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
