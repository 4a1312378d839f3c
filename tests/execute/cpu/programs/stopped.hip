// Wavefronts in lockstep that never end; the argument names one. `// NAME` stands at the line where it stops.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>

__global__ void keeps_the_lock(int *lock, int *out) {
  while (atomicCAS(lock, 0, 1) != 0) { // lock
  }
  if (++*out < 3)
    atomicExch(lock, 0);
}

__global__ void waits_in_lds(int *out) {
  __shared__ volatile int ready;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();
  if (threadIdx.x == 5)
    while (!ready) { // lds
    }
  __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void goes_on(unsigned long long *out) {
  for (int i = 0; i < 2000000000; ++i)
    out[threadIdx.x] += i; // long
}

__global__ void asserts(int *out) {
  assert(threadIdx.x < 7 || *out); // hip asserts
}

int main(int, char **arguments) {
  const char *name = arguments[1];
  int *memory;
  (void)hipMalloc(&memory, 1024);
  (void)hipMemset(memory, 0, 1024);
  if (std::strcmp(name, "lock") == 0)
    keeps_the_lock<<<1, 64>>>(memory, memory + 1);
  if (std::strcmp(name, "lds") == 0)
    waits_in_lds<<<1, 128>>>(memory);
  if (std::strcmp(name, "long") == 0)
    goes_on<<<1, 64>>>(reinterpret_cast<unsigned long long *>(memory));
  if (std::strcmp(name, "hip asserts") == 0)
    asserts<<<1, 64>>>(memory);
  std::printf("%s\n", hipGetErrorName(hipDeviceSynchronize()));
  (void)hipFree(memory);
}
