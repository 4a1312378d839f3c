// Graphs: captured from streams and built by hand, changed, updated, and what is not allowed. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#define SYMBOL(name) HIP_SYMBOL(name)
#else
#define GPU(name) cuda##name
#define SYMBOL(name) name
#endif
#include <cstdio>
#include <cstring>

__device__ int offset = 100;
__global__ void add(int *x, int value) { x[threadIdx.x] += value; }
__global__ void times(int *x, int value) { x[threadIdx.x] *= value; }
__global__ void add_offset(int *x) { x[threadIdx.x] += offset; }

static int failures = 0;
static void check(const char *what, long got, long expected) {
  std::printf("%s %s\n", what, got == expected ? "ok" : "FAILED");
  if (got != expected) {
    std::printf("  got %ld, expected %ld\n", got, expected);
    ++failures;
  }
}
static long good(GPU(Error_t) error) { return error == GPU(Success); }
static void count(void *counter) { ++*static_cast<int *>(counter); }

constexpr int n = 64;
static int *x;
static void set(int value) {
  int host[n];
  for (int &h : host) h = value;
  (void)GPU(Memcpy)(x, host, sizeof host, GPU(MemcpyHostToDevice));
}
static int last() {
  int host[n];
  (void)GPU(Memcpy)(host, x, sizeof host, GPU(MemcpyDeviceToHost));
  return host[n - 1];
}

static void captured() {
  GPU(Stream_t) one, two;
  (void)GPU(StreamCreateWithFlags)(&one, GPU(StreamNonBlocking));
  (void)GPU(StreamCreateWithFlags)(&two, GPU(StreamNonBlocking));
  GPU(Event_t) forked, joined;
  (void)GPU(EventCreate)(&forked);
  (void)GPU(EventCreate)(&joined);
  GPU(Graph_t) graph;
  GPU(GraphExec_t) exec;
  int calls = 0;
  set(1);
  check("begin", good(GPU(StreamBeginCapture)(one, GPU(StreamCaptureModeGlobal))), 1);
  add<<<1, n, 0, one>>>(x, 2);
  (void)GPU(EventRecord)(forked, one);
  (void)GPU(StreamWaitEvent)(two, forked, 0);
  times<<<1, n, 0, two>>>(x, 10);
  (void)GPU(EventRecord)(joined, two);
  (void)GPU(LaunchHostFunc)(one, count, &calls);
  (void)GPU(StreamWaitEvent)(one, joined, 0);
  add_offset<<<1, n, 0, one>>>(x);
  GPU(StreamCaptureStatus) status;
  (void)GPU(StreamIsCapturing)(two, &status);
  check("the other stream is captured", status, GPU(StreamCaptureStatusActive));
  check("one that joined may go", good(GPU(StreamDestroy)(two)), 1);
  check("end", good(GPU(StreamEndCapture)(one, &graph)), 1);
  check("nothing has run", last(), 1);
  check("nor the host function", calls, 0);
  size_t nodes = 0, edges = 0, roots = 0;
  (void)GPU(GraphGetNodes)(graph, nullptr, &nodes);
  (void)GPU(GraphGetRootNodes)(graph, nullptr, &roots);
#if defined(__HIP__)
  (void)hipGraphGetEdges(graph, nullptr, nullptr, &edges);
  (void)hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
#else
  (void)cudaGraphGetEdges(graph, nullptr, nullptr, &edges);
  (void)cudaGraphInstantiate(&exec, graph, 0);
#endif
  check("nodes", nodes, 4);
  check("edges", edges, 4);
  check("roots", roots, 1);
  int other = 7;
  (void)GPU(MemcpyToSymbol)(SYMBOL(offset), &other, sizeof other);
  (void)GPU(GraphLaunch)(exec, one);
  (void)GPU(StreamSynchronize)(one);
  check("first run", last(), 37);
  (void)GPU(GraphLaunch)(exec, one);
  (void)GPU(StreamSynchronize)(one);
  check("second run", last(), 397);
  check("host function", calls, 2);
  check("destroyed", good(GPU(GraphDestroy)(graph)), 1);
  (void)GPU(GraphLaunch)(exec, one);
  check("an instance outlives its graph", last(), 3997);
  (void)GPU(GraphExecDestroy)(exec);
}

static void by_hand() {
  GPU(Graph_t) graph;
  GPU(GraphExec_t) exec;
  GPU(GraphNode_t) fill, first, second, out;
  (void)GPU(GraphCreate)(&graph, 0);
  static int result[n];
  int value = 5, factor = 3;
  void *addArguments[] = {&x, &value}, *timesArguments[] = {&x, &factor};
  GPU(KernelNodeParams) kernel = {};
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(n);
  kernel.func = reinterpret_cast<void *>(times);
  kernel.kernelParams = timesArguments;
  // Added in the wrong order: edges alone decide.
  (void)GPU(GraphAddKernelNode)(&second, graph, nullptr, 0, &kernel);
  kernel.func = reinterpret_cast<void *>(add);
  kernel.kernelParams = addArguments;
  (void)GPU(GraphAddKernelNode)(&first, graph, nullptr, 0, &kernel);
  GPU(MemsetParams) zero = {};
  zero.dst = x;
  zero.elementSize = 4;
  zero.width = n;
  zero.height = 1;
  zero.value = 1;
  (void)GPU(GraphAddMemsetNode)(&fill, graph, nullptr, 0, &zero);
  (void)GPU(GraphAddMemcpyNode1D)(&out, graph, &second, 1, result, x, sizeof result, GPU(MemcpyDeviceToHost));
  GPU(GraphNode_t) from[] = {fill, first}, to[] = {first, second};
  (void)GPU(GraphAddDependencies)(graph, from, to, 2);
  value = factor = 0; // arguments were copied
  check("instantiate", good(GPU(GraphInstantiateWithFlags)(&exec, graph, 0)), 1);
  (void)GPU(GraphLaunch)(exec, nullptr);
  check("(1 + 5) * 3", result[9], 18);
  value = 9;
  (void)GPU(GraphExecKernelNodeSetParams)(exec, first, &kernel);
  (void)GPU(GraphLaunch)(exec, nullptr);
  check("(1 + 9) * 3", result[9], 30);
  (void)GPU(GraphNodeSetEnabled)(exec, second, 0);
  (void)GPU(GraphLaunch)(exec, nullptr);
  check("1 + 9", result[9], 10);

  GPU(Graph_t) parent;
  GPU(GraphNode_t) child, again;
  GPU(GraphExec_t) both;
  (void)GPU(GraphCreate)(&parent, 0);
  (void)GPU(GraphAddChildGraphNode)(&child, parent, nullptr, 0, graph);
  factor = 2;
  kernel.func = reinterpret_cast<void *>(times);
  kernel.kernelParams = timesArguments;
  (void)GPU(GraphAddKernelNode)(&again, parent, &child, 1, &kernel);
  (void)GPU(GraphInstantiateWithFlags)(&both, parent, 0);
  (void)GPU(GraphLaunch)(both, nullptr);
  check("a child, then twice", last(), 36);

  GPU(GraphNode_t) back[] = {second}, round[] = {fill};
  (void)GPU(GraphAddDependencies)(graph, back, round, 1);
  GPU(GraphExec_t) circle;
  check("a circle", good(GPU(GraphInstantiateWithFlags)(&circle, graph, 0)), 0);
}

static void forbidden() {
  GPU(Stream_t) stream, blocking;
  (void)GPU(StreamCreateWithFlags)(&stream, GPU(StreamNonBlocking));
  (void)GPU(StreamCreate)(&blocking);
  GPU(Graph_t) graph;
  (void)GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeGlobal));
  check("synchronise", GPU(StreamSynchronize)(stream), GPU(ErrorStreamCaptureUnsupported));
  check("afterwards", GPU(StreamEndCapture)(stream, &graph), GPU(ErrorStreamCaptureInvalidated));
  check("no graph", graph == nullptr, 1);
  (void)GPU(StreamBeginCapture)(blocking, GPU(StreamCaptureModeRelaxed));
  add<<<1, n>>>(x, 1);
  check("default stream", GPU(GetLastError)(), GPU(ErrorStreamCaptureImplicit));
  check("empty graph", good(GPU(StreamEndCapture)(blocking, &graph)), 1);
  GPU(Event_t) event;
  (void)GPU(EventCreate)(&event);
  (void)GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeGlobal));
  (void)GPU(EventRecord)(event, stream);
  check("captured event", GPU(EventQuery)(event), GPU(ErrorCapturedEvent));
  (void)GPU(StreamWaitEvent)(blocking, event, 0);
  add<<<1, n, 0, blocking>>>(x, 1);
  check("unjoined", GPU(StreamEndCapture)(stream, &graph), GPU(ErrorStreamCaptureUnjoined));
  check("default stream again", good(GPU(StreamBeginCapture)(nullptr, GPU(StreamCaptureModeGlobal))), 0);
  (void)GPU(GetLastError)();
}

int main() {
  (void)GPU(Malloc)((void **)&x, n * sizeof(int));
  captured();
  by_hand();
  forbidden();
  check("device", good(GPU(DeviceSynchronize)()), 1);
  return failures;
}
