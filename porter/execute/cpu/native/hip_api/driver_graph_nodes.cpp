// Nodes of graphs whose copies and fills are described as in the driver's API.
#include "copies.h"
#include "node_parameters.h"

using namespace porter;
using namespace porter::hip;

namespace {

Work workOf(const HIP_MEMCPY3D &copy) {
  return [copy] { return hipDrvMemcpy3D(&copy); };
}
#if HIP_VERSION_MAJOR >= 7
using Fill = hipMemsetParams;
#else
using Fill = HIP_MEMSET_NODE_PARAMS;
#endif
hipMemsetParams asRuntimes(const Fill &fill) {
  hipMemsetParams made{};
  made.dst = fill.dst, made.elementSize = fill.elementSize, made.value = fill.value;
  made.width = fill.width, made.height = fill.height, made.pitch = fill.pitch;
  return made;
}

} // namespace

extern "C" {

hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                    const HIP_MEMCPY3D *copy, hipCtx_t) {
  std::shared_ptr<Node> node;
  if (!copy)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = checkCopy(*copy))
    return finish(error);
  const hipError_t error = add(out, graph, hipGraphNodeTypeMemcpy, before, count, workOf(*copy), &node);
  if (!error)
    node->driverCopy = *copy;
  return error;
}
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t node, HIP_MEMCPY3D *copy) {
  return get(node, hipGraphNodeTypeMemcpy, &Node::driverCopy, copy);
}
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D *copy) {
  if (!copy || checkCopy(*copy))
    return finish(hipErrorInvalidValue);
  return set(node, hipGraphNodeTypeMemcpy, &Node::driverCopy, *copy, workOf(*copy));
}
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const HIP_MEMCPY3D *copy,
                                              hipCtx_t) {
  if (!copy || checkCopy(*copy))
    return finish(hipErrorInvalidValue);
  return change(exec, node, hipGraphNodeTypeMemcpy, workOf(*copy));
}

hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                    const Fill *fill, hipCtx_t) {
  const hipMemsetParams made = fill ? asRuntimes(*fill) : hipMemsetParams{};
  return hipGraphAddMemsetNode(out, graph, before, count, fill ? &made : nullptr);
}
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node,
                                              const Fill *fill, hipCtx_t) {
  const hipMemsetParams made = fill ? asRuntimes(*fill) : hipMemsetParams{};
  return hipGraphExecMemsetNodeSetParams(exec, node, fill ? &made : nullptr);
}
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                     hipDeviceptr_t pointer) {
  return hipGraphAddMemFreeNode(out, graph, before, count, pointer);
}
}
