// Calls the launchers of a file and compares with sums in double precision: one line a launcher,
// its name and the greatest error, as a share of the greatest element.
#pragma once

#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <torch/extension.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace drive {

using torch::Tensor;

template <class T>
torch::Type type_of();
template <>
inline torch::Type type_of<half>() { return torch::kHalf; }
template <>
inline torch::Type type_of<float>() { return torch::kFloat; }

inline double number(half value) { return __half2float(value); }
inline double number(float value) { return value; }
inline void keep(half& to, double value) { to = __float2half(float(value)); }
inline void keep(float& to, double value) { to = float(value); }

template <class T>
struct Matrix {
  std::vector<T> host;
  std::vector<long> sizes;
  T* device = nullptr;
  explicit Matrix(std::vector<long> sizes, unsigned seed = 0) : sizes(sizes) {
    long count = 1;
    for (long each : sizes) count *= each;
    host.resize(count);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> between(-1, 1);
    for (T& each : host) keep(each, seed ? between(random) : 0.0);
    cudaMalloc(&device, count * sizeof(T));
    cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Matrix() { cudaFree(device); }
  void fetch() { cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost); }
  Tensor tensor() { return Tensor(device, type_of<T>(), sizes); }
  double operator[](size_t i) const { return number(host[i]); }
};

inline void report(const char* name, double error, double greatest) {
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("drive: %s %s %g\n", name, status == cudaSuccess ? "ran" : cudaGetErrorName(status),
              greatest > 0 ? error / greatest : 1e9);
  std::fflush(stdout);
}

/// Calls with three matrices, with stages and swizzling where the launcher takes them.
inline void call(void (*launch)(Tensor, Tensor, Tensor), Tensor a, Tensor b, Tensor c) { launch(a, b, c); }
inline void call(void (*launch)(Tensor, Tensor, Tensor, int, bool, int), Tensor a, Tensor b, Tensor c) {
  launch(a, b, c, 2, false, 1);
}
/// With pointers to halves, and rows, columns and depth.
inline void call(void (*launch)(half*, half*, half*, int, int, int), Tensor a, Tensor b, Tensor c) {
  launch(a.data_ptr<half>(), b.data_ptr<half>(), c.data_ptr<half>(), int(a.size(0)), int(b.size(1)),
         int(a.size(1)));
}

/// c = a * b, b by columns where the name of the launcher ends in "tn".
template <class T, class Launch>
void product(const char* name, Launch launch, bool isByColumns) {
  const long m = 256, n = 256, k = 64;
  Matrix<T> a({m, k}, 1), b({k, n}, 2), c({m, n});
  call(launch, a.tensor(), b.tensor(), c.tensor());
  c.fetch();
  double error = 0, greatest = 0;
  for (long row = 0; row < m; ++row)
    for (long column = 0; column < n; ++column) {
      double sum = 0;
      for (long i = 0; i < k; ++i)
        sum += a[row * k + i] * b[isByColumns ? column * k + i : i * n + column];
      const double got = c[row * n + column];
      error = std::fmax(error, std::isnan(got) ? INFINITY : std::fabs(got - sum));
      greatest = std::fmax(greatest, std::fabs(sum));
    }
  report(name, error, greatest);
}

/// The greatest error of Softmax(Q K^T / sqrt(d)) V, of one batch with one head.
template <class Launch>
double attention_error(Launch launch, bool isVByColumns) {
  const long n = 128, d = 64;
  Matrix<half> q({1, 1, n, d}, 1), k({1, 1, n, d}, 2), o({1, 1, n, d});
  Matrix<half> v(isVByColumns ? std::vector<long>{1, 1, d, n} : std::vector<long>{1, 1, n, d}, 3);
  launch(q.tensor(), k.tensor(), v.tensor(), o.tensor(), 2);
  o.fetch();
  double error = 0, greatest = 0;
  for (long row = 0; row < n; ++row) {
    std::vector<double> weights(n);
    double total = 0;
    for (long other = 0; other < n; ++other) {
      double dot = 0;
      for (long i = 0; i < d; ++i) dot += q[row * d + i] * k[other * d + i];
      total += weights[other] = std::exp(dot / std::sqrt(double(d)));
    }
    for (long i = 0; i < d; ++i) {
      double sum = 0;
      for (long other = 0; other < n; ++other)
        sum += weights[other] * v[isVByColumns ? i * n + other : other * d + i];
      const double got = o[row * d + i];
      error = std::fmax(error, std::isnan(got) ? INFINITY : std::fabs(got - sum / total));
      greatest = std::fmax(greatest, std::fabs(sum / total));
    }
  }
  return greatest > 0 ? error / greatest : 1e9;
}

/// Attention, with V by rows, or as some launchers want it by columns: whichever comes out.
template <class Launch>
void attention(const char* name, Launch launch) {
  const double byRows = attention_error(launch, false);
  const double byColumns = byRows < 0.5 ? INFINITY : attention_error(launch, true);
  report(name, std::fmin(byRows, byColumns), 1);
}

}  // namespace drive
