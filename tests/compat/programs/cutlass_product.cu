// A product by CUTLASS beside plain loops: D = max(0, 0.5 A B + 2 C). LAYOUT is that of C and D.
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>
#include <cuda_runtime.h>
#include "cutlass/cutlass.h"
#include "cutlass/gemm/device/gemm.h"
#include "cutlass/epilogue/thread/linear_combination_relu.h"

using Half = cutlass::half_t;
using Epilogue = cutlass::epilogue::thread::LinearCombinationRelu<Half, 8, float, float>;
using Gemm = cutlass::gemm::device::Gemm<
    Half, cutlass::layout::RowMajor, Half, cutlass::layout::ColumnMajor, Half, cutlass::layout::LAYOUT, float,
    cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, cutlass::gemm::GemmShape<128, 128, 32>,
    cutlass::gemm::GemmShape<64, 64, 32>, cutlass::gemm::GemmShape<16, 8, 16>, Epilogue>;

int main() {
  const int m = 72, n = 40, k = 104;
  std::vector<Half> a(m * k), b(n * k), c(m * n), d(m * n);
  for (auto *v : {&a, &b, &c})
    for (auto &x : *v) x = Half(float(rand() % 201 - 100) / 100.0f);
  Half *da, *db, *dc, *dd;
  cudaMalloc(&da, a.size() * 2); cudaMalloc(&db, b.size() * 2); cudaMalloc(&dc, c.size() * 2); cudaMalloc(&dd, d.size() * 2);
  cudaMemcpy(da, a.data(), a.size() * 2, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), b.size() * 2, cudaMemcpyHostToDevice);
  cudaMemcpy(dc, c.data(), c.size() * 2, cudaMemcpyHostToDevice);
  Gemm gemm;
  const int ldc = STRIDE;
  Gemm::Arguments arguments({m, n, k}, {da, k}, {db, k}, {dc, ldc}, {dd, ldc}, {0.5f, 2.0f});
  cutlass::Status status = gemm(arguments);
  if (status != cutlass::Status::kSuccess) { std::printf("%s\n", cutlass::cutlassGetStatusString(status)); return 1; }
  cudaDeviceSynchronize();
  cudaMemcpy(d.data(), dd, d.size() * 2, cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = 0;
      for (int x = 0; x < k; ++x) sum += double(float(a[i * k + x])) * double(float(b[j * k + x]));
      const int at = AT(i, j);
      const double expected = std::fmax(0.0, 0.5 * sum + 2.0 * double(float(c[at])));
      const double error = std::fabs(expected - double(float(d[at]))) / (1 + std::fabs(expected));
      if (!(error <= worst)) worst = error;
    }
  std::printf("worst %g\n", worst);
  return worst > 0.002;
}
