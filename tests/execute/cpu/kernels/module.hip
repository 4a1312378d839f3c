// Compiled to a code object and loaded by programs/modules.hip and programs/driver_api.cu.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#endif

extern "C" __device__ float factor = 2;

// The arguments' alignments differ: a packed buffer has holes.
extern "C" __global__ void scale(char skip, float *x, double offset) {
  __shared__ float part[64];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= skip) x[threadIdx.x] = float(part[threadIdx.x] * factor + offset);
}
