// Multiplies integers of 8 bits with llm-awq's GEMMs, and compares with sums in double.
#include "w8a8_gemm_cuda.cu"

#include "drive.h"

template <class T>
torch::Tensor on_device(const std::vector<T>& from, torch::Type type, std::vector<long> sizes) {
  T* memory = nullptr;
  cudaMalloc(&memory, from.size() * sizeof(T));
  cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return torch::Tensor(memory, type, sizes);
}

int main() {
  // Of more depth than five tiles of 64 the kernel with a bias, for up to 128 rows, loads no more.
  const int rows = 128, columns = 128, depth = 256;
  std::mt19937 random(2);
  // The kernels read up to five tiles of depth past the ends.
  const int past = 5 * 64;
  std::vector<int8_t> a(rows * depth + past), b(columns * depth + past);
  for (int8_t& each : a) each = int8_t(random());
  for (int8_t& each : b) each = int8_t(random());
  std::vector<half> of_columns(columns), of_rows(rows), bias(columns);
  for (half& each : of_columns) each = __float2half(float(random() % 100) / 10000.0f);
  for (half& each : of_rows) each = __float2half(float(random() % 100) / 10000.0f);
  for (half& each : bias) each = __float2half(float(random() % 100) / 100.0f);
  auto x = on_device(a, torch::kInt8, {rows, depth}), w = on_device(b, torch::kInt8, {columns, depth});
  auto ws = on_device(of_columns, torch::kHalf, {columns}), as = on_device(of_rows, torch::kHalf, {rows});
  auto added = on_device(bias, torch::kHalf, {columns});
  for (const bool adds : {false, true}) {
    drive::Matrix<half> c({rows, columns});
    if (adds) {
      w8a8_gemm_fuse_bias_forward_cuda(x, w, ws, as, c.tensor(), added);
    } else {
      w8a8_gemm_forward_cuda(x, w, ws, as, c.tensor());
    }
    c.fetch();
    double error = 0, greatest = 0;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        double sum = 0;
        for (int i = 0; i < depth; ++i) sum += double(a[row * depth + i]) * b[column * depth + i];
        sum *= drive::number(of_columns[column]) * drive::number(of_rows[row]);
        if (adds) sum += drive::number(bias[column]);
        error = std::fmax(error, std::fabs(c[row * columns + column] - sum));
        greatest = std::fmax(greatest, std::fabs(sum));
      }
    drive::report(adds ? "w8a8_gemm_fuse_bias" : "w8a8_gemm", error, greatest);
  }
}
