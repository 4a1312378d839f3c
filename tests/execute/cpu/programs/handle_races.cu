// Threads that make, use and destroy the same streams, events and graphs. Every call succeeds or says what is wrong.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#else
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#endif
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

__global__ void count(int *calls) { atomicAdd(calls, 1); }

constexpr int slots = 8, turns = 3000;
static std::atomic<GPU(Stream_t)> streams[slots];
static std::atomic<GPU(Event_t)> events[slots];
static std::atomic<GPU(Graph_t)> graphs[slots];
static std::atomic<long> good{0}, refused{0};

static void note(GPU(Error_t) error) { ++(error == GPU(Success) ? good : refused); }

static void work(unsigned seed, int *calls) {
  for (int i = 0; i < turns; ++i) {
    const int slot = rand_r(&seed) % slots;
    switch (rand_r(&seed) % 8) {
    case 0: {
      GPU(Stream_t) stream;
      note(GPU(StreamCreate)(&stream));
      streams[slot] = stream;
      break;
    }
    case 1: note(GPU(StreamDestroy)(streams[slot])); break;
    case 2: note(GPU(StreamSynchronize)(streams[slot])); break;
    case 3: {
      GPU(Event_t) event;
      note(GPU(EventCreate)(&event));
      events[slot] = event;
      break;
    }
    case 4: note(GPU(EventRecord)(events[slot], streams[slot])); break;
    case 5: note(GPU(EventDestroy)(events[slot])); break;
    case 6: {
      GPU(Graph_t) graph;
      GPU(GraphExec_t) exec;
      note(GPU(GraphCreate)(&graph, 0));
      graphs[slot] = graph;
      if (GPU(GraphInstantiateWithFlags)(&exec, graphs[slot], 0) == GPU(Success)) {
        note(GPU(GraphLaunch)(exec, streams[slot]));
        note(GPU(GraphExecDestroy)(exec));
      }
      note(GPU(GraphDestroy)(graphs[slot]));
      break;
    }
    default:
      count<<<1, 1, 0, streams[slot]>>>(calls);
      note(GPU(GetLastError)());
    }
  }
}

int main() {
  int *calls;
  (void)GPU(MallocManaged)((void **)&calls, sizeof *calls);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i) threads.emplace_back(work, i + 1, calls);
  for (std::thread &thread : threads) thread.join();
  const bool done = good + refused >= 4 * turns;
  std::printf("%s\n", done && good > turns && refused > 0 && *calls > 0 ? "ok" : "FAILED");
}
