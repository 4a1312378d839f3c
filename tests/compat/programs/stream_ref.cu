// libcu++'s view of a stream.
#include <cstdio>
#include <type_traits>
#include <cuda/stream_ref>

static void check(bool right, const char* what) { std::printf("%s %s\n", right ? "ok" : "wrong", what); }

__global__ void fill(int* out) { out[threadIdx.x] = threadIdx.x + 1; }

static void launch(cuda::stream_ref stream, int* out) { fill<<<1, 64, 0, stream.get()>>>(out); }

int main() {
  cudaStream_t one;
  cudaStreamCreate(&one);
  cuda::stream_ref ref{one};
  int *device, host = 0;
  cudaMalloc(&device, 64 * sizeof(int));
  launch(one, device);  // it is made of a stream
  ref.wait();
  cudaMemcpy(&host, device + 63, sizeof(int), cudaMemcpyDeviceToHost);
  check(host == 64, "waited");
  check(ref.ready(), "ready");
  check(ref == one && ref != cuda::stream_ref{}, "compared");
  check(cuda::stream_ref{}.get() == nullptr, "the default stream");
  check(!std::is_constructible<cuda::stream_ref, int>::value, "no numbers");
  check(!std::is_constructible<cuda::stream_ref, std::nullptr_t>::value, "no null");
  cudaFree(device);
  cudaStreamDestroy(one);
  return 0;
}
