// Graphs of CUDA's driver API that only forward: what they take has the same layout in HIP or in CUDA's runtime.
#define __CUDA_API_VERSION_INTERNAL // every version under its own name
#include <cuda.h>

extern "C" {

#define AS(name, target, parameters, arguments)                                                                  \
  CUresult target parameters;                                                                                    \
  CUresult name parameters { return target arguments; }
AS(cuGraphCreate, hipGraphCreate, (CUgraph *graph, unsigned flags), (graph, flags))
AS(cuGraphDestroy, hipGraphDestroy, (CUgraph graph), (graph))
AS(cuGraphClone, hipGraphClone, (CUgraph *clone, CUgraph originalGraph), (clone, originalGraph))
AS(cuGraphDestroyNode, hipGraphDestroyNode, (CUgraphNode node), (node))
AS(cuGraphNodeFindInClone, hipGraphNodeFindInClone, (CUgraphNode *node, CUgraphNode originalNode,
   CUgraph clonedGraph), (node, originalNode, clonedGraph))
AS(cuGraphAddDependencies, hipGraphAddDependencies, (CUgraph graph, const CUgraphNode *from, const CUgraphNode *to,
   size_t count), (graph, from, to, count))
AS(cuGraphRemoveDependencies, hipGraphRemoveDependencies, (CUgraph graph, const CUgraphNode *from,
   const CUgraphNode *to, size_t count), (graph, from, to, count))
AS(cuGraphGetNodes, hipGraphGetNodes, (CUgraph graph, CUgraphNode *nodes, size_t *numNodes), (graph, nodes, numNodes))
AS(cuGraphGetRootNodes, hipGraphGetRootNodes, (CUgraph graph, CUgraphNode *rootNodes, size_t *numRootNodes),
   (graph, rootNodes, numRootNodes))
AS(cuGraphGetEdges, hipGraphGetEdges, (CUgraph graph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges),
   (graph, from, to, numEdges))
AS(cuGraphNodeGetType, hipGraphNodeGetType, (CUgraphNode node, CUgraphNodeType *type), (node, type))
AS(cuGraphNodeGetDependencies, hipGraphNodeGetDependencies, (CUgraphNode node, CUgraphNode *before, size_t *count),
   (node, before, count))
AS(cuGraphNodeGetDependentNodes, hipGraphNodeGetDependentNodes, (CUgraphNode node, CUgraphNode *dependentNodes,
   size_t *numDependentNodes), (node, dependentNodes, numDependentNodes))
AS(cuGraphNodeGetEnabled, hipGraphNodeGetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned *isEnabled),
   (exec, node, isEnabled))
AS(cuGraphNodeSetEnabled, hipGraphNodeSetEnabled, (CUgraphExec exec, CUgraphNode node, unsigned isEnabled),
   (exec, node, isEnabled))
AS(cuGraphInstantiateWithFlags, hipGraphInstantiateWithFlags, (CUgraphExec *exec, CUgraph graph,
   unsigned long long flags), (exec, graph, flags))
AS(cuGraphExecGetFlags, hipGraphExecGetFlags, (CUgraphExec exec, cuuint64_t *flags), (exec, flags))
AS(cuGraphExecDestroy, hipGraphExecDestroy, (CUgraphExec exec), (exec))
AS(cuGraphUpload, hipGraphUpload, (CUgraphExec graph, CUstream stream), (graph, stream))
AS(cuGraphLaunch, hipGraphLaunch, (CUgraphExec graph, CUstream stream), (graph, stream))
AS(cuGraphExecUpdate, hipGraphExecUpdate, (CUgraphExec exec, CUgraph graph, CUgraphNode *errorNode,
   CUgraphExecUpdateResult *updateResult), (exec, graph, errorNode, updateResult))
AS(cuGraphDebugDotPrint, hipGraphDebugDotPrint, (CUgraph graph, const char *path, unsigned flags),
   (graph, path, flags))
AS(cuGraphAddEmptyNode, hipGraphAddEmptyNode, (CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
   size_t count), (node, graph, before, count))
AS(cuGraphAddChildGraphNode, hipGraphAddChildGraphNode, (CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
   size_t count, CUgraph childGraph), (node, graph, before, count, childGraph))
AS(cuGraphChildGraphNodeGetGraph, hipGraphChildGraphNodeGetGraph, (CUgraphNode node, CUgraph *graph), (node, graph))
AS(cuGraphExecChildGraphNodeSetParams, hipGraphExecChildGraphNodeSetParams, (CUgraphExec exec, CUgraphNode node,
   CUgraph childGraph), (exec, node, childGraph))
AS(cuGraphAddHostNode, hipGraphAddHostNode, (CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
   size_t count, const CUDA_HOST_NODE_PARAMS *parameters), (node, graph, before, count, parameters))
AS(cuGraphHostNodeGetParams, hipGraphHostNodeGetParams, (CUgraphNode node, CUDA_HOST_NODE_PARAMS *parameters),
   (node, parameters))
AS(cuGraphHostNodeSetParams, hipGraphHostNodeSetParams, (CUgraphNode node, const CUDA_HOST_NODE_PARAMS *parameters),
   (node, parameters))
AS(cuGraphExecHostNodeSetParams, hipGraphExecHostNodeSetParams, (CUgraphExec exec, CUgraphNode node,
   const CUDA_HOST_NODE_PARAMS *parameters), (exec, node, parameters))
AS(cuGraphAddEventRecordNode, hipGraphAddEventRecordNode, (CUgraphNode *node, CUgraph graph,
   const CUgraphNode *before, size_t count, CUevent event), (node, graph, before, count, event))
AS(cuGraphAddEventWaitNode, hipGraphAddEventWaitNode, (CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
   size_t count, CUevent event), (node, graph, before, count, event))
AS(cuGraphEventRecordNodeGetEvent, hipGraphEventRecordNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event))
AS(cuGraphEventRecordNodeSetEvent, hipGraphEventRecordNodeSetEvent, (CUgraphNode node, CUevent event), (node, event))
AS(cuGraphEventWaitNodeGetEvent, hipGraphEventWaitNodeGetEvent, (CUgraphNode node, CUevent *event), (node, event))
AS(cuGraphEventWaitNodeSetEvent, hipGraphEventWaitNodeSetEvent, (CUgraphNode node, CUevent event), (node, event))
AS(cuGraphExecEventRecordNodeSetEvent, hipGraphExecEventRecordNodeSetEvent, (CUgraphExec exec, CUgraphNode node,
   CUevent event), (exec, node, event))
AS(cuGraphExecEventWaitNodeSetEvent, hipGraphExecEventWaitNodeSetEvent, (CUgraphExec exec, CUgraphNode node,
   CUevent event), (exec, node, event))
AS(cuGraphAddMemAllocNode, hipGraphAddMemAllocNode, (CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
   size_t count, CUDA_MEM_ALLOC_NODE_PARAMS *parameters), (node, graph, before, count, parameters))
AS(cuGraphMemAllocNodeGetParams, hipGraphMemAllocNodeGetParams, (CUgraphNode node,
   CUDA_MEM_ALLOC_NODE_PARAMS *params), (node, params))
AS(cuGraphAddMemFreeNode, hipGraphAddMemFreeNode, (CUgraphNode *node, CUgraph graph, const CUgraphNode *before,
   size_t count, CUdeviceptr dptr), (node, graph, before, count, dptr))
AS(cuGraphMemFreeNodeGetParams, hipGraphMemFreeNodeGetParams, (CUgraphNode node, CUdeviceptr *dptr), (node, dptr))
AS(cuDeviceGetGraphMemAttribute, hipDeviceGetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute attr,
   void *value), (device, attr, value))
AS(cuDeviceSetGraphMemAttribute, hipDeviceSetGraphMemAttribute, (CUdevice device, CUgraphMem_attribute attr,
   void *value), (device, attr, value))
AS(cuDeviceGraphMemTrim, hipDeviceGraphMemTrim, (CUdevice device), (device))
AS(cuGraphKernelNodeCopyAttributes, hipGraphKernelNodeCopyAttributes, (CUgraphNode dst, CUgraphNode src), (dst, src))
AS(cuGraphKernelNodeGetAttribute, hipGraphKernelNodeGetAttribute, (CUgraphNode node, CUkernelNodeAttrID attr,
   CUkernelNodeAttrValue *value), (node, attr, value))
AS(cuGraphKernelNodeSetAttribute, hipGraphKernelNodeSetAttribute, (CUgraphNode node, CUkernelNodeAttrID attr,
   const CUkernelNodeAttrValue *value), (node, attr, value))
AS(cuGraphAddExternalSemaphoresSignalNode, hipGraphAddExternalSemaphoresSignalNode, (CUgraphNode *node, CUgraph graph,
   const CUgraphNode *before, size_t count, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters),
   (node, graph, before, count, parameters))
AS(cuGraphAddExternalSemaphoresWaitNode, hipGraphAddExternalSemaphoresWaitNode, (CUgraphNode *node, CUgraph graph,
   const CUgraphNode *before, size_t count, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters),
   (node, graph, before, count, parameters))
AS(cuGraphExternalSemaphoresSignalNodeGetParams, hipGraphExternalSemaphoresSignalNodeGetParams, (CUgraphNode node,
   CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params), (node, params))
AS(cuGraphExternalSemaphoresSignalNodeSetParams, hipGraphExternalSemaphoresSignalNodeSetParams, (CUgraphNode node,
   const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters), (node, parameters))
AS(cuGraphExternalSemaphoresWaitNodeGetParams, hipGraphExternalSemaphoresWaitNodeGetParams, (CUgraphNode node,
   CUDA_EXT_SEM_WAIT_NODE_PARAMS *params), (node, params))
AS(cuGraphExternalSemaphoresWaitNodeSetParams, hipGraphExternalSemaphoresWaitNodeSetParams, (CUgraphNode node,
   const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters), (node, parameters))
AS(cuGraphExecExternalSemaphoresSignalNodeSetParams, hipGraphExecExternalSemaphoresSignalNodeSetParams,
   (CUgraphExec exec, CUgraphNode node, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *parameters), (exec, node, parameters))
AS(cuGraphExecExternalSemaphoresWaitNodeSetParams, hipGraphExecExternalSemaphoresWaitNodeSetParams, (CUgraphExec exec,
   CUgraphNode node, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *parameters), (exec, node, parameters))
AS(cuUserObjectCreate, hipUserObjectCreate, (CUuserObject *object, void *ptr, CUhostFn destroy,
   unsigned initialRefcount, unsigned flags), (object, ptr, destroy, initialRefcount, flags))
AS(cuUserObjectRetain, hipUserObjectRetain, (CUuserObject object, unsigned count), (object, count))
AS(cuUserObjectRelease, hipUserObjectRelease, (CUuserObject object, unsigned count), (object, count))
AS(cuGraphRetainUserObject, hipGraphRetainUserObject, (CUgraph graph, CUuserObject object, unsigned count,
   unsigned flags), (graph, object, count, flags))
AS(cuGraphReleaseUserObject, hipGraphReleaseUserObject, (CUgraph graph, CUuserObject object, unsigned count),
   (graph, object, count))
AS(cuStreamEndCapture, hipStreamEndCapture, (CUstream stream, CUgraph *graph), (stream, graph))
AS(cuStreamIsCapturing, hipStreamIsCapturing, (CUstream stream, CUstreamCaptureStatus *captureStatus),
   (stream, captureStatus))
AS(cuThreadExchangeStreamCaptureMode, hipThreadExchangeStreamCaptureMode, (CUstreamCaptureMode *mode), (mode))
AS(cuStreamBeginCaptureToGraph, hipStreamBeginCaptureToGraph, (CUstream stream, CUgraph graph,
   const CUgraphNode *before, const CUgraphEdgeData *dependencyData, size_t count, CUstreamCaptureMode mode),
   (stream, graph, before, dependencyData, count, mode))
AS(cuStreamGetCaptureInfo, hipStreamGetCaptureInfo, (CUstream stream, CUstreamCaptureStatus *captureStatus,
   cuuint64_t *id), (stream, captureStatus, id))
AS(cuStreamGetCaptureInfo_v2, hipStreamGetCaptureInfo_v2, (CUstream stream, CUstreamCaptureStatus *captureStatus,
   cuuint64_t *id, CUgraph *graph, const CUgraphNode **dependencies, size_t *numDependencies),
   (stream, captureStatus, id, graph, dependencies, numDependencies))
AS(cuStreamUpdateCaptureDependencies, hipStreamUpdateCaptureDependencies, (CUstream stream, CUgraphNode *before,
   size_t count, unsigned flags), (stream, before, count, flags))
AS(cuStreamBeginCapture_v2, hipStreamBeginCapture, (CUstream stream, CUstreamCaptureMode mode), (stream, mode))
AS(cuGraphInstantiate_v2, hipGraphInstantiate, (CUgraphExec *exec, CUgraph graph, CUgraphNode *errorNode,
   char *logBuffer, size_t bufferSize), (exec, graph, errorNode, logBuffer, bufferSize))
AS(cuGraphInstantiateWithParams, cudaGraphInstantiateWithParams, (CUgraphExec *exec, CUgraph graph,
   CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams), (exec, graph, instantiateParams))
AS(cuGraphExecUpdate_v2, cudaGraphExecUpdate, (CUgraphExec exec, CUgraph graph,
   CUgraphExecUpdateResultInfo *resultInfo), (exec, graph, resultInfo))
AS(cuGraphMemsetNodeGetParams, cudaGraphMemsetNodeGetParams, (CUgraphNode node, CUDA_MEMSET_NODE_PARAMS *parameters),
   (node, parameters))
AS(cuGraphMemsetNodeSetParams, cudaGraphMemsetNodeSetParams, (CUgraphNode node,
   const CUDA_MEMSET_NODE_PARAMS *parameters), (node, parameters))
}
