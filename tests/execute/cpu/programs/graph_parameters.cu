// What nodes of graphs are told, what they answer, and what instances are told anew. Compiled as HIP and as CUDA.
#include "checks.h"

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#define SYMBOL(name) static_cast<const void *>(&name)
#else
#define GPU(name) cuda##name
#define SYMBOL(name) name
#endif
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

__device__ int variable[4];
__global__ void put(int *to, int value) { to[threadIdx.x] = value; }
__global__ void putTwice(int *to, int value) { to[threadIdx.x] = 2 * value; }
static void count(void *counter) { ++*static_cast<int *>(counter); }
static void countTwo(void *counter) { *static_cast<int *>(counter) += 2; }

static bool good(GPU(Error_t) error) { return error == GPU(Success); }

constexpr int n = 16;
static int *x, *y;
static int at(const int *where, int i) {
  int host[n];
  (void)GPU(Memcpy)(host, where, sizeof host, GPU(MemcpyDeviceToHost));
  return host[i];
}
/// Run an instance of a graph once.
static bool ran(GPU(Graph_t) graph) {
  GPU(GraphExec_t) exec;
  const bool isGood = good(GPU(GraphInstantiateWithFlags)(&exec, graph, 0)) && good(GPU(GraphLaunch)(exec, nullptr)) &&
                      good(GPU(DeviceSynchronize)());
  (void)GPU(GraphExecDestroy)(exec);
  return isGood;
}

static GPU(KernelNodeParams) launch(void (*kernel)(int *, int), void **arguments) {
  GPU(KernelNodeParams) how = {};
  how.func = reinterpret_cast<void *>(kernel);
  how.gridDim = dim3(1);
  how.blockDim = dim3(n);
  how.kernelParams = arguments;
  return how;
}

static void kernels() {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) node, other;
  (void)GPU(GraphCreate)(&graph, 0);
  int value = 5;
  void *arguments[] = {&x, &value};
  auto how = launch(put, arguments), told = how;
  (void)GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, &how);
  check("what a kernel is told", good(GPU(GraphKernelNodeGetParams)(node, &told)) && told.blockDim.x == n && told.func == how.func);
  how = launch(putTwice, arguments);
  check("told anew", good(GPU(GraphKernelNodeSetParams)(node, &how)) && ran(graph) && at(x, n - 1) == 10);
#ifdef __HIP__
  hipKernelNodeAttrValue cooperative = {}, answer = {};
  const auto which = hipKernelNodeAttributeCooperative;
  cooperative.cooperative = 1;
#else
  cudaKernelNodeAttrValue cooperative = {}, answer = {};
  const auto which = cudaKernelNodeAttributeCooperative;
  cooperative.cooperative = 1;
#endif
  check("an attribute", good(GPU(GraphKernelNodeSetAttribute)(node, which, &cooperative)) &&
                            good(GPU(GraphKernelNodeGetAttribute)(node, which, &answer)) && answer.cooperative == 1);
  (void)GPU(GraphAddKernelNode)(&other, graph, nullptr, 0, &how);
  answer.cooperative = 0;
  check("copied to another", good(GPU(GraphKernelNodeCopyAttributes)(node, other)) &&
                                 good(GPU(GraphKernelNodeGetAttribute)(other, which, &answer)) && answer.cooperative == 1);
  (void)GPU(GraphDestroy)(graph);
}

static void memoryNodes() {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) set, copy;
  (void)GPU(GraphCreate)(&graph, 0);
  GPU(MemsetParams) fill = {}, filled = {};
  fill.dst = x, fill.value = 7, fill.elementSize = 4, fill.width = n, fill.height = 1;
  (void)GPU(GraphAddMemsetNode)(&set, graph, nullptr, 0, &fill);
  check("what a fill is told", good(GPU(GraphMemsetNodeGetParams)(set, &filled)) && filled.value == 7 && filled.width == n);
  fill.value = 8;
  check("told anew", good(GPU(GraphMemsetNodeSetParams)(set, &fill)));
  GPU(Memcpy3DParms) across = {}, told = {};
  across.srcPtr = {x, n * 4, n * 4, 1};
  across.dstPtr = {y, n * 4, n * 4, 1};
  across.extent = {n * 4, 1, 1};
  across.kind = GPU(MemcpyDeviceToDevice);
  (void)GPU(GraphAddMemcpyNode)(&copy, graph, &set, 1, &across);
  check("what a copy is told", good(GPU(GraphMemcpyNodeGetParams)(copy, &told)) && told.dstPtr.ptr == y && told.extent.width == n * 4);
  across.extent.width = 4 * 4;
  (void)GPU(Memset)(y, 0, n * 4);
  check("a shorter one", good(GPU(GraphMemcpyNodeSetParams)(copy, &across)) && ran(graph) && at(y, 3) == 8 && at(y, 4) == 0);
  GPU(GraphExec_t) exec;
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  fill.value = 9, across.extent.width = 5 * 4;
  check("an instance, too", good(GPU(GraphExecMemsetNodeSetParams)(exec, set, &fill)) &&
                                good(GPU(GraphExecMemcpyNodeSetParams)(exec, copy, &across)) && good(GPU(GraphLaunch)(exec, nullptr)) &&
                                at(y, 4) == 9 && at(y, 5) == 0 && ran(graph) && at(y, 3) == 8);
  check("as a run of bytes", good(GPU(GraphExecMemcpyNodeSetParams1D)(exec, copy, y + 8, x, 4, GPU(MemcpyDeviceToDevice))) &&
                                 good(GPU(GraphLaunch)(exec, nullptr)) && at(y, 8) == 9 && at(y, 9) == 0);
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
}

static void symbols() {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) to, from;
  (void)GPU(GraphCreate)(&graph, 0);
  (void)GPU(Memset)(x, 0, n * 4);
  const int first[] = {1, 2, 3, 4};
  (void)GPU(MemcpyToSymbol)(SYMBOL(variable), first, sizeof first, 0, GPU(MemcpyHostToDevice));
  check("from a variable", good(GPU(GraphAddMemcpyNodeFromSymbol)(&from, graph, nullptr, 0, x, SYMBOL(variable), 8, 4,
                                                                  GPU(MemcpyDeviceToDevice))) && ran(graph) && at(x, 1) == 3);
  check("from its end", good(GPU(GraphMemcpyNodeSetParamsFromSymbol)(from, x, SYMBOL(variable), 4, 12, GPU(MemcpyDeviceToDevice))) &&
                            ran(graph) && at(x, 0) == 4);
  GPU(GraphExec_t) exec;
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  check("in an instance", good(GPU(GraphExecMemcpyNodeSetParamsFromSymbol)(exec, from, x, SYMBOL(variable), 4, 4,
                                                                           GPU(MemcpyDeviceToDevice))) &&
                              good(GPU(GraphLaunch)(exec, nullptr)) && at(x, 0) == 2);
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphAddMemcpyNodeToSymbol)(&to, graph, &from, 1, SYMBOL(variable), x, 4, 0, GPU(MemcpyDeviceToDevice));
  int now[4];
  check("to a variable", good(GPU(GraphMemcpyNodeSetParamsToSymbol)(to, SYMBOL(variable), x, 4, 8, GPU(MemcpyDeviceToDevice))) &&
                             ran(graph) && good(GPU(MemcpyFromSymbol)(now, SYMBOL(variable), 16, 0, GPU(MemcpyDeviceToHost))) && now[2] == 4);
  (void)GPU(GraphDestroy)(graph);
}

static void hosts() {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) node;
  GPU(GraphExec_t) exec;
  (void)GPU(GraphCreate)(&graph, 0);
  int counter = 0;
  GPU(HostNodeParams) how = {}, told = {};
  how.fn = count, how.userData = &counter;
  (void)GPU(GraphAddHostNode)(&node, graph, nullptr, 0, &how);
  how.fn = countTwo;
  check("another function", good(GPU(GraphHostNodeSetParams)(node, &how)) && good(GPU(GraphHostNodeGetParams)(node, &told)) &&
                                told.fn == countTwo && ran(graph) && counter == 2);
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  how.fn = count;
  check("of an instance", good(GPU(GraphExecHostNodeSetParams)(exec, node, &how)) && good(GPU(GraphLaunch)(exec, nullptr)) &&
                              good(GPU(DeviceSynchronize)()) && counter == 3);
  unsigned long long flags = 77;
  check("its flags", good(GPU(GraphExecGetFlags)(exec, &flags)) && flags == 0);
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
}

static void edges() {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) nodes[3], found[3];
  (void)GPU(GraphCreate)(&graph, 0);
  for (int i = 0; i < 3; ++i)
    (void)GPU(GraphAddEmptyNode)(&nodes[i], graph, nullptr, 0);
#if defined(__HIP__) || CUDART_VERSION < 13000
  (void)GPU(GraphAddDependencies)(graph, nodes, nodes + 1, 2);
#else
  (void)cudaGraphAddDependencies(graph, nodes, nodes + 1, nullptr, 2);
#endif
  size_t before = 3, behind = 3;
#if defined(__HIP__) || CUDART_VERSION < 13000
  check("before a node", good(GPU(GraphNodeGetDependencies)(nodes[1], found, &before)) && before == 1 && found[0] == nodes[0]);
  check("behind it", good(GPU(GraphNodeGetDependentNodes)(nodes[1], found, &behind)) && behind == 1 && found[0] == nodes[2]);
  behind = 3;
  check("no longer", good(GPU(GraphRemoveDependencies)(graph, nodes + 1, nodes + 2, 1)) &&
                         good(GPU(GraphNodeGetDependentNodes)(nodes[1], nullptr, &behind)) && behind == 0);
#endif
  const std::string path = std::tmpnam(nullptr);
  check("drawn", good(GPU(GraphDebugDotPrint)(graph, path.c_str(), 0)));
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  check("as a graph", text.find("digraph") != std::string::npos && text.find("->") != std::string::npos);
  std::remove(path.c_str());
  (void)GPU(GraphDestroy)(graph);
}

/// A graph of one kernel that puts a value.
static GPU(Graph_t) putting(void (*kernel)(int *, int), int value) {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) node;
  (void)GPU(GraphCreate)(&graph, 0);
  void *arguments[] = {&x, &value};
  const auto how = launch(kernel, arguments);
  (void)GPU(GraphAddKernelNode)(&node, graph, nullptr, 0, &how);
  return graph;
}

static void updates() {
  GPU(Graph_t) first = putting(put, 3), second = putting(put, 4), longer = putting(put, 5);
  GPU(GraphNode_t) extra;
  (void)GPU(GraphAddEmptyNode)(&extra, longer, nullptr, 0);
  GPU(GraphExec_t) exec;
  GPU(GraphInstantiateParams) how = {};
  check("an instance by description", good(GPU(GraphInstantiateWithParams)(&exec, first, &how)));
#ifdef __HIP__
  hipGraphNode_t place;
  hipGraphExecUpdateResult result;
  check("another graph of its form", good(hipGraphExecUpdate(exec, second, &place, &result)) && result == hipGraphExecUpdateSuccess);
  (void)hipGraphLaunch(exec, nullptr);
  check("is what runs", at(x, 0) == 4);
  check("not one of another form", !good(hipGraphExecUpdate(exec, longer, &place, &result)) && result != hipGraphExecUpdateSuccess);
#else
  cudaGraphExecUpdateResultInfo result;
  check("another graph of its form", good(cudaGraphExecUpdate(exec, second, &result)) && result.result == cudaGraphExecUpdateSuccess);
  (void)cudaGraphLaunch(exec, nullptr);
  check("is what runs", at(x, 0) == 4);
  check("not one of another form", !good(cudaGraphExecUpdate(exec, longer, &result)) && result.result != cudaGraphExecUpdateSuccess);
#endif
  (void)GPU(GetLastError)();
  (void)GPU(GraphExecDestroy)(exec);
  for (auto graph : {first, second, longer})
    (void)GPU(GraphDestroy)(graph);
}

static void events() {
  GPU(Graph_t) graph;
  GPU(GraphNode_t) record, wait;
  GPU(GraphExec_t) exec;
  GPU(Event_t) one, two, told;
  (void)GPU(EventCreate)(&one);
  (void)GPU(EventCreate)(&two);
  (void)GPU(GraphCreate)(&graph, 0);
  (void)GPU(GraphAddEventRecordNode)(&record, graph, nullptr, 0, one);
  (void)GPU(GraphAddEventWaitNode)(&wait, graph, &record, 1, one);
  check("another event", good(GPU(GraphEventWaitNodeSetEvent)(wait, two)) && good(GPU(GraphEventWaitNodeGetEvent)(wait, &told)) && told == two);
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  check("of an instance", good(GPU(GraphExecEventRecordNodeSetEvent)(exec, record, two)) &&
                              good(GPU(GraphExecEventWaitNodeSetEvent)(exec, wait, one)) && good(GPU(GraphLaunch)(exec, nullptr)) &&
                              good(GPU(DeviceSynchronize)()) && good(GPU(EventQuery)(two)));
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
}

static void objects() {
  GPU(Graph_t) graph;
  GPU(UserObject_t) object;
  int ended = 0;
  (void)GPU(GraphCreate)(&graph, 0);
  (void)GPU(UserObjectCreate)(&object, &ended, count, 1, GPU(UserObjectNoDestructorSync));
  check("kept twice", good(GPU(UserObjectRetain)(object, 1)) && good(GPU(UserObjectRelease)(object, 1)) && ended == 0);
  check("kept by a graph", good(GPU(GraphRetainUserObject)(graph, object, 1, 0)) && good(GPU(UserObjectRelease)(object, 1)) && ended == 0);
  check("which lets go of it", good(GPU(GraphReleaseUserObject)(graph, object, 1)) && ended == 1);
  (void)GPU(GraphDestroy)(graph);
}

/// Streams that add to a graph that there is.
static void captures() {
  GPU(Graph_t) graph, same;
  GPU(Stream_t) stream;
  GPU(GraphNode_t) first;
  (void)GPU(StreamCreate)(&stream);
  (void)GPU(GraphCreate)(&graph, 0);
  GPU(MemsetParams) fill = {};
  fill.dst = x, fill.value = 1, fill.elementSize = 4, fill.width = n, fill.height = 1;
  (void)GPU(GraphAddMemsetNode)(&first, graph, nullptr, 0, &fill);
  check("a capture behind a node", good(GPU(StreamBeginCaptureToGraph)(stream, graph, &first, nullptr, 1, GPU(StreamCaptureModeGlobal))));
  put<<<1, n / 2, 0, stream>>>(x, 6);
  GPU(StreamCaptureStatus) status = GPU(StreamCaptureStatusNone);
  unsigned long long number = 0;
#if defined(__HIP__) || CUDART_VERSION < 13000
#ifdef __HIP__
  check("is told of", good(hipStreamGetCaptureInfo(stream, &status, &number)) && status == hipStreamCaptureStatusActive && number);
#else
  check("is told of", good(cudaStreamGetCaptureInfo_v2(stream, &status, &number)) && status == cudaStreamCaptureStatusActive && number);
#endif
  check("goes on elsewhere", good(GPU(StreamUpdateCaptureDependencies)(stream, &first, 1, GPU(StreamSetCaptureDependencies))));
#endif
  put<<<1, n, 0, stream>>>(y, 2);
  check("ends", good(GPU(StreamEndCapture)(stream, &same)) && same == graph);
  check("and runs", ran(graph) && at(x, 0) == 6 && at(x, n - 1) == 1 && at(y, n - 1) == 2);
  (void)GPU(GraphDestroy)(graph);
  (void)GPU(StreamDestroy)(stream);
}

int main() {
  (void)GPU(Malloc)((void **)&x, n * 4);
  (void)GPU(Malloc)((void **)&y, n * 4);
  kernels();
  memoryNodes();
  symbols();
  hosts();
  edges();
  updates();
  events();
  objects();
  captures();
  return failures;
}
