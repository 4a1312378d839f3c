// Graphs made ready to run: an order of their nodes' work, launches, later changes.
#include "graph_exec.h"

#include "graph_allocations.h"

#include <algorithm>

namespace porter::hip {

/// The body is the graph as it is now: programs fill it after they have made the node.
static hipError_t instantiateCondition(const Condition &condition, std::function<hipError_t()> &work) {
  const auto graph = graphs().find(condition.body);
  GraphExec body;
  if (!graph)
    return hipErrorInvalidValue;
  if (hipError_t error = instantiate(body, *graph))
    return error;
  work = [value = condition.value, repeats = condition.repeats, body, graph] {
    hipError_t error = hipSuccess;
    while (!error && *value) {
      error = runSteps(body);
      if (!repeats)
        break;
    }
    return error;
  };
  return hipSuccess;
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
      if (node->condition)
        if (hipError_t error = instantiateCondition(*node->condition, step.work))
          return error;
      for (const Node *other : node->before)
        step.before.push_back(placed[other]);
      placed[node.get()] = exec.steps.size();
      exec.steps.push_back(std::move(step));
    }
    if (placed.size() == count)
      return hipErrorInvalidValue;
  }
  exec.starts = graph.starts;
  return hipSuccess;
}

hipError_t runSteps(const GraphExec &exec) {
  for (const auto &start : exec.starts)
    start();
  const ReplacedMemory replaced(exec.flags & hipGraphInstantiateFlagAutoFreeOnLaunch);
  for (const GraphExec::Step &step : exec.steps)
    if (step.enabled && step.work) {
      if (hipError_t error = step.work())
        return error;
      if (step.type == hipGraphNodeTypeHost)
        noteHostWork();
    }
  return finish(hipSuccess);
}

} // namespace porter::hip

using namespace porter::hip;

extern "C" {

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
