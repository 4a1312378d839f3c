// Nodes that allocate memory and free it, and what programs may ask about such memory.
#include "graph_allocations.h"
#include "node_parameters.h"

using namespace porter::hip;

extern "C" {

hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                   hipMemAllocNodeParams *parameters) {
  if (!parameters || !parameters->bytesize || parameters->poolProps.allocType != hipMemAllocationTypePinned ||
      parameters->poolProps.location.type != hipMemLocationTypeDevice || !isDevice(parameters->poolProps.location.id))
    return finish(hipErrorInvalidValue);
  const auto memory = reserveForGraph(parameters->bytesize);
  if (!memory)
    return finish(hipErrorOutOfMemory);
  std::shared_ptr<Node> node;
  const hipError_t error = add(out, graph, hipGraphNodeTypeMemAlloc, before, count,
                               [memory] { return finish(memory->allocate()); }, &node);
  if (!error) {
    parameters->dptr = memory->base;
    node->allocation = *parameters;
  }
  return error;
}
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *parameters) {
  return get(node, hipGraphNodeTypeMemAlloc, &Node::allocation, parameters);
}

hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t handle, const hipGraphNode_t *before, size_t count,
                                  void *pointer) {
  const auto graph = graphs().find(handle);
  if (!graph || !isOfGraph(pointer))
    return finish(hipErrorInvalidValue);
  for (const auto &node : graph->nodes)
    if (node->freed == pointer)
      return finish(hipErrorInvalidValue);
  std::shared_ptr<Node> node;
  const hipError_t error =
      add(out, handle, hipGraphNodeTypeMemFree, before, count,
          [pointer] { return finish(releaseOfGraph(pointer) ? hipSuccess : hipErrorInvalidValue); }, &node);
  if (!error)
    node->freed = pointer;
  return error;
}
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *pointer) {
  return get(node, hipGraphNodeTypeMemFree, &Node::freed, static_cast<void **>(pointer));
}

hipError_t hipDeviceGetGraphMemAttribute(int device, hipGraphMemAttributeType attribute, void *value) {
  if (!isDevice(device) || !value || attribute < 0 || attribute > hipGraphMemAttrReservedMemHigh)
    return finish(isDevice(device) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  *static_cast<uint64_t *>(value) = attribute % 2 ? highMarkOfGraphs() : bytesOfGraphs();
  return finish(hipSuccess);
}
/// The high marks can be set back, to what is there now.
hipError_t hipDeviceSetGraphMemAttribute(int device, hipGraphMemAttributeType attribute, void *value) {
  const bool isMark = attribute == hipGraphMemAttrUsedMemHigh || attribute == hipGraphMemAttrReservedMemHigh;
  if (!isDevice(device) || !value || !isMark || *static_cast<uint64_t *>(value))
    return finish(isDevice(device) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  highMarkOfGraphs() = bytesOfGraphs();
  return finish(hipSuccess);
}
hipError_t hipDeviceGraphMemTrim(int device) { return finish(isDevice(device) ? hipSuccess : hipErrorInvalidDevice); }
}
