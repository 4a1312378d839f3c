// Changes of nodes after they were made, in the graph or in an instance of it, and nodes of any kind by one call.
#include "node_parameters.h"

#include <cstdio>

using namespace porter::hip;

namespace {

Work toSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind) {
  return [=] { return hipMemcpyToSymbol(symbol, from, bytes, offset, kind); };
}
Work fromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
  return [=] { return hipMemcpyFromSymbol(to, symbol, bytes, offset, kind); };
}
Work recording(const std::shared_ptr<Event> &event) {
  return [event] { return recordNow(*event); };
}
Work nothing() {
  return [] { return finish(hipSuccess); };
}

hipError_t setEvent(hipGraphNode_t node, hipGraphNodeType type, hipEvent_t handle) {
  const auto event = events().find(handle);
  if (!event)
    return finish(hipErrorInvalidValue);
  return set(node, type, &Node::event, handle, type == hipGraphNodeTypeEventRecord ? recording(event) : nothing());
}
hipError_t changeEvent(hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeType type, hipEvent_t handle) {
  const auto event = events().find(handle);
  if (!event)
    return finish(hipErrorInvalidValue);
  return change(exec, node, type, type == hipGraphNodeTypeEventRecord ? recording(event) : nothing());
}

bool isAttribute(int attribute) {
  return attribute == hipLaunchAttributeAccessPolicyWindow || attribute == hipLaunchAttributeCooperative ||
         attribute == hipLaunchAttributePriority;
}

} // namespace

extern "C" {

hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol, const void *from, size_t bytes,
                                               size_t offset, hipMemcpyKind kind) {
  if (!variableOf(symbol) || !from)
    return finish(hipErrorInvalidValue);
  return set(node, hipGraphNodeTypeMemcpy, &Node::copy, {}, toSymbol(symbol, from, bytes, offset, kind));
}
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *to, const void *symbol, size_t bytes,
                                                 size_t offset, hipMemcpyKind kind) {
  if (!variableOf(symbol) || !to)
    return finish(hipErrorInvalidValue);
  return set(node, hipGraphNodeTypeMemcpy, &Node::copy, {}, fromSymbol(to, symbol, bytes, offset, kind));
}
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t exec, hipGraphNode_t node, const void *symbol,
                                                   const void *from, size_t bytes, size_t offset, hipMemcpyKind kind) {
  if (!variableOf(symbol) || !from)
    return finish(hipErrorInvalidValue);
  return change(exec, node, hipGraphNodeTypeMemcpy, toSymbol(symbol, from, bytes, offset, kind));
}
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t exec, hipGraphNode_t node, void *to,
                                                     const void *symbol, size_t bytes, size_t offset,
                                                     hipMemcpyKind kind) {
  if (!variableOf(symbol) || !to)
    return finish(hipErrorInvalidValue);
  return change(exec, node, hipGraphNodeTypeMemcpy, fromSymbol(to, symbol, bytes, offset, kind));
}
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, hipGraph_t child) {
  const auto graph = graphs().find(child);
  GraphExec steps;
  if (!graph)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = instantiate(steps, *graph))
    return finish(error);
  return change(exec, node, hipGraphNodeTypeGraph, [steps] { return runSteps(steps); });
}

hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return setEvent(node, hipGraphNodeTypeEventRecord, event);
}
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return setEvent(node, hipGraphNodeTypeWaitEvent, event);
}
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *event) {
  return get(node, hipGraphNodeTypeEventRecord, &Node::event, event);
}
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *event) {
  return get(node, hipGraphNodeTypeWaitEvent, &Node::event, event);
}
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event) {
  return changeEvent(exec, node, hipGraphNodeTypeEventRecord, event);
}
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t exec, hipGraphNode_t node, hipEvent_t event) {
  return changeEvent(exec, node, hipGraphNodeTypeWaitEvent, event);
}

/// Attributes are remembered: no processor has a window of its cache or priorities.
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t handle, hipLaunchAttributeID attribute,
                                          const hipLaunchAttributeValue *value) {
  const auto node = nodeOf(handle, hipGraphNodeTypeKernel);
  if (!node || !value || !isAttribute(attribute))
    return finish(hipErrorInvalidValue);
  node->attributes[attribute] = *value;
  return finish(hipSuccess);
}
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t handle, hipLaunchAttributeID attribute,
                                          hipLaunchAttributeValue *value) {
  const auto node = nodeOf(handle, hipGraphNodeTypeKernel);
  if (!node || !value || !isAttribute(attribute))
    return finish(hipErrorInvalidValue);
  *value = node->attributes[attribute];
  return finish(hipSuccess);
}
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to) {
  const auto source = nodeOf(from, hipGraphNodeTypeKernel), target = nodeOf(to, hipGraphNodeTypeKernel);
  if (!source || !target)
    return finish(hipErrorInvalidValue);
  target->attributes = source->attributes;
  return finish(hipSuccess);
}

hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *exec, hipGraph_t graph, hipGraphInstantiateParams *how) {
  if (!how)
    return finish(hipErrorInvalidValue);
  const hipError_t error = hipGraphInstantiateWithFlags(exec, graph, how->flags);
  how->errNode_out = nullptr;
  how->result_out = error ? hipGraphInstantiateError : hipGraphInstantiateSuccess;
  return error;
}

hipError_t hipGraphAddNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                           hipGraphNodeParams *node) {
  if (!node)
    return finish(hipErrorInvalidValue);
  switch (node->type) {
  case hipGraphNodeTypeKernel: return hipGraphAddKernelNode(out, graph, before, count, &node->kernel);
  case hipGraphNodeTypeMemcpy: return hipGraphAddMemcpyNode(out, graph, before, count, &node->memcpy.copyParams);
  case hipGraphNodeTypeMemset: return hipGraphAddMemsetNode(out, graph, before, count, &node->memset);
  case hipGraphNodeTypeHost: return hipGraphAddHostNode(out, graph, before, count, &node->host);
  case hipGraphNodeTypeGraph: return hipGraphAddChildGraphNode(out, graph, before, count, node->graph.graph);
  case hipGraphNodeTypeEmpty: return hipGraphAddEmptyNode(out, graph, before, count);
  case hipGraphNodeTypeWaitEvent: return hipGraphAddEventWaitNode(out, graph, before, count, node->eventWait.event);
  case hipGraphNodeTypeEventRecord:
    return hipGraphAddEventRecordNode(out, graph, before, count, node->eventRecord.event);
  case hipGraphNodeTypeMemAlloc: return hipGraphAddMemAllocNode(out, graph, before, count, &node->alloc);
  case hipGraphNodeTypeMemFree: return hipGraphAddMemFreeNode(out, graph, before, count, node->free.dptr);
  default: return finish(hipErrorNotSupported);
  }
}

/// Nodes and edges in Graphviz's language.
hipError_t hipGraphDebugDotPrint(hipGraph_t handle, const char *path, unsigned) {
  const auto graph = graphs().find(handle);
  FILE *file = graph && path ? std::fopen(path, "w") : nullptr;
  if (!file)
    return finish(hipErrorInvalidValue);
  std::fprintf(file, "digraph graph_1 {\n");
  for (const auto &node : graph->nodes) {
    std::fprintf(file, "\"%p\" [label=\"type %d\"];\n", static_cast<void *>(node->handle), int(node->type));
    for (const Node *other : node->before)
      std::fprintf(file, "\"%p\" -> \"%p\";\n", static_cast<void *>(other->handle), static_cast<void *>(node->handle));
  }
  std::fprintf(file, "}\n");
  std::fclose(file);
  return finish(hipSuccess);
}
}
