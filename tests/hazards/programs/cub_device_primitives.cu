// Every primitive of CUB's for whole arrays, beside the host.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

static int failures = 0;
static void *temp = nullptr;
template <typename F> void run(F call) {
  size_t bytes = 0;
  call(nullptr, bytes);
  cudaMalloc(&temp, bytes + 1);
  call(temp, bytes);
  if (cudaDeviceSynchronize() != cudaSuccess) failures++, printf("error\n");
  cudaFree(temp);
}
template <typename T> T *array(size_t n) { T *p; cudaMallocManaged(&p, n * sizeof(T)); return p; }
template <typename T> void same(const T *got, const std::vector<T> &expected, const char *what) {
  for (size_t i = 0; i < expected.size(); i++)
    if (!(got[i] == expected[i])) { failures++; printf("%s: %zu is %g, expected %g\n", what, i, double(got[i]), double(expected[i])); return; }
}
struct Even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct Less { __host__ __device__ bool operator()(int a, int b) const { return a < b; } };
struct Minus { __host__ __device__ int operator()(int a, int b) const { return a - b; } };

int main() {
  const int N = 3000, S = 7;
  int *in = array<int>(N), *out = array<int>(N), *more = array<int>(N), *count = array<int>(4), *begin = array<int>(S + 1);
  std::vector<int> v(N), w, e;
  for (int i = 0; i < N; i++) in[i] = v[i] = (i * 7919 + 13) % 1009 - 300;
  for (int i = 0; i <= S; i++) begin[i] = i * i * N / (S * S);
  run([&](void *t, size_t &b) { cub::DeviceReduce::Sum(t, b, in, out, N); });
  same(out, {std::accumulate(v.begin(), v.end(), 0)}, "sum");
  run([&](void *t, size_t &b) { cub::DeviceScan::InclusiveSum(t, b, in, out, N); });
  w = v; std::partial_sum(v.begin(), v.end(), w.begin()); same(out, w, "scan");
  run([&](void *t, size_t &b) { cub::DeviceSelect::If(t, b, in, out, count, N, Even()); });
  w.clear(); for (int x : v) if (x % 2 == 0) w.push_back(x);
  same(out, w, "select"); same(count, {int(w.size())}, "selected");
  run([&](void *t, size_t &b) { cub::DevicePartition::If(t, b, in, out, count, N, Even()); });
  e.clear(); for (int i = N; i-- > 0;) if (v[i] % 2) e.push_back(v[i]);
  w.insert(w.end(), e.begin(), e.end()); same(out, w, "partition, the rest from behind");
  run([&](void *t, size_t &b) { cub::DeviceRadixSort::SortKeysDescending(t, b, in, out, N); });
  w = v; std::sort(w.rbegin(), w.rend()); same(out, w, "radix sort");
  std::copy(v.begin(), v.end(), out);
  run([&](void *t, size_t &b) { cub::DeviceMergeSort::StableSortKeys(t, b, out, N, Less()); });
  std::reverse(w.begin(), w.end()); same(out, w, "merge sort");
  int *unique = array<int>(N), *lengths = array<int>(N);
  run([&](void *t, size_t &b) { cub::DeviceRunLengthEncode::Encode(t, b, out, unique, lengths, count, N); });
  std::vector<int> u, l;
  for (int x : w) { if (u.empty() || u.back() != x) u.push_back(x), l.push_back(0); l.back()++; }
  same(unique, u, "runs"); same(lengths, l, "lengths"); same(count, {int(u.size())}, "number of runs");
  run([&](void *t, size_t &b) { cub::DeviceHistogram::HistogramEven(t, b, in, out, 11, -300, 700, N); });
  w.assign(10, 0); for (int x : v) if (x >= -300 && x < 700) w[(x + 300) / 100]++;
  same(out, w, "histogram");
  run([&](void *t, size_t &b) { cub::DeviceSegmentedReduce::Max(t, b, in, out, S, begin, begin + 1); });
  w.clear(); for (int i = 0; i < S; i++) w.push_back(*std::max_element(v.begin() + begin[i], v.begin() + begin[i + 1]));
  same(out, w, "segments");
  w = v; for (int i = 0; i < S; i++) std::sort(w.begin() + begin[i], w.begin() + begin[i + 1]);
  run([&](void *t, size_t &b) { cub::DeviceSegmentedSort::SortKeys(t, b, in, out, N, S, begin, begin + 1); });
  same(out, w, "segmented sort");
  run([&](void *t, size_t &b) { cub::DeviceSegmentedRadixSort::SortKeys(t, b, in, out, N, S, begin, begin + 1); });
  same(out, w, "segmented radix sort");
  run([&](void *t, size_t &b) { cub::DeviceAdjacentDifference::SubtractLeftCopy(t, b, in, out, N, Minus()); });
  std::adjacent_difference(v.begin(), v.end(), w.begin()); same(out, w, "differences");
  char **from = array<char *>(2), **to = array<char *>(2); size_t *sizes = array<size_t>(2);
  from[0] = (char *)in, from[1] = (char *)(in + 1000), to[0] = (char *)(more + 500), to[1] = (char *)more, sizes[0] = 2000, sizes[1] = 1200;
  run([&](void *t, size_t &b) { cub::DeviceMemcpy::Batched(t, b, from, to, sizes, 2); });
  same(more, std::vector<int>(v.begin() + 1000, v.begin() + 1300), "memcpy");
  same(more + 500, std::vector<int>(v.begin(), v.begin() + 500), "memcpy");
  int **first = array<int *>(1), **last = array<int *>(1); int *n = array<int>(1);
  first[0] = in + 7, last[0] = more, n[0] = 99;
  run([&](void *t, size_t &b) { cub::DeviceCopy::Batched(t, b, first, last, n, 1); });
  same(more, std::vector<int>(v.begin() + 7, v.begin() + 106), "copy");
  printf(failures ? "FAIL %d\n" : "PASS\n", failures);
  return failures != 0;
}
