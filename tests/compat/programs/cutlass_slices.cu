// Products by CUTLASS beside plain loops: K in slices, and a row of biases that is C with a stride of 0.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/thread/linear_combination.h"
#include "cutlass/gemm/device/gemm_splitk_parallel.h"
#include "cutlass/gemm/device/gemm_universal.h"

using Half = cutlass::half_t;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
using Result = float;
constexpr int kTogether = 4;
using Sliced = cutlass::gemm::device::GemmSplitKParallel<
    Half, Row, Half, Column, Result, Row, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 128, 32>, cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>,
    cutlass::epilogue::thread::LinearCombination<Result, kTogether, float, float>>;
using Biased = cutlass::gemm::device::GemmUniversal<
    Half, Row, Half, Column, float, Row, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 128, 32>, cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>,
    cutlass::epilogue::thread::LinearCombination<float, 4, float, float, cutlass::epilogue::thread::ScaleType::NoBetaScaling>>;

const int m = 72, n = 40, k = 512;
std::vector<Half> a(m * k), b(n * k);
std::vector<float> bias(n), d(m * n);
std::vector<Result> sums(m * n);

double worst(bool isBiased) {
  double most = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = isBiased ? bias[j] : 0;
      for (int x = 0; x < k; ++x) sum += 0.5 * double(float(a[i * k + x])) * double(float(b[j * k + x]));
      const double error = std::fabs(sum - d[i * n + j]) / (1 + std::fabs(sum));
      if (!(error <= most)) most = error;
    }
  return most;
}

template <typename T>
T *onDevice(const std::vector<T> &values) {
  T *memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

int main() {
  for (auto *v : {&a, &b})
    for (auto &x : *v) x = Half(float(rand() % 201 - 100) / 100.0f);
  for (auto &x : bias) x = float(rand() % 100);
  Half *da = onDevice(a), *db = onDevice(b);
  float *dbias = onDevice(bias), *dd = onDevice(d);
  Result *ds = onDevice(sums);
  Sliced sliced;
  cutlass::Status status = sliced(Sliced::Arguments({m, n, k}, {da, k}, {db, k}, {ds, n}, {ds, n}, {0.5f, 0.0f}, 4));
  cudaMemcpy(sums.data(), ds, sums.size() * sizeof(Result), cudaMemcpyDeviceToHost);
  for (int i = 0; i < m * n; ++i) d[i] = float(sums[i]);
  const double inSlices = worst(false);
  Biased biased;
  const cutlass::Status second = biased(Biased::Arguments(
      cutlass::gemm::GemmUniversalMode::kGemm, {m, n, k}, 1, {0.5f}, da, db, dbias, dd, 0, 0, 0, 0, k, k, 0, n));
  cudaMemcpy(d.data(), dd, d.size() * 4, cudaMemcpyDeviceToHost);
  std::printf("status %s %s, worst %g %g\n", cutlass::cutlassGetStatusString(status),
              cutlass::cutlassGetStatusString(second), inSlices, worst(true));
  return inSlices > (sizeof(Result) == 2 ? 2e-2 : 1e-3) || worst(true) > 1e-3;
}
