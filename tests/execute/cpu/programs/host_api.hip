// The host side of HIP: memory of all kinds, copies, symbols, streams, events, properties, occupancy.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

__constant__ float coefficients[4];
__device__ int counter;
__managed__ int shared_with_host = 1;

__global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= coefficients[i % 4];
  atomicAdd(&counter, 1);
  if (i == 0) shared_with_host += 5;
}
__global__ __launch_bounds__(256) void with_lds(float *x) {
  __shared__ float part[1024];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = part[255 - threadIdx.x];
}
__global__ void speak(int n) {
  if ((int)threadIdx.x == n) printf("thread %d says %s %5.2f %ld %c%%\n", n, "hello", 1.5, 123456789012345L, 'x');
}

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}
static void count_call(void *data) { ++*static_cast<int *>(data); }

int main() {
  const int n = 1000;
  std::vector<float> host(n), back(n);
  for (int i = 0; i < n; ++i) host[i] = float(i);
  float *x;
  check("malloc", hipMalloc(&x, n * sizeof(float)) == hipSuccess);
  check("copy in", hipMemcpy(x, host.data(), n * sizeof(float), hipMemcpyHostToDevice) == hipSuccess);
  const float factors[] = {1, 2, 3, 4};
  check("to symbol", hipMemcpyToSymbol(HIP_SYMBOL(coefficients), factors, sizeof factors) == hipSuccess);

  hipStream_t stream;
  hipEvent_t start, stop;
  check("stream", hipStreamCreateWithFlags(&stream, hipStreamNonBlocking) == hipSuccess);
  check("events", hipEventCreate(&start) == hipSuccess && hipEventCreate(&stop) == hipSuccess);
  (void)hipEventRecord(start, stream);
  scale<<<(n + 127) / 128, 128, 0, stream>>>(x, n);
  (void)hipEventRecord(stop, stream);
  float milliseconds = -1;
  check("elapsed", hipEventElapsedTime(&milliseconds, start, stop) == hipSuccess && milliseconds > 0);
  check("copy out", hipMemcpyAsync(back.data(), x, n * sizeof(float), hipMemcpyDeviceToHost, stream) == hipSuccess);
  check("synchronise", hipStreamSynchronize(stream) == hipSuccess);
  bool right = true;
  for (int i = 0; i < n; ++i) right &= back[i] == host[i] * factors[i % 4];
  check("kernel result", right);
  int seen = 0;
  (void)hipMemcpyFromSymbol(&seen, HIP_SYMBOL(counter), sizeof seen);
  check("from symbol", seen == 1024);
  check("managed variable", shared_with_host == 6);
  int calls = 0;
  (void)hipLaunchHostFunc(stream, count_call, &calls);
  check("host function", hipStreamSynchronize(stream) == hipSuccess && calls == 1);

  float *pitched;
  size_t pitch;
  (void)hipMallocPitch((void **)&pitched, &pitch, 10 * sizeof(float), 5);
  (void)hipMemcpy2D(pitched, pitch, host.data(), 10 * sizeof(float), 10 * sizeof(float), 5, hipMemcpyHostToDevice);
  std::vector<float> rows(50);
  (void)hipMemcpy2D(rows.data(), 10 * sizeof(float), pitched, pitch, 10 * sizeof(float), 5, hipMemcpyDeviceToHost);
  check("two dimensions", std::memcmp(rows.data(), host.data(), 50 * sizeof(float)) == 0);

  float *pinned;
  check("pinned", hipHostMalloc((void **)&pinned, 100) == hipSuccess);
  hipPointerAttribute_t attributes;
  check("attributes", hipPointerGetAttributes(&attributes, pinned + 5) == hipSuccess && attributes.type == hipMemoryTypeHost);
  check("attributes of device memory", hipPointerGetAttributes(&attributes, x) == hipSuccess && attributes.type == hipMemoryTypeDevice);
  int *async;
  check("pool", hipMallocAsync((void **)&async, 64, stream) == hipSuccess && hipFreeAsync(async, stream) == hipSuccess);
  size_t available, total;
  check("memory left", hipMemGetInfo(&available, &total) == hipSuccess && available < total);

  hipDeviceProp_t device;
  check("properties", hipGetDeviceProperties(&device, 0) == hipSuccess && device.maxThreadsPerBlock == 1024);
  int attribute;
  check("attribute", hipDeviceGetAttribute(&attribute, hipDeviceAttributeWarpSize, 0) == hipSuccess && attribute == device.warpSize);
  check("attribute of a property that is 0", hipDeviceGetAttribute(&attribute, hipDeviceAttributeIsMultiGpuBoard, 0) == hipSuccess && attribute == 0);
  std::printf("wave %d arch %s\n", device.warpSize, device.gcnArchName);
  hipFuncAttributes function;
  check("function", hipFuncGetAttributes(&function, (const void *)with_lds) == hipSuccess &&
                        function.sharedSizeBytes == 4096 && function.maxThreadsPerBlock == 256);
  int blocks = 0;
  check("occupancy", hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_lds, 256, 28 * 1024) == hipSuccess && blocks == 2);
  speak<<<1, 64>>>(3);
  check("last", hipDeviceSynchronize() == hipSuccess && hipGetLastError() == hipSuccess);
  return failures;
}
