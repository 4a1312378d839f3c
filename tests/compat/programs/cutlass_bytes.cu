// Products of bytes whose results are bytes, beside plain loops: results are rounded, and kept within a byte.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
#include "cutlass/cutlass.h"
#include "cutlass/gemm/device/gemm.h"

using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
using Bytes = cutlass::gemm::device::Gemm<
    int8_t, Row, int8_t, Column, int8_t, Row, int32_t, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80,
    cutlass::gemm::GemmShape<128, 128, 64>, cutlass::gemm::GemmShape<64, 64, 64>, cutlass::gemm::GemmShape<16, 8, 32>,
    cutlass::epilogue::thread::LinearCombination<int8_t, TOGETHER, int32_t, float>>;

template <typename T>
T *on_device(const std::vector<T> &values) {
  T *memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

int main() {
  const int m = 48, n = 40, k = 80;
  std::vector<int8_t> a(m * k), b(n * k), d(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = int8_t(i * 37 % 255 - 127);
  for (int i = 0; i < n * k; ++i) b[i] = int8_t(i * 91 % 255 - 127);
  int8_t *da = on_device(a), *db = on_device(b), *dd = on_device(d);
  Bytes bytes;
  const auto status = bytes(Bytes::Arguments({m, n, k}, {da, k}, {db, k}, {dd, n}, {dd, n}, {0.004f, 0.0f}));
  cudaMemcpy(d.data(), dd, d.size(), cudaMemcpyDeviceToHost);
  int wrong = 0, limited = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int x = 0; x < k; ++x) sum += a[i * k + x] * b[j * k + x];
      const float whole = std::nearbyint(0.004f * sum), kept = std::fmin(std::fmax(whole, -128.0f), 127.0f);
      limited += kept != whole;
      wrong += d[i * n + j] != int(kept);
    }
  std::printf("%s, %d wrong, %s limited\n", cutlass::cutlassGetStatusString(status), wrong, limited > 0 ? "some" : "none");
}
