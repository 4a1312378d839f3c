// CUDA's names with a leading `::`, behind keywords and macros.
#include <cub/cub.cuh>

#include <cstdio>

#define API
#define DEVICE __device__

typedef ::cub::BlockReduce<int, 128> Reduce;
using Error = ::cudaError_t;

API ::cudaStream_t stream() { return nullptr; }
inline ::cudaError_t wait() { return ::cudaDeviceSynchronize(); }
DEVICE ::cudaMemcpyKind kind() { return ::cudaMemcpyDefault; }

struct Owner {
  operator ::cudaStream_t() const { return stream(); }
};

__global__ void sum(int *out) {
  __shared__ ::cub::BlockReduce<int, 128>::TempStorage storage;
  const int total = Reduce(storage).Sum(int(threadIdx.x));
  if (threadIdx.x == 0) *out = total + (kind() == ::cudaMemcpyDefault);
}

int main() {
  int *out;
  cudaMallocManaged(&out, sizeof *out);
  sum<<<1, 128, 0, Owner()>>>(out);
  if (not(wait() == ::cudaSuccess)) return 2;
  std::printf(*out == 8129 ? "PASS\n" : "FAIL\n");
  return *out != 8129;
}
