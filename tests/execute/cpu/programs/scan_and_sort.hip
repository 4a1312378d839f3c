// Block-wide and device-wide algorithms of hipCUB, which sit on rocPRIM: warp transposes, DPP scans, decoupled
// look-back.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

template <class T, int threads, int items> __global__ void prefix(const T *in, T *out, T *sums, T *warps) {
  using Load = hipcub::BlockLoad<T, threads, items, hipcub::BLOCK_LOAD_WARP_TRANSPOSE>;
  using Store = hipcub::BlockStore<T, threads, items, hipcub::BLOCK_STORE_WARP_TRANSPOSE>;
  using Scan = hipcub::BlockScan<T, threads>;
  using Reduce = hipcub::BlockReduce<T, threads>;
  using WarpReduce = hipcub::WarpReduce<T>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
    typename Reduce::TempStorage reduce;
    typename WarpReduce::TempStorage warp[threads / 32];
  } storage;
  T mine[items];
  Load(storage.load).Load(in + blockIdx.x * threads * items, mine);
  __syncthreads();
  T sum = Reduce(storage.reduce).Sum(mine);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
  __syncthreads();
  const int warp = threadIdx.x / warpSize, warpsOfBlock = threads / warpSize;
  sum = WarpReduce(storage.warp[warp]).Sum(mine[0]);
  if (threadIdx.x % warpSize == 0) warps[blockIdx.x * warpsOfBlock + warp] = sum;
  __syncthreads();
  Scan(storage.scan).InclusiveSum(mine, mine);
  __syncthreads();
  Store(storage.store).Store(out + blockIdx.x * threads * items, mine);
}

template <class T> struct OnDevice {
  explicit OnDevice(const std::vector<T> &values) : count(values.size()) {
    (void)hipMalloc((void **)&data, count * sizeof(T));
    (void)hipMemcpy(data, values.data(), count * sizeof(T), hipMemcpyHostToDevice);
  }
  std::vector<T> back() const {
    std::vector<T> values(count);
    (void)hipMemcpy(values.data(), data, count * sizeof(T), hipMemcpyDeviceToHost);
    return values;
  }
  T *data = nullptr;
  size_t count;
};

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}

template <class T, int threads, int items> void block_prefix(const char *what) {
  const int blocks = 5, n = blocks * threads * items;
  std::vector<T> in(n);
  for (int i = 0; i < n; ++i) in[i] = T(i * 7 % 11);
  OnDevice<T> x(in), y(in), sums{std::vector<T>(blocks)}, warps{std::vector<T>(n)};
  prefix<T, threads, items><<<blocks, threads>>>(x.data, y.data, sums.data, warps.data);
  auto out = y.back(), totals = sums.back(), ofWarps = warps.back();
  int device, lanes;
  (void)hipGetDevice(&device);
  (void)hipDeviceGetAttribute(&lanes, hipDeviceAttributeWarpSize, device);
  bool good = true;
  for (int b = 0; b < blocks; ++b) {
    T sum = 0;
    for (int i = 0; i < threads * items; ++i) good &= out[b * threads * items + i] == (sum += in[b * threads * items + i]);
    good &= totals[b] == sum;
  }
  for (int w = 0; w < blocks * threads / lanes; ++w) {
    T sum = 0;
    for (int lane = 0; lane < lanes; ++lane) sum += in[(w * lanes + lane) * items];
    good &= ofWarps[w] == sum;
  }
  check(what, good);
}

template <class Algorithm> void twice(Algorithm algorithm) { // asks for the storage, then runs
  void *storage = nullptr;
  size_t bytes = 0;
  (void)algorithm(storage, bytes);
  (void)hipMalloc(&storage, bytes);
  check("status", algorithm(storage, bytes) == hipSuccess);
}

int main() {
  block_prefix<float, 128, 4>("block prefix of float");
  block_prefix<double, 512, 2>("block prefix of double");
  block_prefix<short, 1024, 1>("block prefix of short");
  block_prefix<int, 256, 3>("block prefix of int");
  block_prefix<long long, 64, 5>("block prefix of long long");
  const int n = 100000;
  std::vector<unsigned> keys(n);
  for (int i = 0; i < n; ++i) keys[i] = unsigned(i) * 2654435761u;
  OnDevice<unsigned> x(keys), y(keys);
  twice([&](void *s, size_t &b) { return hipcub::DeviceRadixSort::SortKeys(s, b, x.data, y.data, n); });
  auto sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  check("radix sort", y.back() == sorted);
  std::vector<unsigned> places(n);
  for (int i = 0; i < n; ++i) places[i] = i;
  OnDevice<unsigned> from(places), to(places);
  twice([&](void *s, size_t &b) {
    return hipcub::DeviceRadixSort::SortPairs(s, b, x.data, y.data, from.data, to.data, n);
  });
  std::stable_sort(places.begin(), places.end(), [&](unsigned a, unsigned b) { return keys[a] < keys[b]; });
  check("radix sort of pairs", y.back() == sorted && to.back() == places);
  twice([&](void *s, size_t &b) { return hipcub::DeviceScan::ExclusiveSum(s, b, x.data, y.data, n); });
  std::vector<unsigned> sums(n);
  unsigned sum = 0;
  for (int i = 0; i < n; ++i) sums[i] = sum, sum += keys[i];
  check("device scan", y.back() == sums);
  twice([&](void *s, size_t &b) { return hipcub::DeviceReduce::Sum(s, b, x.data, y.data, n); });
  check("device reduce", y.back()[0] == sum);
  return failures;
}
