// Guards of work-items: all, some or none of a block pass, and numbers wrap around.
#include <hip/hip_runtime.h>

extern "C" __global__ void below(unsigned start, int limit, int *out) {
  int i = start + threadIdx.x; // may wrap around
  if (i < limit) out[threadIdx.x] += 1;
}

extern "C" __global__ void below_unsigned(unsigned start, unsigned limit, int *out) {
  unsigned i = start + threadIdx.x;
  if (i < limit) out[threadIdx.x] += 1;
}

extern "C" __global__ void falling(int start, int limit, int *out) {
  int i = start - 3 * int(threadIdx.x);
  if (i >= limit) out[threadIdx.x] += 1;
}

extern "C" __global__ void between(int low, int high, int *out) {
  int i = int(threadIdx.x);
  if (i < low || i >= high) return;
  out[i] += 1;
}

extern "C" __global__ void plane(int width, int height, int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] += 1;
}

extern "C" __global__ void wide(long start, long limit, int *out) {
  long i = start + threadIdx.x;
  if (i < limit) out[threadIdx.x] += 1;
}

extern "C" __global__ void inside(int low, int high, int *out) {
  int i = threadIdx.x;
  if (i > low && i <= high) out[i] += 1;
}

extern "C" __global__ void unless(unsigned low, unsigned high, int *out) {
  unsigned i = threadIdx.x - 40u;  // wraps around
  if (!(i < low || high < i)) out[threadIdx.x] += 1;
}

extern "C" __global__ void inner(int width, int height, int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
  out[y * width + x] += 1;
}

extern "C" __global__ void neither(int width, int height, int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) out[y * width + x] += 1;
}
