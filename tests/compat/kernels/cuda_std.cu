// cuda::std on the device: what projects take from it.
#include <cuda/functional>
#include <cuda/ptx>
#include <cuda/std/array>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

template <typename Function>
__device__ int apply(Function function, int a, int b) {
  return function(a, b);
}

template <int... Numbers>
__device__ int sum_of(cuda::std::integer_sequence<int, Numbers...>) {
  return (Numbers + ... + 0);
}

extern "C" __global__ void numbers(int* out) {
  const int i = threadIdx.x;
  cuda::std::tuple<int, float, short> all = cuda::std::make_tuple(i, 2.5f, short(3));
  cuda::std::get<0>(all) += 10;
  cuda::std::pair<int, int> both = cuda::std::make_pair(i, 7);
  int first = 0, second = 0;
  cuda::std::tie(first, second) = both;
  cuda::std::swap(first, second);
  cuda::std::array<int, 4> four = {1, 2, 3, 4};
  four[i % 4] = 50;
  cuda::std::complex<float> z(1.0f, 2.0f);
  z = z * z;
  int at = 0;
  int* mine = out + 16 * i;
  mine[at++] = cuda::std::get<0>(all) + int(2 * cuda::std::get<1>(all)) + cuda::std::get<2>(all);
  mine[at++] = first;
  mine[at++] = second;
  mine[at++] = four[0] + four[1] + four[2] + four[3];
  mine[at++] = int(z.real());
  mine[at++] = int(z.imag());
  mine[at++] = apply(cuda::std::plus<int>{}, i, 5);
  mine[at++] = apply(cuda::std::multiplies<>{}, i, 5);
  mine[at++] = apply(cuda::maximum<>{}, i, 5);
  mine[at++] = apply(cuda::minimum<int>{}, i, 5);
  mine[at++] = sum_of(cuda::std::make_integer_sequence<int, 6>{});
  mine[at++] = cuda::std::numeric_limits<int>::max();
  mine[at++] = cuda::std::is_same_v<cuda::std::remove_cvref_t<const int&>, int>;
  mine[at++] = apply(
      cuda::proclaim_return_type<int>([] __device__(int a, int b) { return a - b; }), i, 5);
  mine[at++] = int(cuda::ptx::get_sreg_laneid());
  mine[at++] = int(cuda::ptx::get_sreg_tid_x() + cuda::ptx::get_sreg_ntid_x());
}
