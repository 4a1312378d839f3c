// Functions of the device as values: in symbols, tables, templates, virtual methods; recursion.
#include <cstdio>
#include <cuda_runtime.h>
typedef int (*Op)(int, int);
__device__ int add(int a, int b) { return a + b; } __device__ int mul(int a, int b) { return a * b; }
__device__ Op table[] = {add, mul}; __device__ Op one = mul; __constant__ Op fixed[2];
template <Op F> __device__ int twice(int x) { return F(x, F(x, x)); }
struct Shape { __device__ virtual int area() const = 0; __device__ virtual ~Shape() {} };
struct Square : Shape { int a; __device__ Square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
struct Box : Square { int h; __device__ Box(int a, int h) : Square(a), h(h) {} __device__ int area() const override { return Square::area() * 2 + 4 * a * h; } };
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
template <class F> __global__ void apply(int *o, F f) { o[threadIdx.x] = f(threadIdx.x); }
__global__ void k(int *o, Op given) {
  const int t = threadIdx.x; Op local[] = {mul, add};
  Shape *s = t & 1 ? (Shape *)new Box(t, 2) : new Square(t);
  o[t] = table[t & 1](t, 3) + local[t & 1](t, 5) * 1000 + one(t, 2) * 7 + twice<add>(t) + s->area() + fib(t % 12) + given(t, 1) + fixed[t & 1](t, 2);
  delete s;
}
int main() {
  int *o; cudaMallocManaged(&o, 1024); Op h, both[2]; int bad = cudaMemcpyFromSymbol(&h, one, sizeof h) != cudaSuccess;
  bad += cudaMemcpyFromSymbol(both, table, sizeof both) != cudaSuccess; bad += cudaMemcpyToSymbol(fixed, both, sizeof both) != cudaSuccess;
  cudaDeviceSetLimit(cudaLimitStackSize, 8192); k<<<1, 100>>>(o, h); bad += cudaDeviceSynchronize() != cudaSuccess;
  auto f = [](int n) { int a = 0, b = 1; while (n--) { int c = a + b; a = b; b = c; } return a; };
  for (int t = 0; t < 100; t++) { int e = (t & 1 ? t * 3 : t + 3) + (t & 1 ? t + 5 : t * 5) * 1000 + t * 14 + 3 * t + (t & 1 ? t * t * 2 + 8 * t : t * t) + f(t % 12) + t + (t & 1 ? t * 2 : t + 2); if (o[t] != e) bad++; }
  const int shift = 5; apply<<<1, 64>>>(o, [=] __device__(int x) { return x << shift; }); cudaDeviceSynchronize(); bad += o[63] != 63 << 5;
  printf(bad ? "FAIL %d\n" : "PASS\n", bad); return bad != 0;
}
