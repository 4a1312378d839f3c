// CUB: warp-wide classes through aliases, template templates, default arguments, and block primitives of 32 threads.
#include <cstdio>
#include <cub/cub.cuh>
template <typename T> using Scan = cub::WarpScan<T>;
template <int T> struct Block {
  using Reduce = cub::BlockReduce<int, T, cub::BLOCK_REDUCE_RAKING>;
  using Sort = cub::BlockRadixSort<unsigned, T, 2, int>;
  using Exchange = cub::BlockExchange<int, T, 2>;
};
template <int T> __global__ void k(int *o) {
  __shared__ typename Scan<int>::TempStorage scan[T / 32];
  __shared__ typename Block<T>::Reduce::TempStorage reduce;
  __shared__ typename Block<T>::Sort::TempStorage sort;
  __shared__ typename Block<T>::Exchange::TempStorage exchange;
  const int t = threadIdx.x;
  int inclusive;
  Scan<int>(scan[t / 32]).InclusiveSum(1, inclusive);
  o[t] = inclusive;
  const int sum = typename Block<T>::Reduce(reduce).Sum(t, T - 3);
  if (t == 0) o[T] = sum;
  unsigned keys[2] = {unsigned(T * 2 - 2 * t), unsigned(T * 2 - 2 * t - 1)};
  int values[2] = {t, -t};
  typename Block<T>::Sort(sort).SortBlockedToStriped(keys, values);
  o[T + 1 + t] = keys[0]; o[2 * T + 1 + t] = keys[1];
  int items[2] = {2 * t, 2 * t + 1};
  typename Block<T>::Exchange(exchange).BlockedToWarpStriped(items);
  o[3 * T + 1 + t] = items[1];
}
template <int T> int run() {
  int *o; cudaMallocManaged(&o, 4 * T * 4 + 64);
  k<T><<<1, T>>>(o);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  if (failures) printf("%d: error\n", T);
  int sum = 0;
  for (int t = 0; t < T - 3; t++) sum += t;
  for (int t = 0; t < T; t++) {
    failures += o[t] != t % 32 + 1; failures += o[T + 1 + t] != t + 1; failures += o[2 * T + 1 + t] != T + t + 1;
    failures += o[3 * T + 1 + t] != t / 32 * 64 + 32 + t % 32;
  }
  if (o[T] != sum) failures++, printf("sum %d, expected %d\n", o[T], sum);
  if (failures) printf("%d threads: %d\n", T, failures);
  return failures;
}
int main() {
  const int failures = run<32>() + run<64>() + run<96>() + run<128>();
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
