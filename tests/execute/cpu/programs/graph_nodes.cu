// Nodes of memory, of conditions and of any kind, changes of nodes, user objects. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#define SYMBOL(name) static_cast<const void *>(&name)
#else
#define GPU(name) cuda##name
#define SYMBOL(name) name
#endif
#include <cstdint>
#include <cstdio>

__device__ int variable = 5;
__global__ void fill(int *x, int value) { x[threadIdx.x] = value; }
__global__ void add(int *x, const int *y) { x[threadIdx.x] += y[threadIdx.x]; }

static int failures = 0;
static void check(const char *what, long got, long expected = 1) {
  std::printf("%s %s\n", what, got == expected ? "ok" : "FAILED");
  if (got != expected)
    std::printf("  got %ld, expected %ld\n", got, expected);
  failures += got != expected;
}
static long good(GPU(Error_t) error) { return error == GPU(Success); }

constexpr int n = 64;
static int *x;
static int last() {
  int host[n];
  (void)GPU(Memcpy)(host, x, sizeof host, GPU(MemcpyDeviceToHost));
  return host[n - 1];
}
static GPU(KernelNodeParams) launch(void *function, void **arguments) {
  GPU(KernelNodeParams) kernel = {};
  kernel.func = function;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(n);
  kernel.kernelParams = arguments;
  return kernel;
}
static uint64_t used() {
  uint64_t bytes = 1;
  (void)GPU(DeviceGetGraphMemAttribute)(0, GPU(GraphMemAttrUsedMemCurrent), &bytes);
  return bytes;
}

static void memory() {
  GPU(Graph_t) graph;
  GPU(GraphExec_t) exec;
  GPU(GraphNode_t) made, filled, added, freed;
  (void)GPU(GraphCreate)(&graph, 0);
  GPU(MemAllocNodeParams) wish = {};
  wish.bytesize = n * sizeof(int);
  check("memory of no kind", GPU(GraphAddMemAllocNode)(&made, graph, nullptr, 0, &wish), GPU(ErrorInvalidValue));
  wish.poolProps.allocType = GPU(MemAllocationTypePinned);
  wish.poolProps.location.type = GPU(MemLocationTypeDevice);
  check("memory", good(GPU(GraphAddMemAllocNode)(&made, graph, nullptr, 0, &wish)) && wish.dptr);
  int value = 3;
  void *first[] = {&wish.dptr, &value}, *second[] = {&x, &wish.dptr};
  auto kernel = launch((void *)fill, first);
  (void)GPU(GraphAddKernelNode)(&filled, graph, &made, 1, &kernel);
  kernel = launch((void *)add, second);
  (void)GPU(GraphAddKernelNode)(&added, graph, &filled, 1, &kernel);
  int *other = nullptr;
  (void)GPU(Malloc)(&other, 4);
  check("memory of no graph", GPU(GraphAddMemFreeNode)(&freed, graph, &added, 1, other), GPU(ErrorInvalidValue));
  check("its end", good(GPU(GraphAddMemFreeNode)(&freed, graph, &added, 1, wish.dptr)));
  check("ended twice", GPU(GraphAddMemFreeNode)(&filled, graph, &added, 1, wish.dptr), GPU(ErrorInvalidValue));
  void *told = nullptr;
  check("what is freed", good(GPU(GraphMemFreeNodeGetParams)(freed, &told)) && told == wish.dptr);
  (void)GPU(Memset)(x, 0, n * sizeof(int));
  check("an instance", good(GPU(GraphInstantiateWithFlags)(&exec, graph, 0)));
  (void)GPU(GraphLaunch)(exec, nullptr);
  (void)GPU(GraphLaunch)(exec, nullptr);
  check("two launches", good(GPU(DeviceSynchronize)()) && last() == 6);
  check("nothing is left", long(used()), 0);
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
}

static void captured() {
  GPU(Stream_t) stream;
  GPU(Graph_t) graph;
  GPU(GraphExec_t) exec;
  int *part = nullptr;
  (void)GPU(StreamCreate)(&stream);
  (void)GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeGlobal));
  check("memory in a capture", good(GPU(MallocAsync)((void **)&part, n * sizeof(int), stream)) && part);
  fill<<<1, n, 0, stream>>>(part, 4);
  add<<<1, n, 0, stream>>>(x, part);
  (void)GPU(StreamEndCapture)(stream, &graph);
  (void)GPU(Memset)(x, 0, n * sizeof(int));
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  check("a launch", good(GPU(GraphLaunch)(exec, stream)) && last() == 4);
  check("another before the memory was freed", !good(GPU(GraphLaunch)(exec, stream)));
  (void)GPU(GetLastError)();
  check("the program frees it", good(GPU(FreeAsync)(part, stream)));
  check("a launch afterwards", good(GPU(GraphLaunch)(exec, stream)) && last() == 8);
  check("and frees again", good(GPU(Free)(part)) && used() == 0);
  GPU(GraphExec_t) again;
  (void)GPU(GraphInstantiateWithFlags)(&again, graph, GPU(GraphInstantiateFlagAutoFreeOnLaunch));
  (void)GPU(GraphLaunch)(again, stream);
  check("memory that launches free", good(GPU(GraphLaunch)(again, stream)) && last() == 16);
  (void)GPU(Free)(part);
  (void)GPU(GraphExecDestroy)(again);
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
}

static void count(void *counter) { ++*static_cast<int *>(counter); }

static void changes() {
  GPU(Graph_t) graph, child;
  GPU(GraphExec_t) exec;
  GPU(GraphNode_t) copy, node, inner;
  (void)GPU(GraphCreate)(&graph, 0);
  int host[2] = {7, 8};
  (void)GPU(GraphAddMemcpyNodeToSymbol)(&copy, graph, nullptr, 0, SYMBOL(variable), host, 4, 0, GPU(MemcpyHostToDevice));
  GPU(GraphNodeParams) any = {};
  int counter = 0;
  any.type = GPU(GraphNodeTypeHost);
  any.host.fn = count;
  any.host.userData = &counter;
  check("a node of any kind", good(GPU(GraphAddNode)(&node, graph, &copy, 1, &any)));
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  check("another source",
        good(GPU(GraphExecMemcpyNodeSetParamsToSymbol)(exec, copy, SYMBOL(variable), host + 1, 4, 0,
                                                       GPU(MemcpyHostToDevice))));
  (void)GPU(GraphLaunch)(exec, nullptr);
  int now = 0;
  (void)GPU(MemcpyFromSymbol)(&now, SYMBOL(variable), 4, 0, GPU(MemcpyDeviceToHost));
  check("is used", now == 8 && counter == 1);
  (void)GPU(GraphExecDestroy)(exec);

  GPU(Event_t) events[2], told = nullptr;
  for (auto &event : events)
    (void)GPU(EventCreate)(&event);
  (void)GPU(GraphAddEventRecordNode)(&node, graph, nullptr, 0, events[0]);
  check("an event", good(GPU(GraphEventRecordNodeGetEvent)(node, &told)) && told == events[0]);
  check("another", good(GPU(GraphEventRecordNodeSetEvent)(node, events[1])) &&
                       good(GPU(GraphEventRecordNodeGetEvent)(node, &told)) && told == events[1]);
  check("an event of another kind of node", GPU(GraphEventWaitNodeGetEvent)(node, &told), GPU(ErrorInvalidValue));

  GPU(HostNodeParams) counting = {};
  counting.fn = count;
  counting.userData = &counter;
  (void)GPU(GraphCreate)(&child, 0);
  (void)GPU(GraphAddHostNode)(&inner, child, nullptr, 0, &counting);
  (void)GPU(GraphAddChildGraphNode)(&node, graph, nullptr, 0, child);
  (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
  (void)GPU(GraphAddHostNode)(&inner, child, &inner, 1, &counting);
  check("another child", good(GPU(GraphExecChildGraphNodeSetParams)(exec, node, child)));
  (void)GPU(GraphLaunch)(exec, nullptr);
  check("runs", counter, 4);

  GPU(UserObject_t) object;
  int ended = 0;
  check("an object", good(GPU(UserObjectCreate)(&object, &ended, count, 1, GPU(UserObjectNoDestructorSync))));
  check("kept by a graph", good(GPU(GraphRetainUserObject)(graph, object, 1, 0)));
  check("not by the program", good(GPU(UserObjectRelease)(object, 1)) && ended == 0);
  (void)GPU(GraphExecDestroy)(exec);
  (void)GPU(GraphDestroy)(graph);
  check("ends with the graph", ended);
}

#ifndef __HIP__
__global__ void decide(int *x, cudaGraphConditionalHandle handle, int limit) {
  *x += 1;
  cudaGraphSetConditional(handle, *x < limit);
}

static long run(cudaGraphConditionalNodeType type, unsigned start, int limit) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaGraphNode_t node, inner;
  cudaGraphConditionalHandle handle;
  cudaGraphCreate(&graph, 0);
  cudaGraphConditionalHandleCreate(&handle, graph, start, cudaGraphCondAssignDefault);
  cudaGraphNodeParams how = {};
  how.type = cudaGraphNodeTypeConditional;
  how.conditional = {handle, type, 1, nullptr};
  if (cudaGraphAddNode(&node, graph, nullptr, 0, &how))
    return -1;
  void *arguments[] = {&x, &handle, &limit};
  auto kernel = launch((void *)decide, arguments);
  kernel.blockDim = dim3(1);
  cudaGraphAddKernelNode(&inner, how.conditional.phGraph_out[0], nullptr, 0, &kernel);
  cudaMemset(x, 0, sizeof(int));
  if (cudaGraphInstantiate(&exec, graph, 0) || cudaGraphLaunch(exec, nullptr))
    return -2;
  int result = 0;
  cudaMemcpy(&result, x, sizeof result, cudaMemcpyDeviceToHost);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  return result;
}
static void conditions() {
  check("if", run(cudaGraphCondTypeIf, 1, 5), 1);
  check("if not", run(cudaGraphCondTypeIf, 0, 5), 0);
  check("while", run(cudaGraphCondTypeWhile, 1, 5), 5);
  cudaGraph_t graph;
  cudaGraphNode_t node;
  cudaGraphNodeParams how = {};
  cudaGraphCreate(&graph, 0);
  how.type = cudaGraphNodeTypeConditional;
  how.conditional.size = 1;
  check("no handle", cudaGraphAddNode(&node, graph, nullptr, 0, &how), cudaErrorInvalidValue);
}
#else
static void conditions() {}
#endif

int main() {
  (void)GPU(Malloc)(&x, n * sizeof(int));
  memory();
  captured();
  changes();
  conditions();
  return failures;
}
