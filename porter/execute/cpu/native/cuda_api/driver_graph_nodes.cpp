// Nodes of graphs in CUDA's driver API whose parameters HIP has in another form: kernels, copies, fills, and nodes of
// any kind by one call.
#include "driver.h"

using namespace porter::cuda;

namespace {

template <class Parameters> hipKernelNodeParams asHip(const Parameters &kernel) {
  hipKernelNodeParams made = {};
  made.func = kernel.func;
  made.gridDim = {kernel.gridDimX, kernel.gridDimY, kernel.gridDimZ};
  made.blockDim = {kernel.blockDimX, kernel.blockDimY, kernel.blockDimZ};
  made.sharedMemBytes = kernel.sharedMemBytes;
  made.kernelParams = kernel.kernelParams;
  made.extra = kernel.extra;
  return made;
}
/// A kernel of a library is its function.
template <class Parameters> hipKernelNodeParams asHipOrKernel(const Parameters &kernel) {
  hipKernelNodeParams made = asHip(kernel);
  if (!made.func)
    made.func = kernel.kern;
  return made;
}
template <class Parameters> void asCuda(const hipKernelNodeParams &kernel, Parameters &made) {
  made = {};
  made.func = static_cast<CUfunction>(kernel.func);
  made.gridDimX = kernel.gridDim.x, made.gridDimY = kernel.gridDim.y, made.gridDimZ = kernel.gridDim.z;
  made.blockDimX = kernel.blockDim.x, made.blockDimY = kernel.blockDim.y, made.blockDimZ = kernel.blockDim.z;
  made.sharedMemBytes = kernel.sharedMemBytes;
  made.kernelParams = kernel.kernelParams;
  made.extra = kernel.extra;
}
hipMemsetParams asHip(const CUDA_MEMSET_NODE_PARAMS &fill) {
  hipMemsetParams made{};
  made.dst = reinterpret_cast<void *>(fill.dst), made.elementSize = fill.elementSize, made.value = fill.value;
  made.width = fill.width, made.height = fill.height, made.pitch = fill.pitch;
  return made;
}

} // namespace

extern "C" {

/// The four functions of kernel nodes, for one version of their parameters.
#define KERNELS(suffix, Parameters, convert)                                                                     \
  CUresult cuGraphAddKernelNode##suffix(CUgraphNode *node, CUgraph graph, const CUgraphNode *before,             \
                                        size_t count, const Parameters *kernel) {                                \
    const hipKernelNodeParams made = kernel ? convert(*kernel) : hipKernelNodeParams{};                          \
    return told(hipGraphAddKernelNode(porter::cuda::asHip(node), porter::cuda::asHip(graph),                     \
                                      porter::cuda::asHip(before), count, kernel ? &made : nullptr));            \
  }                                                                                                              \
  CUresult cuGraphKernelNodeGetParams##suffix(CUgraphNode node, Parameters *kernel) {                            \
    hipKernelNodeParams made = {};                                                                               \
    const hipError_t error = hipGraphKernelNodeGetParams(porter::cuda::asHip(node), kernel ? &made : nullptr);   \
    if (!error)                                                                                                  \
      ::asCuda(made, *kernel);                                                                                   \
    return told(error);                                                                                          \
  }                                                                                                              \
  CUresult cuGraphKernelNodeSetParams##suffix(CUgraphNode node, const Parameters *kernel) {                      \
    const hipKernelNodeParams made = kernel ? convert(*kernel) : hipKernelNodeParams{};                          \
    return told(hipGraphKernelNodeSetParams(porter::cuda::asHip(node), kernel ? &made : nullptr));               \
  }                                                                                                              \
  CUresult cuGraphExecKernelNodeSetParams##suffix(CUgraphExec exec, CUgraphNode node, const Parameters *kernel) { \
    const hipKernelNodeParams made = kernel ? convert(*kernel) : hipKernelNodeParams{};                          \
    return told(hipGraphExecKernelNodeSetParams(porter::cuda::asHip(exec), porter::cuda::asHip(node),            \
                                                kernel ? &made : nullptr));                                      \
  }
KERNELS(, CUDA_KERNEL_NODE_PARAMS_v1, ::asHip)
KERNELS(_v2, CUDA_KERNEL_NODE_PARAMS, asHipOrKernel)
#undef KERNELS

CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                              const CUDA_MEMCPY3D *copy, CUcontext) {
  const HIP_MEMCPY3D made = copy ? porter::cuda::asHip(*copy) : HIP_MEMCPY3D{};
  return told(hipDrvGraphAddMemcpyNode(porter::cuda::asHip(node), porter::cuda::asHip(graph),
                                       porter::cuda::asHip(before), count, copy ? &made : nullptr, nullptr));
}
CUresult cuGraphMemcpyNodeGetParams(CUgraphNode node, CUDA_MEMCPY3D *copy) {
  HIP_MEMCPY3D made = {};
  const hipError_t error = hipDrvGraphMemcpyNodeGetParams(porter::cuda::asHip(node), copy ? &made : nullptr);
  if (!error)
    *copy = porter::cuda::asCuda(made);
  return told(error);
}
CUresult cuGraphMemcpyNodeSetParams(CUgraphNode node, const CUDA_MEMCPY3D *copy) {
  const HIP_MEMCPY3D made = copy ? porter::cuda::asHip(*copy) : HIP_MEMCPY3D{};
  return told(hipDrvGraphMemcpyNodeSetParams(porter::cuda::asHip(node), copy ? &made : nullptr));
}
CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMCPY3D *copy, CUcontext) {
  const HIP_MEMCPY3D made = copy ? porter::cuda::asHip(*copy) : HIP_MEMCPY3D{};
  return told(hipDrvGraphExecMemcpyNodeSetParams(porter::cuda::asHip(exec), porter::cuda::asHip(node),
                                                 copy ? &made : nullptr, nullptr));
}
CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                              const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext) {
  const hipMemsetParams made = fill ? ::asHip(*fill) : hipMemsetParams{};
  return told(hipGraphAddMemsetNode(porter::cuda::asHip(node), porter::cuda::asHip(graph),
                                    porter::cuda::asHip(before), count, fill ? &made : nullptr));
}
CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *fill,
                                        CUcontext) {
  const hipMemsetParams made = fill ? ::asHip(*fill) : hipMemsetParams{};
  return told(hipGraphExecMemsetNodeSetParams(porter::cuda::asHip(exec), porter::cuda::asHip(node),
                                              fill ? &made : nullptr));
}

CUresult porterGraphAddCondition(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                                 unsigned long long handle, unsigned size, int type, CUgraph **body);
CUresult porterGraphConditionCreate(unsigned long long *handle, CUgraph graph, unsigned value, unsigned flags);
CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graph, CUcontext, unsigned value,
                                        unsigned flags) {
  return porterGraphConditionCreate(reinterpret_cast<unsigned long long *>(handle), graph, value, flags);
}
CUresult cuGraphAddNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *before, size_t count,
                        CUgraphNodeParams *how) {
  if (!how)
    return cuGraphAddEmptyNode(nullptr, graph, before, count); // which says so
  switch (how->type) {
  case CU_GRAPH_NODE_TYPE_KERNEL: {
    const hipKernelNodeParams made = asHipOrKernel(how->kernel);
    return told(hipGraphAddKernelNode(porter::cuda::asHip(node), porter::cuda::asHip(graph),
                                      porter::cuda::asHip(before), count, &made));
  }
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return cuGraphAddMemcpyNode(node, graph, before, count, &how->memcpy.copyParams, nullptr);
  case CU_GRAPH_NODE_TYPE_MEMSET: {
    const CUDA_MEMSET_NODE_PARAMS fill{how->memset.dst,         how->memset.pitch, how->memset.value,
                                       how->memset.elementSize, how->memset.width, how->memset.height};
    return cuGraphAddMemsetNode(node, graph, before, count, &fill, nullptr);
  }
  case CU_GRAPH_NODE_TYPE_HOST: {
    const CUDA_HOST_NODE_PARAMS host{how->host.fn, how->host.userData};
    return cuGraphAddHostNode(node, graph, before, count, &host);
  }
  case CU_GRAPH_NODE_TYPE_GRAPH: return cuGraphAddChildGraphNode(node, graph, before, count, how->graph.graph);
  case CU_GRAPH_NODE_TYPE_EMPTY: return cuGraphAddEmptyNode(node, graph, before, count);
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT: return cuGraphAddEventWaitNode(node, graph, before, count, how->eventWait.event);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return cuGraphAddEventRecordNode(node, graph, before, count, how->eventRecord.event);
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
    auto &memory = reinterpret_cast<CUDA_MEM_ALLOC_NODE_PARAMS &>(how->alloc); // the same, but for names
    return cuGraphAddMemAllocNode(node, graph, before, count, &memory);
  }
  case CU_GRAPH_NODE_TYPE_MEM_FREE: return cuGraphAddMemFreeNode(node, graph, before, count, how->free.dptr);
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return porterGraphAddCondition(node, graph, before, count, how->conditional.handle, how->conditional.size,
                                   how->conditional.type, &how->conditional.phGraph_out);
  default: return CUDA_ERROR_NOT_SUPPORTED;
  }
}
}
