// Kernels for one wavefront whose lanes read and write each other's words of LDS.
#include <hip/hip_runtime.h>

extern "C" __global__ void divided(float *out) {
  __shared__ float m[32];
  const int t = threadIdx.x, row = t / 8, col = t % 8;
  m[t] = t + 1;
  __syncthreads();
  for (int r = 0; r < 4; ++r) {
    if (row == r) m[row * 8 + col] = m[row * 8 + col] / m[row * 8];
    __syncthreads();
  }
  out[t] = m[t];
}

extern "C" __global__ void paired(float *out) {
  __shared__ float m[32];
  const int t = threadIdx.x;
  m[t] = t + 1;
  m[t] = m[t ^ 1] + m[t];
  out[t] = m[t];
}

// All but the last are less than their neighbour.
extern "C" __global__ void greater(float *out) {
  __shared__ float m[32];
  const int t = threadIdx.x;
  m[t] = t;
  __syncthreads();
  const float mine = m[t], next = t < 31 ? m[t + 1] : -1.0f, before = t > 0 ? m[t - 1] : -2.0f;
  if (before < mine) m[t] = next;
  __syncthreads();
  out[t] = m[t];
}

extern "C" __global__ void summed(float *out, int n) {
  extern __shared__ float both[];
  float *m = both + n;
  const int t = threadIdx.x;
  m[t] = t;
  __syncthreads();
  if (t > 0) m[t] = m[t] + m[t - 1];
  __syncthreads();
  out[t] = m[t];
}

// Each lane adds what lies further on.
extern "C" __global__ void reduced(float *out) {
  __shared__ float m[32];
  const int t = threadIdx.x;
  m[t] = t + 1;
  __syncthreads();
  for (int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s) m[t] += m[t + s];
    __syncthreads();
  }
  out[t] = m[0];
}

// Each lane has words of its own.
extern "C" __global__ void rows(float *out, int n) {
  __shared__ float m[32 * 9];
  float *row = m + threadIdx.x * 9;
  row[0] = threadIdx.x;
  for (int i = 1; i < 9; ++i) row[i] = row[i - 1] * 2 + row[0];
  __syncthreads();
  out[threadIdx.x] = m[threadIdx.x * 9 + n - 1];
}

// What is read is another variable.
extern "C" __global__ void other(float *out, int n) {
  __shared__ float from[32], to[32];
  const int t = threadIdx.x;
  from[t] = t;
  __syncthreads();
  to[t] = from[31 - t] + from[t];
  __syncthreads();
  out[t] = to[t ^ n];
}

// Lanes exchange words in a loop, which nothing makes vectors of.
extern "C" __global__ void exchanged(float *out, int n) {
  __shared__ float m[32];
  const int t = threadIdx.x;
  float x = t;
  for (int i = 1; i < n; i *= 2) {
    m[t] = x;
    const float other = m[t ^ i];
    if (other > 1e30f) printf("%f", other);
    x += other;
  }
  out[t] = x;
}

// Along a diagonal, from words of the one before.
extern "C" __global__ void diagonals(float *out, int n) {
  __shared__ float m[33][33];
  const int t = threadIdx.x;
  m[0][t] = t;
  m[t + 1][0] = t + 1;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (t <= i) m[t + 1][i - t + 1] = fmaxf(m[t][i - t] + 1, m[t + 1][i - t]);
    __syncthreads();
  }
  out[t] = m[t + 1][1];
}

// Sums of all lanes up to each, as warp-synchronous code has them: every step in a branch of its own.
extern "C" __global__ void scanned(float *out) {
  __shared__ volatile float s[32];
  const int t = threadIdx.x;
  s[t] = t;
  if (t & 1) s[t] += s[t - 1];
  if (t & 2) s[t] += s[(t - 2) | 1];
  if (t & 4) s[t] += s[(t - 4) | 3];
  if (t & 8) s[t] += s[(t - 8) | 7];
  if (t & 16) s[t] += s[(t - 16) | 15];
  out[t] = s[t];
}

// A variable of the whole file, marked twice: clang pins it in the GPU's image.
__device__ __shared__ float of_the_file[32];

__device__ void write_of_the_file() { of_the_file[threadIdx.x] = threadIdx.x; }

extern "C" __global__ void of_a_file(float *out) {
  write_of_the_file();
  __syncthreads();
  out[threadIdx.x] = of_the_file[31 - threadIdx.x];
}
