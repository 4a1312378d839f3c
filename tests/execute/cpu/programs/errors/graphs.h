// Graphs, their nodes, and instances of them.
#pragma once

#include "misuse.h"

inline GPU(Error_t) connect(GPU(Graph_t) graph, const GPU(GraphNode_t) *from, const GPU(GraphNode_t) *to, size_t count) {
#if !defined __HIP__ && CUDART_VERSION >= 13000
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
#else
  return GPU(GraphAddDependencies)(graph, from, to, count);
#endif
}

inline void graphs_themselves() {
  GPU(Graph_t) graph = nullptr, other = nullptr;
  GPU(GraphExec_t) exec = nullptr;
  GPU(GraphNode_t) node = nullptr;
  size_t count = 4;
  MISTAKE("graph: null", GPU(GraphCreate)(nullptr, 0));
  MISTAKE("graph: flags", GPU(GraphCreate)(&graph, 1));
  MISTAKE("graph destroy: null", GPU(GraphDestroy)(nullptr));
  (void)GPU(GraphCreate)(&graph, 0);
  MISTAKE("graph clone: null", GPU(GraphClone)(nullptr, graph));
  MISTAKE("graph clone: null graph", GPU(GraphClone)(&other, nullptr));
  MISTAKE("graph instantiate: null", GPU(GraphInstantiateWithFlags)(nullptr, graph, 0));
  MISTAKE("graph instantiate: null graph", GPU(GraphInstantiateWithFlags)(&exec, nullptr, 0));
  MISTAKE("graph instantiate: unknown flags", GPU(GraphInstantiateWithFlags)(&exec, graph, 0xff000));
  MISTAKE("graph launch: null", GPU(GraphLaunch)(nullptr, nullptr));
  MISTAKE("graph upload: null", GPU(GraphUpload)(nullptr, nullptr));
  MISTAKE("graph exec destroy: null", GPU(GraphExecDestroy)(nullptr));
  MISTAKE("graph nodes: null graph", GPU(GraphGetNodes)(nullptr, &node, &count));
  MISTAKE("graph nodes: null count", GPU(GraphGetNodes)(graph, &node, nullptr));
  MISTAKE("graph roots: null graph", GPU(GraphGetRootNodes)(nullptr, &node, &count));
  MISTAKE("graph node type: null node", GPU(GraphNodeGetType)(nullptr, nullptr));
  MISTAKE("graph node destroy: null", GPU(GraphDestroyNode)(nullptr));
  MISTAKE("graph find in clone: null", GPU(GraphNodeFindInClone)(&node, nullptr, nullptr));

  GPU(GraphNode_t) a = nullptr, b = nullptr, foreign = nullptr;
  (void)GPU(GraphCreate)(&other, 0);
  (void)GPU(GraphAddEmptyNode)(&a, graph, nullptr, 0);
  (void)GPU(GraphAddEmptyNode)(&b, graph, &a, 1);
  (void)GPU(GraphAddEmptyNode)(&foreign, other, nullptr, 0);
  const GPU(GraphNode_t) null = nullptr;
  MISTAKE("graph edge: null graph", connect(nullptr, &a, &b, 1));
  MISTAKE("graph edge: null from", connect(graph, nullptr, &b, 1));
  MISTAKE("graph edge: null node", connect(graph, &null, &b, 1));
  MISTAKE("graph edge: foreign node", connect(graph, &a, &foreign, 1));
  MISTAKE("graph edge: twice", connect(graph, &a, &b, 1));
  MISTAKE("graph edge: to itself", connect(graph, &a, &a, 1));
  MISTAKE("graph empty node: null", GPU(GraphAddEmptyNode)(nullptr, graph, nullptr, 0));
  MISTAKE("graph empty node: null graph", GPU(GraphAddEmptyNode)(&node, nullptr, nullptr, 0));
  MISTAKE("graph empty node: null dependencies", GPU(GraphAddEmptyNode)(&node, graph, nullptr, 1));
  MISTAKE("graph empty node: null dependency", GPU(GraphAddEmptyNode)(&node, graph, &null, 1));
  MISTAKE("graph empty node: foreign dependency", GPU(GraphAddEmptyNode)(&node, graph, &foreign, 1));
  MISTAKE("graph node type: null", GPU(GraphNodeGetType)(a, nullptr));
  MISTAKE("graph find in clone: no clone", GPU(GraphNodeFindInClone)(&node, a, other));
  MISTAKE("graph edge: circle", connect(graph, &b, &a, 1));
  MISTAKE("graph instantiate: circle", GPU(GraphInstantiateWithFlags)(&exec, graph, 0));
  (void)GPU(GraphDestroy)(graph);
  (void)GPU(GraphDestroy)(other);
}

inline void nodes() {
  static char host[64];
  int *to = reinterpret_cast<int *>(buffer());
  void *arguments[] = {&to};
  GPU(Graph_t) graph = nullptr;
  GPU(GraphExec_t) exec = nullptr;
  GPU(GraphNode_t) node = nullptr, kernelNode = nullptr, empty = nullptr;
  (void)GPU(GraphCreate)(&graph, 0);
  GPU(KernelNodeParams) kernel = {};
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  MISTAKE("kernel node: null", GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, nullptr));
  MISTAKE("kernel node: null kernel", GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, &kernel));
  kernel.func = host;
  MISTAKE("kernel node: unknown kernel", GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, &kernel));
  kernel.func = (void *)store;
  kernel.blockDim = dim3(0);
  MISTAKE("kernel node: no threads", GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, &kernel));
  kernel.blockDim = dim3(1025);
  MISTAKE("kernel node: 1025 threads", GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, &kernel));
  kernel.blockDim = dim3(1);
  MISTAKE("kernel node: null out", GPU(GraphAddKernelNode)(nullptr, graph, nullptr, 0, &kernel));
  MISTAKE("kernel node: null graph", GPU(GraphAddKernelNode)(&node, nullptr, nullptr, 0, &kernel));
  (void)GPU(GraphAddKernelNode)(&kernelNode, graph, nullptr, 0, &kernel);
  (void)GPU(GraphAddEmptyNode)(&empty, graph, nullptr, 0);
  MISTAKE("copy node: null", GPU(GraphAddMemcpyNode)(&node, graph, nullptr, 0, nullptr));
  MISTAKE("copy node: null to", GPU(GraphAddMemcpyNode1D)(&node, graph, nullptr, 0, nullptr, host, 16, GPU(MemcpyHostToDevice)));
  MISTAKE("copy node: null from", GPU(GraphAddMemcpyNode1D)(&node, graph, nullptr, 0, to, nullptr, 16, GPU(MemcpyHostToDevice)));
  MISTAKE("copy node: unknown kind", GPU(GraphAddMemcpyNode1D)(&node, graph, nullptr, 0, to, host, 16, unknown<GPU(MemcpyKind)>()));
  MISTAKE("copy node: 2^64 - 1", GPU(GraphAddMemcpyNode1D)(&node, graph, nullptr, 0, to, host, huge, GPU(MemcpyHostToDevice)));
  GPU(MemsetParams) fill = {};
  fill.dst = to;
  fill.elementSize = 4;
  fill.width = 4;
  fill.height = 1;
  MISTAKE("fill node: null", GPU(GraphAddMemsetNode)(&node, graph, nullptr, 0, nullptr));
  fill.elementSize = 3;
  MISTAKE("fill node: elements of 3", GPU(GraphAddMemsetNode)(&node, graph, nullptr, 0, &fill));
  fill.elementSize = 4;
  fill.dst = nullptr;
  MISTAKE("fill node: null to", GPU(GraphAddMemsetNode)(&node, graph, nullptr, 0, &fill));
  fill.dst = to;
  fill.width = huge;
  HARMFUL("fill node: 2^64 - 1", GPU(GraphAddMemsetNode)(&node, graph, nullptr, 0, &fill));
  fill.width = 4;
  fill.height = huge;
  fill.pitch = 4096;
  HARMFUL("fill node: height 2^64 - 1", GPU(GraphAddMemsetNode)(&node, graph, nullptr, 0, &fill));
  GPU(HostNodeParams) call = {};
  MISTAKE("host node: null", GPU(GraphAddHostNode)(&node, graph, nullptr, 0, nullptr));
  MISTAKE("host node: null function", GPU(GraphAddHostNode)(&node, graph, nullptr, 0, &call));
  MISTAKE("child node: null", GPU(GraphAddChildGraphNode)(&node, graph, nullptr, 0, nullptr));
  MISTAKE("event node: null", GPU(GraphAddEventRecordNode)(&node, graph, nullptr, 0, nullptr));
  MISTAKE("wait node: null", GPU(GraphAddEventWaitNode)(&node, graph, nullptr, 0, nullptr));
  MISTAKE("kernel node get: null node", GPU(GraphKernelNodeGetParams)(nullptr, &kernel));
  MISTAKE("kernel node get: null", GPU(GraphKernelNodeGetParams)(kernelNode, nullptr));
  MISTAKE("kernel node get: other node", GPU(GraphKernelNodeGetParams)(empty, &kernel));
  MISTAKE("kernel node set: null", GPU(GraphKernelNodeSetParams)(kernelNode, nullptr));
  MISTAKE("host node get: other node", GPU(GraphHostNodeGetParams)(kernelNode, &call));
  MISTAKE("copy node set: other node", GPU(GraphMemcpyNodeSetParams1D)(kernelNode, to, host, 16, GPU(MemcpyHostToDevice)));
  GPU(Graph_t) child = nullptr;
  MISTAKE("child node get: other node", GPU(GraphChildGraphNodeGetGraph)(kernelNode, &child));
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  (void)GPU(GraphKernelNodeGetParams)(kernelNode, &kernel);
  MISTAKE("exec set: null exec", GPU(GraphExecKernelNodeSetParams)(nullptr, kernelNode, &kernel));
  MISTAKE("exec set: null node", GPU(GraphExecKernelNodeSetParams)(exec, nullptr, &kernel));
  MISTAKE("exec set: null", GPU(GraphExecKernelNodeSetParams)(exec, kernelNode, nullptr));
  MISTAKE("exec set: other node", GPU(GraphExecKernelNodeSetParams)(exec, empty, &kernel));
  unsigned enabled = 0;
  MISTAKE("exec enabled: null exec", GPU(GraphNodeGetEnabled)(nullptr, kernelNode, &enabled));
  MISTAKE("exec enabled: null", GPU(GraphNodeGetEnabled)(exec, kernelNode, nullptr));
  MISTAKE("exec enabled: null node", GPU(GraphNodeSetEnabled)(exec, nullptr, 1));
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
}

inline void graphs() {
  graphs_themselves();
  nodes();
}
