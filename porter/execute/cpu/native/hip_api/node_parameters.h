// How a node is added with its work, and what it was made of read and changed.
#pragma once

#include "graph_exec.h"

namespace porter::hip {

using Work = std::function<hipError_t()>;

inline hipError_t add(hipGraphNode_t *out, hipGraph_t handle, hipGraphNodeType type, const hipGraphNode_t *before, size_t count,
               Work work, std::shared_ptr<Node> *made = nullptr) {
  const auto graph = graphs().find(handle);
  std::vector<std::shared_ptr<Node>> earlier;
  if (!out || !graph || !findNodes(*graph, before, count, earlier))
    return finish(hipErrorInvalidValue);
  const auto node = addNode(graph, type, earlier);
  node->work = std::move(work);
  *out = node->handle;
  if (made)
    *made = node;
  return finish(hipSuccess);
}

/// The node behind a handle if it is of a kind.
inline std::shared_ptr<Node> nodeOf(hipGraphNode_t handle, hipGraphNodeType type) {
  auto node = nodes().find(handle);
  return node && node->type == type ? node : nullptr;
}

/// One of the parameters that a node was made of.
template <class T> hipError_t get(hipGraphNode_t handle, hipGraphNodeType type, T Node::*part, T *into) {
  const auto node = nodeOf(handle, type);
  if (!node || !into)
    return finish(hipErrorInvalidValue);
  *into = (*node).*part;
  return finish(hipSuccess);
}
template <class T> hipError_t set(hipGraphNode_t handle, hipGraphNodeType type, T Node::*part, const T &value, Work work) {
  const auto node = nodeOf(handle, type);
  if (!node)
    return finish(hipErrorInvalidValue);
  (*node).*part = value;
  node->work = std::move(work);
  return finish(hipSuccess);
}

/// Change an instance; the graph keeps what it has.
inline hipError_t change(hipGraphExec_t handle, hipGraphNode_t node, hipGraphNodeType type, Work work) {
  const auto exec = graphExecs().find(handle);
  GraphExec::Step *step = exec ? exec->find(node) : nullptr;
  if (!step || step->type != type)
    return finish(hipErrorInvalidValue);
  step->work = std::move(work);
  return finish(hipSuccess);
}

} // namespace porter::hip
