// dim3, uint3 and the built-in variables, which convert to one another in CUDA.
#include <cstdio>

__device__ unsigned last(uint3 size) { return size.x - 1; }
__device__ uint3 place() { return threadIdx; }

struct Here {
  uint3 thread;
  __device__ Here() : thread(threadIdx) {}
};

__global__ void fill(unsigned *out) {
  uint3 block = blockIdx, size = blockDim;
  dim3 at = threadIdx;
  uint3 again;
  again = at;
  out[blockIdx.x * size.x + again.x] = place().x + Here().thread.x + 100 * block.x + 1000 * last(blockDim);
}

int main() {
  const uint3 shape = make_uint3(2, 1, 1);
  dim3 threads(4);
  const uint3 same = threads;
  unsigned *out;
  cudaMallocManaged(&out, 8 * sizeof *out);
  fill<<<shape, same>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (unsigned i = 0; i < 8; i++)
    if (out[i] != 2 * (i % 4) + 100 * (i / 4) + 3000) {
      std::printf("FAIL: %u is %u\n", i, out[i]);
      return 1;
    }
  std::printf("PASS\n");
}
