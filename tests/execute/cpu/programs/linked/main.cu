#include "shared.h"
#include <cstdio>

static __device__ int calls;

__global__ void use(int *out) {
  const int i = threadIdx.x;
  if (i == 0) calls += 1;
  out[i] = neighbour(twice(i)) * scale + table[i & 3] + calls;
}

int main() {
  const int host[] = {0, 100, 200, 300}, before = 5;
  int *out;
  (void)GPU(MallocManaged)((void **)&out, 64 * sizeof(int));
  prepare(host, 10);
  (void)GPU(MemcpyToSymbol)(calls, &before, sizeof before);
  use<<<1, 64>>>(out);
  if (GPU(DeviceSynchronize)() != GPU(Success)) return 1;
  std::printf("%d %d %d\n", out[0], out[5], out[63]);
}
