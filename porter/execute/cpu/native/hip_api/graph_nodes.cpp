// The kinds of nodes: kernels, copies, fills, host functions, events, child graphs. Each is made from parameters,
// which can be read and changed afterwards, in the graph or in an instance of it.
#include "copies.h"
#include "functions.h"
#include "node_parameters.h"

#include <cstring>

using namespace porter;
using namespace porter::hip;

namespace {

/// hipMemcpy's operands as a node's parameters: one row.
hipMemcpy3DParms rowCopy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  hipMemcpy3DParms copy = {};
  copy.srcPtr = {const_cast<void *>(from), bytes, bytes, 1};
  copy.dstPtr = {to, bytes, bytes, 1};
  copy.extent = {bytes, 1, 1};
  copy.kind = kind;
  return copy;
}

Work workOf(const hipMemcpy3DParms &copy) {
  return [copy] { return hipMemcpy3D(&copy); };
}

Work workOf(const hipMemsetParams &fill) {
  return [fill] {
    for (size_t row = 0; row < fill.height; ++row) {
      void *to = static_cast<char *>(fill.dst) + row * fill.pitch;
      hipError_t error = fill.elementSize == 4   ? hipMemsetD32(to, int(fill.value), fill.width)
                         : fill.elementSize == 2 ? hipMemsetD16(to, uint16_t(fill.value), fill.width)
                                                 : hipMemset(to, int(fill.value), fill.width);
      if (error)
        return error;
    }
    return finish(hipSuccess);
  };
}

Work workOf(const hipHostNodeParams &host) {
  return [host] {
    host.fn(host.userData);
    return finish(hipSuccess);
  };
}

hipError_t workOf(const hipKernelNodeParams &kernel, Work &work) {
  KernelHandle handle = kernelOf(kernel.func);
  const auto function = handle ? nullptr : functions().find(static_cast<hipFunction_t>(kernel.func)); // a module's
  if (function)
    handle = function->kernel;
  if (!handle)
    return hipErrorInvalidDeviceFunction;
  const Size3 grid{kernel.gridDim.x, kernel.gridDim.y, kernel.gridDim.z};
  const Size3 block{kernel.blockDim.x, kernel.blockDim.y, kernel.blockDim.z};
  if (kernel.extra)
    return hipErrorNotSupported;
  const LaunchRequest request{handle, grid, block, kernel.kernelParams, kernel.sharedMemBytes,
                              function ? function->module : nullptr};
  if (hipError_t error = checkLaunch(request))
    return error;
  work = keepLaunch(request);
  return hipSuccess;
}

bool isValid(const hipMemsetParams *fill) {
  if (!fill || !fill->dst || (fill->elementSize != 1 && fill->elementSize != 2 && fill->elementSize != 4))
    return false;
  size_t width = 0;
  return !__builtin_mul_overflow(fill->width, fill->elementSize, &width) &&
         (fill->height <= 1 || fill->pitch >= width) && holdsRows(fill->dst, fill->pitch, width, fill->height);
}
bool isValid(const hipHostNodeParams *host) { return host && host->fn; }

} // namespace

extern "C" {

hipError_t hipGraphAddKernelNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                 const hipKernelNodeParams *kernel) {
  Work work;
  std::shared_ptr<Node> node;
  if (!out || !graph || !kernel)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = workOf(*kernel, work))
    return finish(error);
  hipError_t error = add(out, graph, hipGraphNodeTypeKernel, before, count, std::move(work), &node);
  if (!error)
    node->kernel = *kernel;
  return error;
}
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *kernel) {
  return get(node, hipGraphNodeTypeKernel, &Node::kernel, kernel);
}
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *kernel) {
  Work work;
  if (!kernel || !nodeOf(node, hipGraphNodeTypeKernel))
    return finish(hipErrorInvalidValue);
  hipError_t error = workOf(*kernel, work);
  return error ? finish(error) : set(node, hipGraphNodeTypeKernel, &Node::kernel, *kernel, std::move(work));
}
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const hipKernelNodeParams *kernel) {
  Work work;
  if (!kernel)
    return finish(hipErrorInvalidValue);
  hipError_t error = workOf(*kernel, work);
  return error ? finish(error) : change(exec, node, hipGraphNodeTypeKernel, std::move(work));
}

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                 const hipMemcpy3DParms *copy) {
  std::shared_ptr<Node> node;
  if (!copy)
    return finish(hipErrorInvalidValue);
  if (hipError_t error = checkCopy(*copy))
    return finish(error);
  hipError_t error = add(out, graph, hipGraphNodeTypeMemcpy, before, count, workOf(*copy), &node);
  if (!error)
    node->copy = *copy;
  return error;
}
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                   void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  const hipMemcpy3DParms copy = rowCopy(to, from, bytes, kind);
  return hipGraphAddMemcpyNode(out, graph, before, count, &copy);
}
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *copy) {
  return get(node, hipGraphNodeTypeMemcpy, &Node::copy, copy);
}
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *copy) {
  if (!copy || checkCopy(*copy))
    return finish(hipErrorInvalidValue);
  return set(node, hipGraphNodeTypeMemcpy, &Node::copy, *copy, workOf(*copy));
}
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *to, const void *from, size_t bytes,
                                         hipMemcpyKind kind) {
  const hipMemcpy3DParms copy = rowCopy(to, from, bytes, kind);
  return hipGraphMemcpyNodeSetParams(node, &copy);
}
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, hipMemcpy3DParms *copy) {
  if (!copy || checkCopy(*copy))
    return finish(hipErrorInvalidValue);
  return change(exec, node, hipGraphNodeTypeMemcpy, workOf(*copy));
}
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void *to, const void *from,
                                             size_t bytes, hipMemcpyKind kind) {
  hipMemcpy3DParms copy = rowCopy(to, from, bytes, kind);
  return hipGraphExecMemcpyNodeSetParams(exec, node, &copy);
}
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                                         size_t count, const void *symbol, const void *from, size_t bytes,
                                         size_t offset, hipMemcpyKind kind) {
  if (!from || checkKind(kind))
    return finish(hipErrorInvalidValue);
  return add(out, graph, hipGraphNodeTypeMemcpy, before, count,
             [=] { return hipMemcpyToSymbol(symbol, from, bytes, offset, kind); });
}
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                                           size_t count, void *to, const void *symbol, size_t bytes, size_t offset,
                                           hipMemcpyKind kind) {
  if (!to || checkKind(kind))
    return finish(hipErrorInvalidValue);
  return add(out, graph, hipGraphNodeTypeMemcpy, before, count,
             [=] { return hipMemcpyFromSymbol(to, symbol, bytes, offset, kind); });
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                 const hipMemsetParams *fill) {
  std::shared_ptr<Node> node;
  if (!isValid(fill))
    return finish(hipErrorInvalidValue);
  hipError_t error = add(out, graph, hipGraphNodeTypeMemset, before, count, workOf(*fill), &node);
  if (!error)
    node->fill = *fill;
  return error;
}
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *fill) {
  return get(node, hipGraphNodeTypeMemset, &Node::fill, fill);
}
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *fill) {
  if (!isValid(fill))
    return finish(hipErrorInvalidValue);
  return set(node, hipGraphNodeTypeMemset, &Node::fill, *fill, workOf(*fill));
}
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const hipMemsetParams *fill) {
  return isValid(fill) ? change(exec, node, hipGraphNodeTypeMemset, workOf(*fill)) : finish(hipErrorInvalidValue);
}

hipError_t hipGraphAddHostNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                               const hipHostNodeParams *host) {
  std::shared_ptr<Node> node;
  if (!isValid(host))
    return finish(hipErrorInvalidValue);
  hipError_t error = add(out, graph, hipGraphNodeTypeHost, before, count, workOf(*host), &node);
  if (!error)
    node->host = *host;
  return error;
}
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *host) {
  return get(node, hipGraphNodeTypeHost, &Node::host, host);
}
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *host) {
  if (!isValid(host))
    return finish(hipErrorInvalidValue);
  return set(node, hipGraphNodeTypeHost, &Node::host, *host, workOf(*host));
}
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const hipHostNodeParams *host) {
  return isValid(host) ? change(exec, node, hipGraphNodeTypeHost, workOf(*host)) : finish(hipErrorInvalidValue);
}

/// The child is copied: later changes to it do not show.
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                     hipGraph_t child) {
  const auto original = graphs().find(child), parent = graphs().find(graph);
  std::shared_ptr<Node> node;
  if (!original || !parent)
    return finish(hipErrorInvalidValue);
  GraphExec steps;
  if (hipError_t error = instantiate(steps, *original))
    return finish(error);
  auto clone = cloneGraph(*original);
  hipError_t error = add(out, graph, hipGraphNodeTypeGraph, before, count, [steps] { return runSteps(steps); }, &node);
  if (!error) {
    clone->isChild = true;
    node->child = graphs().add(std::move(clone));
    parent->children.push_back(node->child);
  }
  return error;
}
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *child) {
  const hipError_t error = get(node, hipGraphNodeTypeGraph, &Node::child, child);
  return error || *child ? error : finish(hipErrorInvalidValue); // a launch in a capture has none
}
hipError_t hipGraphAddEmptyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count) {
  return add(out, graph, hipGraphNodeTypeEmpty, before, count, {});
}
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                      hipEvent_t handle) {
  const auto event = events().find(handle);
  if (!event)
    return finish(hipErrorInvalidValue);
  std::shared_ptr<Node> node;
  const hipError_t error =
      add(out, graph, hipGraphNodeTypeEventRecord, before, count, [event] { return recordNow(*event); }, &node);
  if (!error)
    node->event = handle;
  return error;
}
/// What is waited for has been done: everything runs when it is issued.
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                    hipEvent_t event) {
  if (!events().find(event))
    return finish(hipErrorInvalidValue);
  std::shared_ptr<Node> node;
  const hipError_t error =
      add(out, graph, hipGraphNodeTypeWaitEvent, before, count, [] { return finish(hipSuccess); }, &node);
  if (!error)
    node->event = event;
  return error;
}
}
