// Exchanges between lanes that do not wait for each other's answers, and some that do.
#include <hip/hip_runtime.h>

/// Both halves of a double, in a chain of five steps.
__global__ void halves(const double *in, double *out) {
  double sum = in[threadIdx.x];
  for (int mask = 16; mask; mask /= 2)
    sum += __shfl_xor(sum, mask, 32);
  out[threadIdx.x] = sum;
}
/// What an unrolled loop gathers: no term waits for another's.
__global__ void terms(const double *in, double *out) {
  const double own = in[threadIdx.x];
  double sum = 0;
  for (int i = 0; i < 24; ++i)
    sum = sum * 0.5 + __shfl(own, (threadIdx.x * 7 + i) & 31, 32);
  out[threadIdx.x] = sum;
}
/// Of several kinds, by some of the lanes, and one that needs another's answer.
__global__ void kinds(const double *in, double *out) {
  const int lane = int(threadIdx.x) % warpSize, own = int(in[threadIdx.x]);
  double sum = own;
  if (own % 3) {
    const int above = __shfl_up(own, 2), below = __shfl_down(own, 3);
    const int odd = __popcll(__ballot(own & 1)), swapped = __shfl_xor(own, 5);
    sum += above * 3 - below + odd * 100 + swapped * 7 + __shfl(own, above & (warpSize - 1));
  }
  out[threadIdx.x] = sum + lane;
}
/// Lanes in lockstep have all written to LDS before one reads, with or without an exchange in between.
__global__ void memory(const double *in, double *out) {
  __shared__ double words[1024];
  const double above = __shfl(in[threadIdx.x], 1, 32);
  words[threadIdx.x] = in[threadIdx.x] + above;
  const double sum = __shfl(above, 3, 32) + words[threadIdx.x ^ 1];
  out[threadIdx.x] = sum;
}
/// A lane that faults between places where it brings much.
__global__ void faults(const double *in, double *out, long last) {
  const double own = in[threadIdx.x];
  const double a = __shfl_xor(own, 1, 32), b = __shfl_xor(own, 2, 32), c = __shfl_xor(own, 4, 32);
  out[threadIdx.x] = a + b + c;
  const double d = __shfl_xor(a, 1, 32), e = __shfl_xor(b, 2, 32), f = __shfl_xor(c, 4, 32);
  out[threadIdx.x == last ? 1 << 30 : threadIdx.x] = out[threadIdx.x] + d + e + f;
}
