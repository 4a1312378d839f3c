// cuda::std on the device: what projects take from it.
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/ptx>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

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

struct Line {
  float length;
  __host__ __device__ float area() const { return 0.0f; }
};
struct Box {
  float width, height;
  __host__ __device__ float area() const { return width * height; }
};
using Shape = cuda::std::variant<cuda::std::monostate, int, Line, Box>;

struct Area {
  __device__ float operator()(cuda::std::monostate) const { return -1.0f; }
  __device__ float operator()(int side) const { return float(side * side); }
  template <typename T>
  __device__ float operator()(const T& shape) const {
    return shape.area();
  }
};

struct SumOfAreas {
  template <typename A, typename B>
  __device__ float operator()(const A& a, const B& b) const {
    return Area{}(a) + Area{}(b);
  }
};

// A variant comes by value, is assigned, asked, visited.
extern "C" __global__ void variants(Shape given, float* out) {
  const int i = threadIdx.x;
  Shape shape;
  if (i % 4 == 1) shape = i;
  if (i % 4 == 2) shape = Line{float(i)};
  if (i % 4 == 3) shape.emplace<Box>(Box{float(i), 2.0f});
  float* mine = out + 8 * i;
  mine[0] = float(shape.index());
  mine[1] = cuda::std::visit(Area{}, shape);
  mine[2] = cuda::std::visit(SumOfAreas{}, shape, given);
  mine[3] = cuda::std::holds_alternative<Line>(shape);
  const Box* box = cuda::std::get_if<Box>(&shape);
  mine[4] = box ? box->width : -5.0f;
  const Shape copy = shape;
  mine[5] = copy.index() == 1 ? float(cuda::std::get<1>(copy)) : cuda::std::get<Box>(given).height;
  mine[6] = float(cuda::std::variant_size_v<Shape>);
  cuda::std::variant<int, float> number(cuda::std::in_place_type<float>, 2.5f), other(3);
  mine[7] = (number == other) + 2 * (number != other) + 4 * (other < number);
}

__device__ int sum_of(cuda::std::span<const int> numbers) {
  int sum = 0;
  for (int one : numbers) sum += one;
  return sum;
}

extern "C" __global__ void spans(int* out) {
  const int i = threadIdx.x;
  int* mine = out + 8 * i;
  int own[6] = {i, 1, 2, 3, 4, 5};
  cuda::std::array<int, 2> two = {7, i};
  const cuda::std::span<int> all(own);
  const cuda::std::span three = cuda::std::span(own).subspan<1, 3>();
  mine[0] = sum_of(all);
  mine[1] = sum_of(all.subspan(4));
  mine[2] = sum_of(three) + 100 * int(three.size());
  mine[3] = all.first(2).back() + all.last<2>().front();
  mine[4] = sum_of(two);
  mine[5] = int(all.size_bytes()) + all.empty();
  all[1] = 50;
  mine[6] = own[1];
  mine[7] = decltype(three)::extent == 3 ? *three.rbegin() : -1;
}

struct Plane {
  float distance;
  int index;
};

__device__ cuda::std::optional<int> half_of(int x) {
  if (x % 2) return cuda::std::nullopt;
  return x / 2;
}

extern "C" __global__ void optionals(const cuda::std::optional<Plane> plane, int* out) {
  const int i = threadIdx.x;
  int* mine = out + 8 * i;
  cuda::std::optional<int> half = half_of(i);
  mine[0] = half.has_value();
  mine[1] = half ? *half : -1;
  mine[2] = half.value_or(7);
  mine[3] = plane ? int(plane->distance) + plane->index : -1;
  mine[4] = half.transform([](int x) { return x + 100; }).value_or(-2);
  mine[5] = half.and_then(half_of).value_or(-3);
  mine[6] = (half == cuda::std::nullopt) + 2 * (half == half_of(4)) + 4 * (half != 1);
  half = i;
  cuda::std::optional<int> none;
  half.swap(none);
  mine[7] = none.value() + half.has_value();
}

enum class Tile : int { width = 16 };

extern "C" __global__ void bits(int* out) {
  const unsigned i = threadIdx.x;
  int* mine = out + 16 * i;
  mine[0] = cuda::std::popcount(i);
  mine[1] = cuda::std::countl_zero(i);
  mine[2] = cuda::std::countr_zero(static_cast<unsigned char>(i));
  mine[3] = cuda::std::countl_one(static_cast<unsigned short>(~i));
  mine[4] = cuda::std::bit_ceil(i);
  mine[5] = cuda::std::bit_floor(i);
  mine[6] = cuda::std::bit_width(i);
  mine[7] = cuda::std::has_single_bit(i);
  mine[8] = cuda::std::rotl(static_cast<unsigned char>(i), 3);
  mine[9] = cuda::std::rotr(static_cast<unsigned char>(i), 11);
  mine[10] = cuda::std::bit_cast<int>(float(i));
  mine[11] = cuda::ceil_div(int(i), Tile::width);
  mine[12] = int(cuda::ceil_div<long>(i, 3u));
}

#if defined(__HIP__)  // CUDA's headers have these from CCCL 2.6 on
extern "C" __global__ void multiples(int* out) {
  const unsigned i = threadIdx.x;
  int* mine = out + 8 * i;
  mine[0] = int(cuda::round_up(i, 7ull));
  mine[1] = cuda::round_down(int(i), 5);
  mine[2] = cuda::ilog2(i + 1);
  mine[3] = cuda::ceil_ilog2(int(i) + 1);
  mine[4] = cuda::is_power_of_two(i);
  mine[5] = cuda::next_power_of_two(int(i));
  mine[6] = cuda::prev_power_of_two(i);
  cuda::std::memset(&mine[7], 1, sizeof(int));
  cuda::std::memcpy(mine + 7, &i, 1);
}
#endif
