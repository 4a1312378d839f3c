// Graphs of CUDA's runtime API. What only forwards has the same layout in HIP; the parameters of kernel and fill
// nodes have their members in another order.
#include <cuda_runtime_api.h>

#include <cstring>

namespace {

// hipKernelNodeParams and hipMemsetParams of hip_runtime_api.h.
struct KernelParameters {
  dim3 block;
  void **extra;
  void *function;
  dim3 grid;
  void **arguments;
  unsigned sharedBytes;
};
struct FillParameters {
  void *to;
  unsigned elementSize;
  size_t height, pitch;
  unsigned value;
  size_t width;
};

KernelParameters toHip(const cudaKernelNodeParams &p) {
  return {p.blockDim, p.extra, p.func, p.gridDim, p.kernelParams, p.sharedMemBytes};
}
FillParameters toHip(const cudaMemsetParams &p) { return {p.dst, p.elementSize, p.height, p.pitch, p.value, p.width}; }

} // namespace

using Node = cudaGraphNode_t;

extern "C" {

#define FORWARD(name, parameters, arguments)                                                                     \
  cudaError_t hip##name parameters;                                                                              \
  cudaError_t cuda##name parameters { return hip##name arguments; }
FORWARD(StreamBeginCapture, (cudaStream_t stream, cudaStreamCaptureMode mode), (stream, mode))
FORWARD(StreamEndCapture, (cudaStream_t stream, cudaGraph_t *graph), (stream, graph))
FORWARD(StreamIsCapturing, (cudaStream_t stream, cudaStreamCaptureStatus *status), (stream, status))
FORWARD(ThreadExchangeStreamCaptureMode, (cudaStreamCaptureMode *mode), (mode))
FORWARD(StreamGetCaptureInfo_v2, (cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                                  cudaGraph_t *graph, const Node **before, size_t *count),
        (stream, status, id, graph, before, count))
FORWARD(StreamUpdateCaptureDependencies, (cudaStream_t stream, Node *nodes, size_t count, unsigned flags),
        (stream, nodes, count, flags))

FORWARD(GraphCreate, (cudaGraph_t *graph, unsigned flags), (graph, flags))
FORWARD(GraphDestroy, (cudaGraph_t graph), (graph))
FORWARD(GraphClone, (cudaGraph_t *clone, cudaGraph_t graph), (clone, graph))
FORWARD(GraphNodeFindInClone, (Node *node, Node original, cudaGraph_t clone), (node, original, clone))
FORWARD(GraphAddDependencies, (cudaGraph_t graph, const Node *from, const Node *to, size_t count),
        (graph, from, to, count))
FORWARD(GraphRemoveDependencies, (cudaGraph_t graph, const Node *from, const Node *to, size_t count),
        (graph, from, to, count))
FORWARD(GraphDestroyNode, (Node node), (node))
FORWARD(GraphGetNodes, (cudaGraph_t graph, Node *nodes, size_t *count), (graph, nodes, count))
FORWARD(GraphGetRootNodes, (cudaGraph_t graph, Node *nodes, size_t *count), (graph, nodes, count))
FORWARD(GraphGetEdges, (cudaGraph_t graph, Node *from, Node *to, size_t *count), (graph, from, to, count))
FORWARD(GraphNodeGetType, (Node node, cudaGraphNodeType *type), (node, type))
FORWARD(GraphNodeGetDependencies, (Node node, Node *nodes, size_t *count), (node, nodes, count))
FORWARD(GraphNodeGetDependentNodes, (Node node, Node *nodes, size_t *count), (node, nodes, count))
FORWARD(GraphInstantiateWithFlags, (cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags),
        (exec, graph, flags))
FORWARD(GraphExecGetFlags, (cudaGraphExec_t exec, unsigned long long *flags), (exec, flags))
FORWARD(GraphExecDestroy, (cudaGraphExec_t exec), (exec))
FORWARD(GraphUpload, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
FORWARD(GraphLaunch, (cudaGraphExec_t exec, cudaStream_t stream), (exec, stream))
FORWARD(GraphNodeSetEnabled, (cudaGraphExec_t exec, Node node, unsigned enabled), (exec, node, enabled))
FORWARD(GraphNodeGetEnabled, (cudaGraphExec_t exec, Node node, unsigned *enabled), (exec, node, enabled))

#define ADD(kind, parameters, arguments)                                                                         \
  FORWARD(GraphAdd##kind, (Node * node, cudaGraph_t graph, const Node *before, size_t count, parameters),        \
          (node, graph, before, count, arguments))
ADD(MemcpyNode, const cudaMemcpy3DParms *copy, copy)
ADD(HostNode, const cudaHostNodeParams *host, host)
ADD(ChildGraphNode, cudaGraph_t child, child)
ADD(EventRecordNode, cudaEvent_t event, event)
ADD(EventWaitNode, cudaEvent_t event, event)
#undef ADD
FORWARD(GraphAddEmptyNode, (Node * node, cudaGraph_t graph, const Node *before, size_t count),
        (node, graph, before, count))
FORWARD(GraphAddMemcpyNode1D, (Node * node, cudaGraph_t graph, const Node *before, size_t count, void *to,
                               const void *from, size_t bytes, cudaMemcpyKind kind),
        (node, graph, before, count, to, from, bytes, kind))
FORWARD(GraphAddMemcpyNodeToSymbol, (Node * node, cudaGraph_t graph, const Node *before, size_t count,
                                     const void *symbol, const void *from, size_t bytes, size_t offset,
                                     cudaMemcpyKind kind),
        (node, graph, before, count, symbol, from, bytes, offset, kind))
FORWARD(GraphAddMemcpyNodeFromSymbol, (Node * node, cudaGraph_t graph, const Node *before, size_t count, void *to,
                                       const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind),
        (node, graph, before, count, to, symbol, bytes, offset, kind))
FORWARD(GraphMemcpyNodeGetParams, (Node node, cudaMemcpy3DParms *copy), (node, copy))
FORWARD(GraphMemcpyNodeSetParams, (Node node, const cudaMemcpy3DParms *copy), (node, copy))
FORWARD(GraphMemcpyNodeSetParams1D, (Node node, void *to, const void *from, size_t bytes, cudaMemcpyKind kind),
        (node, to, from, bytes, kind))
FORWARD(GraphExecMemcpyNodeSetParams1D, (cudaGraphExec_t exec, Node node, void *to, const void *from, size_t bytes,
                                         cudaMemcpyKind kind), (exec, node, to, from, bytes, kind))
FORWARD(GraphHostNodeGetParams, (Node node, cudaHostNodeParams *host), (node, host))
FORWARD(GraphHostNodeSetParams, (Node node, const cudaHostNodeParams *host), (node, host))
FORWARD(GraphExecHostNodeSetParams, (cudaGraphExec_t exec, Node node, const cudaHostNodeParams *host),
        (exec, node, host))
FORWARD(GraphChildGraphNodeGetGraph, (Node node, cudaGraph_t *child), (node, child))
#undef FORWARD

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
  return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

cudaError_t hipGraphAddKernelNode(Node *, cudaGraph_t, const Node *, size_t, const KernelParameters *);
cudaError_t hipGraphKernelNodeGetParams(Node, KernelParameters *);
cudaError_t hipGraphKernelNodeSetParams(Node, const KernelParameters *);
cudaError_t hipGraphExecKernelNodeSetParams(cudaGraphExec_t, Node, const KernelParameters *);
cudaError_t cudaGraphAddKernelNode(Node *node, cudaGraph_t graph, const Node *before, size_t count,
                                   const cudaKernelNodeParams *kernel) {
  const KernelParameters parameters = kernel ? toHip(*kernel) : KernelParameters();
  return hipGraphAddKernelNode(node, graph, before, count, kernel ? &parameters : nullptr);
}
cudaError_t cudaGraphKernelNodeGetParams(Node node, cudaKernelNodeParams *kernel) {
  KernelParameters p = {};
  cudaError_t error = hipGraphKernelNodeGetParams(node, kernel ? &p : nullptr);
  if (error)
    return error;
  *kernel = {p.function, p.grid, p.block, p.sharedBytes, p.arguments, p.extra};
  return error;
}
cudaError_t cudaGraphKernelNodeSetParams(Node node, const cudaKernelNodeParams *kernel) {
  const KernelParameters parameters = kernel ? toHip(*kernel) : KernelParameters();
  return hipGraphKernelNodeSetParams(node, kernel ? &parameters : nullptr);
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, Node node, const cudaKernelNodeParams *kernel) {
  const KernelParameters parameters = kernel ? toHip(*kernel) : KernelParameters();
  return hipGraphExecKernelNodeSetParams(exec, node, kernel ? &parameters : nullptr);
}

cudaError_t hipGraphAddMemsetNode(Node *, cudaGraph_t, const Node *, size_t, const FillParameters *);
cudaError_t hipGraphMemsetNodeGetParams(Node, FillParameters *);
cudaError_t hipGraphMemsetNodeSetParams(Node, const FillParameters *);
cudaError_t hipGraphExecMemsetNodeSetParams(cudaGraphExec_t, Node, const FillParameters *);
cudaError_t cudaGraphAddMemsetNode(Node *node, cudaGraph_t graph, const Node *before, size_t count,
                                   const cudaMemsetParams *fill) {
  const FillParameters parameters = fill ? toHip(*fill) : FillParameters();
  return hipGraphAddMemsetNode(node, graph, before, count, fill ? &parameters : nullptr);
}
cudaError_t cudaGraphMemsetNodeGetParams(Node node, cudaMemsetParams *fill) {
  FillParameters p = {};
  cudaError_t error = hipGraphMemsetNodeGetParams(node, fill ? &p : nullptr);
  if (error)
    return error;
  *fill = {p.to, p.pitch, p.value, p.elementSize, p.width, p.height};
  return error;
}
cudaError_t cudaGraphMemsetNodeSetParams(Node node, const cudaMemsetParams *fill) {
  const FillParameters parameters = fill ? toHip(*fill) : FillParameters();
  return hipGraphMemsetNodeSetParams(node, fill ? &parameters : nullptr);
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, Node node, const cudaMemsetParams *fill) {
  const FillParameters parameters = fill ? toHip(*fill) : FillParameters();
  return hipGraphExecMemsetNodeSetParams(exec, node, fill ? &parameters : nullptr);
}

cudaError_t hipGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, Node *, cudaGraphExecUpdateResult *);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
  if (!info)
    return hipGraphExecUpdate(exec, graph, nullptr, nullptr);
  *info = {};
  return hipGraphExecUpdate(exec, graph, &info->errorNode, &info->result);
}
}
