// CUDA's names for nodes of memory, changes of nodes and user objects, nodes of any kind by one call, and conditional
// nodes, which HIP has not. What only forwards has the same layout in HIP.
#include <cuda_runtime_api.h>

using Node = cudaGraphNode_t;

extern "C" {

cudaError_t porterGraphAddCondition(Node *node, cudaGraph_t graph, const Node *before, size_t count,
                                    unsigned long long handle, unsigned size, int type, cudaGraph_t **body);
cudaError_t porterGraphConditionCreate(unsigned long long *handle, cudaGraph_t graph, unsigned value, unsigned flags);

#define FORWARD(name, parameters, arguments)                                                                     \
  cudaError_t hip##name parameters;                                                                              \
  cudaError_t cuda##name parameters { return hip##name arguments; }
#define PLACE Node *node, cudaGraph_t graph, const Node *before, size_t count
#define GIVEN node, graph, before, count
FORWARD(GraphAddMemAllocNode, (PLACE, cudaMemAllocNodeParams *parameters), (GIVEN, parameters))
FORWARD(GraphAddMemFreeNode, (PLACE, void *pointer), (GIVEN, pointer))
FORWARD(GraphMemAllocNodeGetParams, (Node node, cudaMemAllocNodeParams *parameters), (node, parameters))
FORWARD(GraphMemFreeNodeGetParams, (Node node, void *pointer), (node, pointer))
FORWARD(DeviceGetGraphMemAttribute, (int device, cudaGraphMemAttributeType attribute, void *value),
        (device, attribute, value))
FORWARD(DeviceSetGraphMemAttribute, (int device, cudaGraphMemAttributeType attribute, void *value),
        (device, attribute, value))
FORWARD(DeviceGraphMemTrim, (int device), (device))

FORWARD(GraphMemcpyNodeSetParamsToSymbol, (Node node, const void *symbol, const void *from, size_t bytes, size_t
                                           offset, cudaMemcpyKind kind),
        (node, symbol, from, bytes, offset, kind))
FORWARD(GraphMemcpyNodeSetParamsFromSymbol, (Node node, void *to, const void *symbol, size_t bytes, size_t offset,
                                             cudaMemcpyKind kind),
        (node, to, symbol, bytes, offset, kind))
FORWARD(GraphExecMemcpyNodeSetParamsToSymbol, (cudaGraphExec_t exec, Node node, const void *symbol, const void
                                               *from, size_t bytes, size_t offset, cudaMemcpyKind kind),
        (exec, node, symbol, from, bytes, offset, kind))
FORWARD(GraphExecMemcpyNodeSetParamsFromSymbol, (cudaGraphExec_t exec, Node node, void *to, const void *symbol,
                                                 size_t bytes, size_t offset, cudaMemcpyKind kind),
        (exec, node, to, symbol, bytes, offset, kind))
FORWARD(GraphExecMemcpyNodeSetParams, (cudaGraphExec_t exec, Node node, const cudaMemcpy3DParms *copy),
        (exec, node, copy))
FORWARD(GraphExecChildGraphNodeSetParams, (cudaGraphExec_t exec, Node node, cudaGraph_t child), (exec, node, child))
FORWARD(GraphEventRecordNodeSetEvent, (Node node, cudaEvent_t event), (node, event))
FORWARD(GraphEventRecordNodeGetEvent, (Node node, cudaEvent_t *event), (node, event))
FORWARD(GraphExecEventRecordNodeSetEvent, (cudaGraphExec_t exec, Node node, cudaEvent_t event), (exec, node, event))
FORWARD(GraphEventWaitNodeSetEvent, (Node node, cudaEvent_t event), (node, event))
FORWARD(GraphEventWaitNodeGetEvent, (Node node, cudaEvent_t *event), (node, event))
FORWARD(GraphExecEventWaitNodeSetEvent, (cudaGraphExec_t exec, Node node, cudaEvent_t event), (exec, node, event))
FORWARD(GraphKernelNodeCopyAttributes, (Node from, Node to), (from, to))
FORWARD(GraphKernelNodeSetAttribute, (Node node, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue
                                      *value),
        (node, attribute, value))
FORWARD(GraphKernelNodeGetAttribute, (Node node, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue *value),
        (node, attribute, value))
FORWARD(GraphDebugDotPrint, (cudaGraph_t graph, const char *path, unsigned flags), (graph, path, flags))
FORWARD(StreamBeginCaptureToGraph, (cudaStream_t stream, cudaGraph_t graph, const Node *before, const
                                    cudaGraphEdgeData *edges, size_t count, cudaStreamCaptureMode mode),
        (stream, graph, before, edges, count, mode))

FORWARD(UserObjectCreate, (cudaUserObject_t *object, void *data, cudaHostFn_t destroy, unsigned count, unsigned
                           flags),
        (object, data, destroy, count, flags))
FORWARD(UserObjectRetain, (cudaUserObject_t object, unsigned count), (object, count))
FORWARD(UserObjectRelease, (cudaUserObject_t object, unsigned count), (object, count))
FORWARD(GraphRetainUserObject, (cudaGraph_t graph, cudaUserObject_t object, unsigned count, unsigned flags),
        (graph, object, count, flags))
FORWARD(GraphReleaseUserObject, (cudaGraph_t graph, cudaUserObject_t object, unsigned count),
        (graph, object, count))

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec, cudaGraph_t graph, cudaGraphInstantiateParams *how) {
  if (!how)
    return cudaGraphInstantiateWithFlags(nullptr, graph, 0);
  const cudaError_t error = cudaGraphInstantiateWithFlags(exec, graph, how->flags);
  how->errNode_out = nullptr;
  how->result_out = error ? cudaGraphInstantiateError : cudaGraphInstantiateSuccess;
  return error;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *handle, cudaGraph_t graph, unsigned value,
                                             unsigned flags) {
  return porterGraphConditionCreate(handle, graph, value, flags);
}

cudaError_t cudaGraphAddNode(Node *node, cudaGraph_t graph, const Node *before, size_t count,
                             cudaGraphNodeParams *how) {
  if (!how)
    return cudaGraphAddEmptyNode(nullptr, graph, before, count); // which says so
  switch (how->type) {
  case cudaGraphNodeTypeKernel: {
    const cudaKernelNodeParams kernel{how->kernel.func,           how->kernel.gridDim,      how->kernel.blockDim,
                                      how->kernel.sharedMemBytes, how->kernel.kernelParams, how->kernel.extra};
    return cudaGraphAddKernelNode(node, graph, before, count, &kernel);
  }
  case cudaGraphNodeTypeMemcpy: return cudaGraphAddMemcpyNode(node, graph, before, count, &how->memcpy.copyParams);
  case cudaGraphNodeTypeMemset: {
    const cudaMemsetParams fill{how->memset.dst,         how->memset.pitch, how->memset.value,
                                how->memset.elementSize, how->memset.width, how->memset.height};
    return cudaGraphAddMemsetNode(node, graph, before, count, &fill);
  }
  case cudaGraphNodeTypeHost: {
    const cudaHostNodeParams host{how->host.fn, how->host.userData};
    return cudaGraphAddHostNode(node, graph, before, count, &host);
  }
  case cudaGraphNodeTypeGraph: return cudaGraphAddChildGraphNode(node, graph, before, count, how->graph.graph);
  case cudaGraphNodeTypeEmpty: return cudaGraphAddEmptyNode(node, graph, before, count);
  case cudaGraphNodeTypeWaitEvent:
    return cudaGraphAddEventWaitNode(node, graph, before, count, how->eventWait.event);
  case cudaGraphNodeTypeEventRecord:
    return cudaGraphAddEventRecordNode(node, graph, before, count, how->eventRecord.event);
  case cudaGraphNodeTypeMemAlloc: {
    auto &memory = reinterpret_cast<cudaMemAllocNodeParams &>(how->alloc); // the same, but for names
    return cudaGraphAddMemAllocNode(node, graph, before, count, &memory);
  }
  case cudaGraphNodeTypeMemFree: return cudaGraphAddMemFreeNode(node, graph, before, count, how->free.dptr);
  case cudaGraphNodeTypeConditional:
    return porterGraphAddCondition(node, graph, before, count, how->conditional.handle, how->conditional.size,
                                   how->conditional.type, &how->conditional.phGraph_out);
  default: return cudaErrorNotSupported;
  }
}
}
