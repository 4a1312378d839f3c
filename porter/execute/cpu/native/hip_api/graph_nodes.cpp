// The kinds of nodes: kernels, copies, fills, host functions, events, child graphs. Each is made from parameters,
// which can be read and changed afterwards, in the graph or in an instance of it.
#include "graph.h"

#include <cstring>

using namespace porter;
using namespace porter::hip;

namespace {

using Work = std::function<hipError_t()>;

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
  const KernelHandle handle = kernelOf(kernel.func);
  if (!handle)
    return hipErrorInvalidDeviceFunction;
  const Size3 grid{kernel.gridDim.x, kernel.gridDim.y, kernel.gridDim.z};
  const Size3 block{kernel.blockDim.x, kernel.blockDim.y, kernel.blockDim.z};
  if (kernel.extra)
    return hipErrorNotSupported;
  work = keepLaunch({handle, grid, block, kernel.kernelParams, kernel.sharedMemBytes});
  return hipSuccess;
}

bool isValid(const hipMemsetParams &fill) {
  return fill.dst && (fill.elementSize == 1 || fill.elementSize == 2 || fill.elementSize == 4);
}

hipError_t add(hipGraphNode_t *out, hipGraph_t graph, hipGraphNodeType type, const hipGraphNode_t *before, size_t count,
               Work work) {
  if (!out || !graph || (count && !before))
    return finish(hipErrorInvalidValue);
  *out = addNode(*graph, type, before, count);
  (*out)->work = std::move(work);
  return finish(hipSuccess);
}

/// Change an instance; the graph keeps what it has.
hipError_t change(hipGraphExec_t exec, hipGraphNode_t node, hipGraphNodeType type, Work work) {
  hipGraphExec::Step *step = exec->find(node);
  if (!step || step->type != type)
    return finish(hipErrorInvalidValue);
  step->work = std::move(work);
  return finish(hipSuccess);
}

} // namespace

extern "C" {

hipError_t hipGraphAddKernelNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                 const hipKernelNodeParams *kernel) {
  Work work;
  if (hipError_t error = workOf(*kernel, work))
    return finish(error);
  hipError_t error = add(out, graph, hipGraphNodeTypeKernel, before, count, std::move(work));
  if (!error)
    (*out)->kernel = *kernel;
  return error;
}
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *kernel) {
  *kernel = node->kernel;
  return finish(node->kernel.func ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *kernel) {
  hipError_t error = workOf(*kernel, node->work);
  if (!error)
    node->kernel = *kernel;
  return finish(error);
}
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const hipKernelNodeParams *kernel) {
  Work work;
  hipError_t error = workOf(*kernel, work);
  return error ? finish(error) : change(exec, node, hipGraphNodeTypeKernel, std::move(work));
}

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                 const hipMemcpy3DParms *copy) {
  hipError_t error = add(out, graph, hipGraphNodeTypeMemcpy, before, count, workOf(*copy));
  if (!error)
    (*out)->copy = *copy;
  return error;
}
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                   void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  const hipMemcpy3DParms copy = rowCopy(to, from, bytes, kind);
  return hipGraphAddMemcpyNode(out, graph, before, count, &copy);
}
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *copy) {
  *copy = node->copy;
  return finish(hipSuccess);
}
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *copy) {
  node->copy = *copy;
  node->work = workOf(*copy);
  return finish(hipSuccess);
}
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *to, const void *from, size_t bytes,
                                         hipMemcpyKind kind) {
  const hipMemcpy3DParms copy = rowCopy(to, from, bytes, kind);
  return hipGraphMemcpyNodeSetParams(node, &copy);
}
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, hipMemcpy3DParms *copy) {
  return change(exec, node, hipGraphNodeTypeMemcpy, workOf(*copy));
}
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t exec, hipGraphNode_t node, void *to, const void *from,
                                             size_t bytes, hipMemcpyKind kind) {
  return change(exec, node, hipGraphNodeTypeMemcpy, workOf(rowCopy(to, from, bytes, kind)));
}
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                                         size_t count, const void *symbol, const void *from, size_t bytes,
                                         size_t offset, hipMemcpyKind kind) {
  return add(out, graph, hipGraphNodeTypeMemcpy, before, count,
             [=] { return hipMemcpyToSymbol(symbol, from, bytes, offset, kind); });
}
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before,
                                           size_t count, void *to, const void *symbol, size_t bytes, size_t offset,
                                           hipMemcpyKind kind) {
  return add(out, graph, hipGraphNodeTypeMemcpy, before, count,
             [=] { return hipMemcpyFromSymbol(to, symbol, bytes, offset, kind); });
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                 const hipMemsetParams *fill) {
  if (!isValid(*fill))
    return finish(hipErrorInvalidValue);
  hipError_t error = add(out, graph, hipGraphNodeTypeMemset, before, count, workOf(*fill));
  if (!error)
    (*out)->fill = *fill;
  return error;
}
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *fill) {
  *fill = node->fill;
  return finish(hipSuccess);
}
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *fill) {
  if (!isValid(*fill))
    return finish(hipErrorInvalidValue);
  node->fill = *fill;
  node->work = workOf(*fill);
  return finish(hipSuccess);
}
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const hipMemsetParams *fill) {
  return isValid(*fill) ? change(exec, node, hipGraphNodeTypeMemset, workOf(*fill)) : finish(hipErrorInvalidValue);
}

hipError_t hipGraphAddHostNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                               const hipHostNodeParams *host) {
  hipError_t error = add(out, graph, hipGraphNodeTypeHost, before, count, workOf(*host));
  if (!error)
    (*out)->host = *host;
  return error;
}
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *host) {
  *host = node->host;
  return finish(hipSuccess);
}
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *host) {
  node->host = *host;
  node->work = workOf(*host);
  return finish(hipSuccess);
}
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t exec, hipGraphNode_t node, const hipHostNodeParams *host) {
  return change(exec, node, hipGraphNodeTypeHost, workOf(*host));
}

/// The child is copied: later changes to it do not show.
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                     hipGraph_t child) {
  if (!child)
    return finish(hipErrorInvalidValue);
  hipGraphExec steps;
  if (hipError_t error = instantiate(steps, *child))
    return finish(error);
  hipError_t error = add(out, graph, hipGraphNodeTypeGraph, before, count, [steps] { return runSteps(steps); });
  if (!error) {
    std::vector<std::pair<const hipGraphNode *, hipGraphNode *>> copies;
    graph->children.push_back(cloneGraph(*child, copies));
    (*out)->child = graph->children.back().get();
  }
  return error;
}
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *child) {
  *child = node->child;
  return finish(node->child ? hipSuccess : hipErrorInvalidValue);
}
hipError_t hipGraphAddEmptyNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count) {
  return add(out, graph, hipGraphNodeTypeEmpty, before, count, {});
}
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                      hipEvent_t event) {
  return add(out, graph, hipGraphNodeTypeEventRecord, before, count, [=] { return hipEventRecord(event, nullptr); });
}
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *out, hipGraph_t graph, const hipGraphNode_t *before, size_t count,
                                    hipEvent_t event) {
  return add(out, graph, hipGraphNodeTypeWaitEvent, before, count, [=] { return hipStreamWaitEvent(nullptr, event, 0); });
}
}
