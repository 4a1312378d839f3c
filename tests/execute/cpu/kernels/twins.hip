// Kernels of a template that are the same code but for what their pointers point to, and one that differs.
#include <hip/hip_runtime.h>

template <class T> __device__ __noinline__ T *past(T *values, int count) { return values + count; }

template <class T, int Most> __global__ __launch_bounds__(Most) void reversed(const T *in, T *out) {
  __shared__ T kept[256];
  kept[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  past(out, -int(threadIdx.x))[blockDim.x - 1] = kept[threadIdx.x];
}

template __global__ void reversed<int, 256>(const int *, int *);
template __global__ void reversed<unsigned, 256>(const unsigned *, unsigned *);
template __global__ void reversed<unsigned, 64>(const unsigned *, unsigned *);
template __global__ void reversed<double, 64>(const double *, double *);

// Differ before lanes meet, and are the same code from there on.
template <int Factor> __global__ void exchanged(const int *in, int *out) {
  const int got = __shfl_xor(in[threadIdx.x] * Factor, 1);
  out[threadIdx.x] = got + 1;
}

template __global__ void exchanged<3>(const int *, int *);
template __global__ void exchanged<5>(const int *, int *);
