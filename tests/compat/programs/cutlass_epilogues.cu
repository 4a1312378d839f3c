// Products by CUTLASS beside plain loops: batches with SiLU, bfloat16 with GELU, bytes to whole numbers; and what is refused.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>
#include "cutlass/cutlass.h"
#include "cutlass/epilogue/thread/linear_combination.h"
#include "cutlass/epilogue/thread/linear_combination_gelu.h"
#include "cutlass/epilogue/thread/linear_combination_silu.h"
#include "cutlass/gemm/device/gemm.h"
#include "cutlass/gemm/device/gemm_batched.h"

using Half = cutlass::half_t;
using Brain = cutlass::bfloat16_t;
using Row = cutlass::layout::RowMajor;
using Column = cutlass::layout::ColumnMajor;
using Block = cutlass::gemm::GemmShape<128, 128, 32>;
using Warp = cutlass::gemm::GemmShape<64, 64, 32>;
using Instruction = cutlass::gemm::GemmShape<16, 8, 16>;
using Batched = cutlass::gemm::device::GemmBatched<
    Half, Row, Half, Column, Half, Row, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, Block, Warp,
    Instruction, cutlass::epilogue::thread::LinearCombinationSilu<Half, 8, float, float>>;
using Gelu = cutlass::gemm::device::Gemm<
    Brain, Row, Brain, Row, Brain, Row, float, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, Block, Warp,
    Instruction, cutlass::epilogue::thread::LinearCombinationGELU<Brain, 8, float, float>>;
using Bytes = cutlass::gemm::device::Gemm<
    int8_t, Row, int8_t, Column, int32_t, Row, int32_t, cutlass::arch::OpClassTensorOp, cutlass::arch::Sm80, Block, Warp,
    Instruction, cutlass::epilogue::thread::LinearCombination<int32_t, 4, int32_t, int32_t>>;

const int m = 72, n = 40, k = 112, batches = 2;

template <typename T>
T *random(std::vector<T> &values, size_t count, float scale) {
  values.resize(count);
  for (auto &x : values) x = T(float(rand() % 201 - 100) * scale);
  T *memory;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

template <typename T>
double number(T x) { return double(float(x)); }
double number(int32_t x) { return x; }

/// The largest difference, relative; B lies by columns, or by rows.
template <typename A, typename D, typename Function>
double worst(const std::vector<A> &a, const std::vector<A> &b, D *on_device, int count, bool byColumns, Function f) {
  std::vector<D> d(size_t(m) * n * count);
  cudaMemcpy(d.data(), on_device, d.size() * sizeof(D), cudaMemcpyDeviceToHost);
  double most = 0;
  for (int batch = 0; batch < count; ++batch)
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int x = 0; x < k; ++x)
          sum += double(float(a[(batch * m + i) * k + x])) * double(float(b[batch * n * k + (byColumns ? j * k + x : x * n + j)]));
        const double expected = f(sum);
        const double error = std::fabs(expected - number(d[(batch * m + i) * n + j])) / (1 + std::fabs(expected));
        if (!(error <= most)) most = error;
      }
  return most;
}

int main() {
  std::vector<Half> a, b, d;
  Half *da = random(a, batches * m * k, 0.01f), *db = random(b, batches * n * k, 0.01f), *dd = random(d, batches * m * n, 0);
  Batched batched;
  const auto first = batched(Batched::Arguments({m, n, k}, {da, k}, m * k, {db, k}, n * k, {dd, n}, m * n, {dd, n}, m * n,
                                                {0.5f, 0.0f}, batches));
  const double silu = worst(a, b, dd, batches, true, [](double x) { return x / 2 / (1 + std::exp(-x / 2)); });

  std::vector<Brain> p, q, r;
  Brain *dp = random(p, m * k, 0.01f), *dq = random(q, n * k, 0.01f), *dr = random(r, m * n, 0);
  Gelu gelu;
  const auto second = gelu(Gelu::Arguments({m, n, k}, {dp, k}, {dq, n}, {dr, n}, {dr, n}, {1.0f, 0.0f}));
  const double erf = worst(p, q, dr, 1, false, [](double x) { return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0))); });

  std::vector<int8_t> u, v;
  std::vector<int32_t> w;
  int8_t *du = random(u, m * k, 1.2f), *dv = random(v, n * k, 1.2f);
  int32_t *dw = random(w, m * n, 0);
  Bytes bytes;
  const auto third = bytes(Bytes::Arguments({m, n, k}, {du, k}, {dv, k}, {dw, n}, {dw, n}, {1001, 0}));
  const double whole = worst(u, v, dw, 1, true, [](double x) { return 1001 * x; }); // more digits than a float has

  const auto odd = Bytes::can_implement(Bytes::Arguments({m, n, 101}, {du, 101}, {dv, 101}, {dw, n}, {dw, n}, {1, 0}));
  const auto none = Bytes::can_implement(Bytes::Arguments({-1, n, k}, {du, k}, {dv, k}, {dw, n}, {dw, n}, {1, 0}));
  std::printf("%s %s %s | %s | %s | worst %g %g %g\n", cutlass::cutlassGetStatusString(first),
              cutlass::cutlassGetStatusString(second), cutlass::cutlassGetStatusString(third),
              cutlass::cutlassGetStatusString(odd), cutlass::cutlassGetStatusString(none), silu, erf, whole);
  return silu > 0.002 || erf > 0.01 || whole > 0;
}
