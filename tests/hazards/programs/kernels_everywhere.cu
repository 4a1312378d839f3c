// Launches in every place that an expression may stand in.
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
__global__ void a(int *o) { atomicAdd(o, 1); } __global__ void b(int *o) { atomicAdd(o, 100); } template <int N, class T> __global__ void c(T *o, T v = T()) { atomicAdd(o, N + v); }
namespace deep { namespace er { __global__ void d(int *o) { atomicAdd(o, 10000); } } } struct Runner { static void go(int *o, void (*f)(int *)) { f<<<1, 1>>>(o); } template <int N> void run(int *o) { c<N><<<N, 1>>>(o, 1); } };
#define RUN(f, ...) f<<<__VA_ARGS__>>>
#define TWICE(x) x; x
typedef void (*Kernel)(int *);
int main() {
  int *o, n = 3; cudaMallocManaged(&o, 4); *o = 0; Kernel ks[] = {a, b, deep::er::d};
  for (auto k : ks) k<<<1, 1>>>(o); ks[n % 3]<<<dim3(2, 1), dim3{1, 2}>>>(o); n > 2 ? a<<<1, 1>>>(o) : b<<<1, 1>>>(o); if (n) a<<<1, 1>>>(o); else b<<<1, 1>>>(o);
  RUN(a, 1, 2, 0, 0)(o); TWICE((b<<<1, 1>>>(o))); c<(3 > 2), int><<<1, 1>>>(o, 5); (*ks[1])<<<1, 1>>>(o); Runner().run<4>(o); Runner::go(o, &a); [&] { a<<<(n >> 1) + (n << 1 >> 2), 1>>>(o); }(); std::function<void()> f = [=] { deep::er::d<<<1, 1, sizeof(int) * 2>>>(o); }; f();
  switch (n) { case 3: a<<<1, 1>>>(o); default: a<<<1, (n, 2)>>>(o); } ::a<<<1, 1, 0, nullptr>>>(o); do a<<<1, 1>>>(o); while (0); cudaDeviceSynchronize();
  const int e = 10101 + 4 + 1 + 1 + 2 + 200 + 6 + 100 + 20 + 1 + 2 + 10000 + 1 + 2 + 1 + 1; printf(*o == e ? "PASS\n" : "FAIL %d %d\n", *o, e); return *o != e;
}
