// Kernels of which it is known how often they meet and what they move, line by line.
#include <hip/hip_runtime.h>

__global__ void moves(const int *in, int *out) {
  __shared__ int words[128];
  words[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = words[127 - threadIdx.x];
}
__global__ void meets(int *out) {
  for (int turn = 0; turn < 5; ++turn)
    __syncthreads();
  if (threadIdx.x < 32)
    out[threadIdx.x] = 1;
}
__global__ void computes(unsigned *out) {
  unsigned x = threadIdx.x;
  for (int turn = 0; turn < 200; ++turn)
    x = x * 1664525 + (x >> 3);
  out[threadIdx.x] = x;
}

int main() {
  int *in, *out;
  (void)hipMalloc(&in, 4 * 512);
  (void)hipMalloc(&out, 4 * 512);
  (void)hipMemset(in, 0, 4 * 512);
  moves<<<4, 128>>>(in, out);
  moves<<<4, 128>>>(in, out);
  meets<<<1, 128>>>(out);
  computes<<<1, 64>>>(reinterpret_cast<unsigned *>(out));
  return int(hipDeviceSynchronize());
}
