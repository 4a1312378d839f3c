// Places of memory: as a variable, written in place, by a function, and as a device's number.
#include <cstdio>

static void check(const char *what, bool good) { std::printf("%s %s\n", good ? "ok" : "FAILED", what); }

static cudaMemLocation at(int device) {
  cudaMemLocation place;
  place.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  place.id = device < 0 ? 0 : device;
  return place;
}

__global__ void scale(float *x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}

int main() {
  const int n = 1000;
  const size_t bytes = n * sizeof(float);
  float *x;
  cudaMallocManaged(&x, bytes);
  for (int i = 0; i < n; ++i) x[i] = float(i);
  const cudaMemLocation device = at(0), host = at(-1);
  check("advice", cudaMemAdvise(x, bytes, cudaMemAdviseSetPreferredLocation, device) == cudaSuccess);
  check("advice of a call", cudaMemAdvise(x, bytes, cudaMemAdviseSetAccessedBy, at(0)) == cudaSuccess);
  check("advice for a number", cudaMemAdvise(x, bytes, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId) == cudaSuccess);
  check("device", cudaMemPrefetchAsync(x, bytes, device, 0, 0) == cudaSuccess);
  scale<<<4, 256>>>(x, n);
  check("host", cudaMemPrefetchAsync(x, bytes, host, 0) == cudaSuccess);
  check("newer", cudaMemPrefetchAsync_v2(x, bytes, host, 0, 0) == cudaSuccess &&
                     cudaMemAdvise_v2(x, bytes, cudaMemAdviseUnsetPreferredLocation, host) == cudaSuccess);
  check("number", cudaMemPrefetchAsync(x, bytes, 0) == cudaSuccess);
  check("end", cudaDeviceSynchronize() == cudaSuccess && x[10] == 20.0f);
  check("no device", cudaMemPrefetchAsync(x, bytes, at(1000), 0, 0) != cudaSuccess &&
                         cudaMemAdvise(x, bytes, cudaMemAdviseSetAccessedBy, at(1000)) != cudaSuccess);
}
