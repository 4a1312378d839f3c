// Dynamic shared memory under several names and types is one memory; sizes, alignment, two kernels.
#include <cstdio>
#include <cuda_runtime.h>
extern __shared__ float floats[];
extern __shared__ int ints[];
template <class T> struct Shared { __device__ T *get() { extern __shared__ __align__(16) unsigned char raw[]; return reinterpret_cast<T *>(raw); } };
template <class T> __device__ T sum(int n) { extern __shared__ T data[]; T s = 0; for (int i = 0; i < n; i++) s += data[i]; return s; }
namespace other { extern __shared__ unsigned char bytes[]; __device__ int first() { return bytes[0]; } }
template <> struct Shared<double> { __device__ double *get() { extern __shared__ double sd[]; return sd; } };
__global__ void k(int *o) {
  __shared__ int fixed[7];
  int t = threadIdx.x; fixed[t % 7] = 0;
  ints[t] = t * 257; __syncthreads();
  o[t] = Shared<int>().get()[31 - t];
  if (t == 0) { o[32] = sum<int>(32) + fixed[3]; o[33] = ((size_t)ints & 15) == 0; o[34] = other::first(); }
  __syncthreads(); floats[t] = 1.0f; __syncthreads();
  if (t == 0) { o[35] = ints[5]; o[36] = (void *)Shared<double>().get() == (void *)floats; o[37] = (void *)fixed != (void *)floats; }
}
int main() {
  int *o; cudaMallocManaged(&o, 4096); k<<<1, 32, 128>>>(o);
  int bad = cudaDeviceSynchronize() != cudaSuccess, s = 0;
  for (int i = 0; i < 32; i++) bad += o[i] != (31 - i) * 257, s += i * 257;
  bad += o[32] != s || !o[33] || o[34] != 0 || o[35] != 0x3f800000 || !o[36] || !o[37];
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
