// Filling, comparing and multiplying matrices with plain loops, and options of a program, as CUTLASS's tools do.
#pragma once

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "cutlass_memory.hpp"

namespace porter::cutlass {
namespace detail {

/// Numbers of sixteen bits become others by way of float.
template <typename T>
__host__ __device__ auto number(const T &value) {
  if constexpr (std::is_arithmetic_v<T>)
    return value;
  else
    return float(value);
}
template <typename To, typename From>
__host__ __device__ To made(const From &value) {
  if constexpr (std::is_arithmetic_v<To>)
    return To(number(value));
  else
    return To(float(number(value)));
}

template <typename View, typename Function>
void for_each_place(const View &view, Function function) {
  for (int i = 0; i < view.extent(0); ++i)
    for (int j = 0; j < view.extent(1); ++j)
      function(MatrixCoord(i, j));
}

/// A random value with so many bits behind the point, where that is said; with none it is a whole number.
template <typename T>
T truncated(double value, int bits) {
  if (bits >= 0) value = std::trunc(std::ldexp(value, bits)) / std::ldexp(1.0, bits);
  return made<T>(value);
}
inline double uniform() { return double(std::rand()) / double(RAND_MAX); }

} // namespace detail

namespace reference::host {

template <typename T, typename Layout, typename Value = T>
void TensorFill(TensorView<T, Layout> view, Value value = Value(0)) {
  detail::for_each_place(view, [&](MatrixCoord at) { view.at(at) = detail::made<T>(value); });
}

template <typename T, typename Layout, typename Most = double, typename Least = double>
void TensorFillRandomUniform(TensorView<T, Layout> view, uint64_t seed, Most most = Most(1), Least least = Least(0),
                             int bits = -1) {
  std::srand(unsigned(seed));
  const double low = detail::made<double>(least), range = detail::made<double>(most) - low;
  detail::for_each_place(
      view, [&](MatrixCoord at) { view.at(at) = detail::truncated<T>(low + range * detail::uniform(), bits); });
}

template <typename T, typename Layout, typename Mean = double, typename Deviation = double>
void TensorFillRandomGaussian(TensorView<T, Layout> view, uint64_t seed, Mean mean = Mean(0),
                              Deviation deviation = Deviation(1), int bits = -1) {
  std::srand(unsigned(seed));
  detail::for_each_place(view, [&](MatrixCoord at) {
    const double radius = std::sqrt(-2 * std::log((std::rand() + 1.0) / (RAND_MAX + 1.0)));
    const double value = radius * std::cos(2 * 3.14159265358979 * detail::uniform());
    view.at(at) =
        detail::truncated<T>(detail::made<double>(mean) + detail::made<double>(deviation) * value, bits);
  });
}

template <typename T, typename Layout>
void TensorFillIdentity(TensorView<T, Layout> view) {
  detail::for_each_place(view, [&](MatrixCoord at) { view.at(at) = detail::made<T>(int(at.row() == at.column())); });
}

template <typename To, typename ToLayout, typename From, typename FromLayout>
void TensorCopy(TensorView<To, ToLayout> to, TensorView<From, FromLayout> from) {
  detail::for_each_place(to, [&](MatrixCoord at) { to.at(at) = detail::made<To>(from.at(at)); });
}

template <typename A, typename ALayout, typename B, typename BLayout>
bool TensorEquals(const TensorView<A, ALayout> &first, const TensorView<B, BLayout> &second) {
  bool isEqual = first.extent() == second.extent();
  if (isEqual)
    detail::for_each_place(first, [&](MatrixCoord at) {
      isEqual = isEqual && detail::number(first.at(at)) == detail::number(second.at(at));
    });
  return isEqual;
}

/// The length of the difference to the length of the second.
template <typename A, typename ALayout, typename B, typename BLayout>
double TensorRelativeErrorMetric(const TensorView<A, ALayout> &first, const TensorView<B, BLayout> &second) {
  double difference = 0, length = 0;
  detail::for_each_place(first, [&](MatrixCoord at) {
    const double a = detail::made<double>(first.at(at)), b = detail::made<double>(second.at(at));
    difference += (a - b) * (a - b);
    length += b * b;
  });
  return std::sqrt(difference) / std::sqrt(length);
}

} // namespace reference::host

namespace detail {

/// D = alpha * A * B + beta * C, an element a call.
template <typename Scalar, typename Sum, typename A, typename B, typename C, typename D>
__host__ __device__ void multiplied(MatrixCoord at, int k, Scalar alpha, const A &a, const B &b, Scalar beta,
                                    const C &c, const D &d, Sum sum) {
  for (int i = 0; i < k; ++i)
    sum += made<Sum>(a.at({at.row(), i})) * made<Sum>(b.at({i, at.column()}));
  Scalar value = alpha * made<Scalar>(sum);
  if (detail::number(beta) != 0) value = value + beta * made<Scalar>(c.at(at));
  d.at(at) = made<typename D::Element>(value);
}

#if defined(__HIP__)
template <typename Scalar, typename Sum, typename A, typename B, typename C, typename D>
__global__ void multiply(gemm::GemmCoord size, Scalar alpha, A a, B b, Scalar beta, C c, D d, Sum sum) {
  const MatrixCoord at(int(blockIdx.y * blockDim.y + threadIdx.y), int(blockIdx.x * blockDim.x + threadIdx.x));
  if (at.row() < size.m() && at.column() < size.n()) multiplied(at, size.k(), alpha, a, b, beta, c, d, sum);
}
#endif

/// Products by plain loops: on the device, or on the host.
template <bool IsOnDevice, typename A, typename LayoutA, typename B, typename LayoutB, typename C, typename LayoutC,
          typename Scalar, typename Sum>
struct ReferenceGemm {
  template <typename RefA, typename RefB, typename RefC>
  void operator()(gemm::GemmCoord size, Scalar alpha, RefA a, RefB b, Scalar beta, RefC c, Sum initial = Sum(0)) {
    (*this)(size, alpha, a, b, beta, c, c, initial);
  }
  void operator()(gemm::GemmCoord size, Scalar alpha, TensorRef<const A, LayoutA> a, TensorRef<const B, LayoutB> b,
                  Scalar beta, TensorRef<const C, LayoutC> c, TensorRef<C, LayoutC> d, Sum initial = Sum(0)) {
    if constexpr (IsOnDevice) {
#if defined(__HIP__)
      const dim3 threads(16, 16), blocks((size.n() + 15) / 16, (size.m() + 15) / 16);
      multiply<<<blocks, threads>>>(size, alpha, a, b, beta, c, d, initial);
#else
      static_assert(!IsOnDevice, "HIP's compiler alone launches kernels");
#endif
    } else {
      for (int i = 0; i < size.m(); ++i)
        for (int j = 0; j < size.n(); ++j)
          multiplied({i, j}, size.k(), alpha, a, b, beta, c, d, initial);
    }
  }
};

} // namespace detail

namespace reference::device {
template <typename A, typename LayoutA, typename B, typename LayoutB, typename C, typename LayoutC, typename Scalar,
          typename Sum = Scalar>
using Gemm = detail::ReferenceGemm<true, A, LayoutA, B, LayoutB, C, LayoutC, Scalar, Sum>;
}
namespace reference::host {
template <typename A, typename LayoutA, typename B, typename LayoutB, typename C, typename LayoutC, typename Scalar,
          typename Sum = Scalar>
using Gemm = detail::ReferenceGemm<false, A, LayoutA, B, LayoutB, C, LayoutC, Scalar, Sum>;
}

/// Options `--name=value` of a program, and names alone.
class CommandLine {
public:
  CommandLine(int count, const char **arguments) {
    for (int i = 1; i < count; ++i) {
      const std::string text = arguments[i];
      const std::size_t start = text.find_first_not_of('-'), equals = text.find('=');
      if (start == 0 || start == std::string::npos) continue;
      options.push_back({text.substr(start, equals == std::string::npos ? equals : equals - start),
                         equals == std::string::npos ? "" : text.substr(equals + 1)});
    }
  }
  bool check_cmd_line_flag(const char *name) const { return value_of(name) != nullptr; }
  /// A value that is not given stays.
  template <typename T>
  void get_cmd_line_argument(const char *name, T &value) const {
    if (const std::string *given = value_of(name); given != nullptr && !given->empty()) read(*given, value);
  }
  template <typename T>
  void get_cmd_line_argument(const char *name, T &value, const T &otherwise) const {
    value = otherwise;
    get_cmd_line_argument(name, value);
  }
  template <typename T>
  void get_cmd_line_arguments(const char *name, std::vector<T> &values, char between = ',') const {
    const std::string *given = value_of(name);
    if (given == nullptr) return;
    values.clear();
    std::istringstream parts(*given);
    for (std::string part; std::getline(parts, part, between);) {
      values.emplace_back();
      read(part, values.back());
    }
  }

private:
  struct Option {
    std::string name, value;
  };
  const std::string *value_of(const std::string &name) const {
    for (const Option &one : options)
      if (one.name == name) return &one.value;
    return nullptr;
  }
  static void read(const std::string &text, std::string &value) { value = text; }
  static void read(const std::string &text, bool &value) { value = text != "false"; }
  template <typename T>
  static void read(const std::string &text, T &value) {
    std::conditional_t<std::is_arithmetic_v<T>, T, float> number{};
    std::istringstream(text) >> number;
    value = T(number);
  }
  std::vector<Option> options;
};

} // namespace porter::cutlass
