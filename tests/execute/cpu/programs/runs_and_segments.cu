// Device-wide algorithms over segments, keys and runs. Compiled as HIP and as CUDA.
#ifdef __HIP__
#include <hipcub/hipcub.hpp>
#define GPU(name) hip##name
namespace algorithms = hipcub;
#else
#include <cub/cub.cuh>
#define GPU(name) cuda##name
namespace algorithms = cub;
#endif

#include <algorithm>
#include <cstdio>
#include <vector>

template <class T> struct OnDevice {
  explicit OnDevice(const std::vector<T> &values) : count(values.size()) {
    (void)GPU(Malloc)((void **)&data, count * sizeof(T));
    (void)GPU(Memcpy)(data, values.data(), count * sizeof(T), GPU(MemcpyHostToDevice));
  }
  explicit OnDevice(size_t count) : OnDevice(std::vector<T>(count)) {}
  std::vector<T> back(size_t first) const {
    std::vector<T> values(first);
    (void)GPU(Memcpy)(values.data(), data, first * sizeof(T), GPU(MemcpyDeviceToHost));
    return values;
  }
  T *data = nullptr;
  size_t count;
};

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", what, good ? "ok" : "FAILED");
  failures += !good;
}

template <class Algorithm> void twice(Algorithm algorithm) { // asks for the storage, then runs
  void *storage = nullptr;
  size_t bytes = 0;
  (void)algorithm(storage, bytes);
  (void)GPU(Malloc)(&storage, bytes);
  if (algorithm(storage, bytes) != GPU(Success) || GPU(DeviceSynchronize)() != GPU(Success)) check("status", false);
}

template <class T> void segments(const char *what, const std::vector<int> &ends) {
  const int count = ends.back(), segments = int(ends.size()) - 1;
  std::vector<T> keys(count);
  for (int i = 0; i < count; ++i) keys[i] = T(unsigned(i) * 2654435761u >> 8);
  OnDevice<T> in(keys), out(count);
  OnDevice<int> borders(ends);
  twice([&](void *s, size_t &b) {
    return algorithms::DeviceSegmentedSort::SortKeys(s, b, in.data, out.data, count, segments, borders.data, borders.data + 1);
  });
  for (int i = 0; i < segments; ++i) std::sort(keys.begin() + ends[i], keys.begin() + ends[i + 1]);
  check(what, out.back(count) == keys);
}

template <class T> void runs(const char *what, int count) {
  std::vector<int> keys(count), unique;
  std::vector<T> values(count), sums;
  std::vector<int> lengths;
  for (int i = 0; i < count; ++i) {
    keys[i] = i / 5 + i / 7;
    values[i] = T(i % 10);
    if (i == 0 || keys[i] != keys[i - 1]) {
      unique.push_back(keys[i]);
      sums.push_back(0);
      lengths.push_back(0);
    }
    sums.back() += values[i];
    ++lengths.back();
  }
  OnDevice<int> k(keys), found(count), number(1), measured(count);
  OnDevice<T> v(values), added(count);
  struct Sum {
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
  };
  twice([&](void *s, size_t &b) {
    return algorithms::DeviceReduce::ReduceByKey(s, b, k.data, found.data, v.data, added.data, number.data, Sum(), count);
  });
  const size_t all = unique.size();
  check(what, number.back(1)[0] == int(all) && found.back(all) == unique && added.back(all) == sums);
  twice([&](void *s, size_t &b) {
    return algorithms::DeviceRunLengthEncode::Encode(s, b, k.data, found.data, measured.data, number.data, count);
  });
  check("run lengths", number.back(1)[0] == int(all) && found.back(all) == unique && measured.back(all) == lengths);
}

int main() {
  segments<unsigned>("short and long segments", {0, 3, 3, 40, 500, 5000});
  segments<double>("segments of double", {0, 700, 701, 900});
  runs<int>("reduction by key", 3000);
  runs<double>("reduction of double by key", 3000);
  return failures;
}
