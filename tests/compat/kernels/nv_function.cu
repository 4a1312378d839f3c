// nvstd::function: lambdas small and large, copied, moved, assigned and empty.
#include <nvfunctional>

__device__ int twice(int i) { return 2 * i; }

__device__ int apply(nvstd::function<int(int)> f, int i) { return f(i); }

struct Large {
  int values[24];
  __device__ int operator()(int i) const { return values[i % 24] + i; }
};

extern "C" __global__ void functions(int* out) {
  const int i = threadIdx.x;
  int* row = out + 8 * i;
  const int base = i + 100;
  row[0] = apply([base](int x) { return base + x; }, i);
  nvstd::function<int(int)> f = twice;
  row[1] = f(i);
  Large large;
  for (int k = 0; k < 24; ++k) large.values[k] = 10 * k;
  nvstd::function<int(int)> g = large;
  row[2] = g(i);
  nvstd::function<int(int)> h = g;
  g = f;
  row[3] = h(i) - g(i);
  h.swap(g);
  row[4] = h(i);
  nvstd::function<int(int)> empty;
  row[5] = (empty ? 1 : 0) + (f == nullptr ? 10 : 20);
  empty = static_cast<nvstd::function<int(int)>&&>(h);
  row[6] = empty(i) + (h ? 1000 : 0);
  empty = nullptr;
  nvstd::function<void(int&)> add = [=](int& x) { x += i; };
  row[7] = empty == nullptr ? 7 : 8;
  add(row[7]);
}
