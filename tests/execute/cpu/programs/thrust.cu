// Thrust of CUDA's own headers and of ROCm's: pairs of iterators, keys, sets.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <cstdio>

struct Product {
  __host__ __device__ int operator()(const thrust::tuple<int, int> &pair) const {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

int main() {
  thrust::host_vector<int> scattered(100), tens(100);
  for (int i = 0; i < 100; ++i) {
    scattered[i] = i * 37 % 101;
    tens[i] = i / 10;
  }
  thrust::device_vector<int> x = scattered, keys = tens, y(100), places(100), sums(100), found(100);
  thrust::copy(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(100), places.begin());
  auto pairs = thrust::make_zip_iterator(thrust::make_tuple(x.begin(), places.begin()));
  thrust::transform(pairs, pairs + 100, y.begin(), Product());
  std::printf("%d ", thrust::reduce(y.begin(), y.end()));
  auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), places.begin(), found.begin(), sums.begin());
  std::printf("%d %d ", int(ends.first - found.begin()), int(sums[3]));
  thrust::sort(pairs, pairs + 100);
  std::printf("%d %d ", int(x[99]), int(places[1]));
  std::printf("%d ", int(thrust::unique(keys.begin(), keys.end()) - keys.begin()));
  std::printf("%d\n", thrust::inner_product(x.begin(), x.end(), places.begin(), 0));
}
