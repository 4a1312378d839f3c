// Variables of the device: constant tables, inline and static ones, in templates and functions; packed and bit fields.
#include <cstdio>
#include <cuda_runtime.h>
constexpr int table[] = {1, 2, 4, 8}; __constant__ int fixed[] = {3, 5, 7, 9}; static __device__ int own = 11; inline __device__ int shared_by_all = 13; template <class T> __device__ T zero = T(17);
namespace n { __device__ int counter; __constant__ struct { int a; float b[2]; } nested = {1, {2, 3}}; } struct S { static constexpr int size = 6; static __device__ int f() { return size; } };
struct Fields { unsigned a : 3, b : 13; int c : 5; unsigned long long d : 40; bool e : 1; }; struct __attribute__((packed)) Packed { char a; int b; short c; double d; }; enum class Mode : unsigned char { A = 250, B };
template <int N> __device__ int *place() { __shared__ int s[N]; return s; } __device__ int next() { static __shared__ int calls; if (threadIdx.x == 0) calls = 40; __syncthreads(); return calls + 2; }
__global__ void k(int *o, Fields f, Packed p, Mode m, const int (&unused)[1]) {}
__global__ void g(int *o, Fields f, Packed p, Mode m) {
  const int t = threadIdx.x; constexpr int local[] = {9, 8, 7}; place<8>()[t & 7] = t & 7; place<4>()[t & 3] = 100; __syncthreads();
  o[0] = table[t & 3] * 0 + fixed[2] + own + shared_by_all + zero<int> + (int)zero<float>; o[1] = place<8>()[5] + place<4>()[1]; o[2] = next(); o[3] = f.a + f.b + f.c + (int)(f.d >> 36) + f.e; o[4] = p.a + p.b + p.c + (int)p.d; o[5] = (int)m + S::f() + local[2] + (int)n::nested.b[1]; atomicAdd(&n::counter, 1); f.c = 15; f.c++; o[6] = f.c; o[7] = sizeof(Fields) * 100 + sizeof(Packed);
}
int main() {
  int *o, bad = 0, c; cudaMallocManaged(&o, 64); Fields f = {5, 8000, -3, 0xabcdef1234ull, true}; Packed p = {1, 1 << 20, -2, 3.5}; g<<<1, 64>>>(o, f, p, Mode::B); bad += cudaDeviceSynchronize() != cudaSuccess; cudaMemcpyFromSymbol(&c, n::counter, 4);
  const int e[] = {7 + 11 + 13 + 34, 105, 42, 5 + 8000 - 3 + 0xa + 1, 1 + (1 << 20) - 2 + 3, 251 + 6 + 7 + 3, -16, (int)sizeof(Fields) * 100 + 15}; bad += c != 64; for (int i = 0; i < 8; i++) if (o[i] != e[i]) bad++, printf("%d: %d not %d\n", i, o[i], e[i]);
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
