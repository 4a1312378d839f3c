// Streams, events with real times, callbacks, and cooperative launches that wait for the whole grid.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstdio>
#include <vector>

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}
__global__ void busy(unsigned *x, int turns) {
  unsigned value = x[threadIdx.x];
  for (int i = 0; i < turns; ++i) value = value * 1664525u + 1013904223u + (value >> 7);
  x[threadIdx.x] = value;
}
__global__ void add(int *x, int n) { x[threadIdx.x] += n; }
__global__ void rotate(int *a, int *b, int n) {
  auto grid = cooperative_groups::this_grid();
  const int i = grid.thread_rank();
  a[i] = i;
  grid.sync();
  b[i] = a[(i + 100) % n];
  grid.sync();
  a[i] = grid.is_valid() ? b[(i + n - 100) % n] + 1 : -1;
}

static std::vector<int> order;
static void called(void *data) { order.push_back(int(size_t(data))); }
static void calledBack(hipStream_t, hipError_t status, void *data) { order.push_back(status ? -1 : int(size_t(data))); }

static void times() {
  unsigned *x;
  (void)hipMalloc((void **)&x, 256);
  (void)hipMemset(x, 1, 256);
  hipEvent_t start, stop, unrecorded, untimed;
  (void)hipEventCreate(&start);
  (void)hipEventCreate(&stop);
  (void)hipEventCreate(&unrecorded);
  (void)hipEventCreateWithFlags(&untimed, hipEventDisableTiming);
  float once = -1;
  const auto before = std::chrono::steady_clock::now();
  (void)hipEventRecord(start, nullptr);
  busy<<<1, 64>>>(x, 2000000);
  (void)hipEventRecord(stop, nullptr);
  (void)hipEventSynchronize(stop);
  const double clock = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
  check("elapsed", hipEventElapsedTime(&once, start, stop) == hipSuccess);
  check("as the clock says", once > 1 && once <= clock);
  check("ready", hipEventQuery(stop) == hipSuccess);
  check("unrecorded", hipEventElapsedTime(&once, start, unrecorded) == hipErrorInvalidHandle);
  (void)hipEventRecord(untimed, nullptr);
  check("untimed", hipEventElapsedTime(&once, start, untimed) == hipErrorInvalidHandle);
  (void)hipGetLastError();
  check("destroy", hipEventDestroy(start) == hipSuccess && hipEventDestroy(stop) == hipSuccess);
}

static void streams() {
  hipStream_t one, two;
  hipEvent_t event;
  int *x, least = 1, greatest = 1, host[64] = {};
  check("priorities", hipDeviceGetStreamPriorityRange(&least, &greatest) == hipSuccess && greatest <= least);
  check("create", hipStreamCreate(&one) == hipSuccess && hipStreamCreateWithPriority(&two, hipStreamNonBlocking, greatest) == hipSuccess);
  (void)hipEventCreate(&event);
  (void)hipMalloc((void **)&x, 256);
  (void)hipMemsetAsync(x, 0, 256, one);
  add<<<1, 64, 0, one>>>(x, 5);
  check("record", hipEventRecord(event, one) == hipSuccess);
  check("wait", hipStreamWaitEvent(two, event, 0) == hipSuccess);
  add<<<1, 64, 0, two>>>(x, 7);
  check("host function", hipLaunchHostFunc(two, called, (void *)1) == hipSuccess);
  check("callback", hipStreamAddCallback(two, calledBack, (void *)2, 0) == hipSuccess);
  (void)hipMemcpyAsync(host, x, 256, hipMemcpyDeviceToHost, two);
  check("query", hipStreamSynchronize(two) == hipSuccess && hipStreamQuery(two) == hipSuccess);
  check("order", host[63] == 12 && order == std::vector<int>({1, 2}));
  unsigned flags = 0;
  check("flags", hipStreamGetFlags(two, &flags) == hipSuccess && flags == hipStreamNonBlocking);
  check("destroy streams", hipStreamDestroy(one) == hipSuccess && hipStreamDestroy(two) == hipSuccess);
}

static void grids() {
  int *a, *b, n = 512, perUnit = 0;
  (void)hipMallocManaged((void **)&a, n * 4);
  (void)hipMallocManaged((void **)&b, n * 4);
  void *arguments[] = {&a, &b, &n};
  check("cooperative", hipLaunchCooperativeKernel((void *)rotate, dim3(8), dim3(64), arguments, 0, nullptr) == hipSuccess);
  bool right = hipDeviceSynchronize() == hipSuccess;
  for (int i = 0; i < n; ++i) right &= a[i] == i + 1;
  check("whole grid", right);
  hipDeviceProp_t device;
  (void)hipGetDeviceProperties(&device, 0);
  (void)hipOccupancyMaxActiveBlocksPerMultiprocessor(&perUnit, rotate, 64, 0);
  const int most = perUnit * device.multiProcessorCount;
  check("too large", hipLaunchCooperativeKernel((void *)rotate, dim3(most + 1), dim3(64), arguments, 0, nullptr) ==
                         hipErrorCooperativeLaunchTooLarge);
  (void)hipGetLastError();
}

int main() {
  times();
  streams();
  grids();
  return failures;
}
