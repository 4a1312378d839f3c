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

cudaKernelNodeParams toCuda(const KernelParameters &p) {
  return {p.function, p.grid, p.block, p.sharedBytes, p.arguments, p.extra};
}
cudaMemsetParams toCuda(const FillParameters &p) { return {p.to, p.pitch, p.value, p.elementSize, p.width, p.height}; }

/// CUDA's parameters as HIP has them; null stays null.
template <class Cuda> class Converted {
public:
  explicit Converted(const Cuda *cuda) : isThere(cuda != nullptr) {
    if (cuda)
      hip = toHip(*cuda);
  }
  const auto *get() const { return isThere ? &hip : nullptr; }

private:
  decltype(toHip(Cuda())) hip = {};
  bool isThere;
};

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

/// The four functions of a kind of node whose parameters HIP has in another order.
#define FORWARD_CONVERTED(kind, CudaParameters, HipParameters)                                                   \
  cudaError_t hipGraphAdd##kind(Node *, cudaGraph_t, const Node *, size_t, const HipParameters *);               \
  cudaError_t hipGraph##kind##GetParams(Node, HipParameters *);                                                  \
  cudaError_t hipGraph##kind##SetParams(Node, const HipParameters *);                                            \
  cudaError_t hipGraphExec##kind##SetParams(cudaGraphExec_t, Node, const HipParameters *);                       \
  cudaError_t cudaGraphAdd##kind(Node *node, cudaGraph_t graph, const Node *before, size_t count,                \
                                 const CudaParameters *cuda) {                                                   \
    return hipGraphAdd##kind(node, graph, before, count, Converted(cuda).get());                                 \
  }                                                                                                              \
  cudaError_t cudaGraph##kind##GetParams(Node node, CudaParameters *cuda) {                                      \
    HipParameters hip = {};                                                                                      \
    const cudaError_t error = hipGraph##kind##GetParams(node, cuda ? &hip : nullptr);                            \
    if (!error)                                                                                                  \
      *cuda = toCuda(hip);                                                                                       \
    return error;                                                                                                \
  }                                                                                                              \
  cudaError_t cudaGraph##kind##SetParams(Node node, const CudaParameters *cuda) {                                \
    return hipGraph##kind##SetParams(node, Converted(cuda).get());                                               \
  }                                                                                                              \
  cudaError_t cudaGraphExec##kind##SetParams(cudaGraphExec_t exec, Node node, const CudaParameters *cuda) {      \
    return hipGraphExec##kind##SetParams(exec, node, Converted(cuda).get());                                     \
  }
FORWARD_CONVERTED(KernelNode, cudaKernelNodeParams, KernelParameters)
FORWARD_CONVERTED(MemsetNode, cudaMemsetParams, FillParameters)
#undef FORWARD_CONVERTED

cudaError_t hipGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, Node *, cudaGraphExecUpdateResult *);
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *info) {
  if (!info)
    return hipGraphExecUpdate(exec, graph, nullptr, nullptr);
  *info = {};
  return hipGraphExecUpdate(exec, graph, &info->errorNode, &info->result);
}
}
