// Multiplies by weights of 4 bits with llm-awq's first GEMM, and compares with sums in double.
#include "gemm_cuda_gen.cu"

#include "drive.h"

template <class T>
T* on_device(const std::vector<T>& from) {
  T* memory = nullptr;
  cudaMalloc(&memory, from.size() * sizeof(T));
  cudaMemcpy(memory, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

int main() {
  const int rows = 128, columns = 128, depth = 256, group = 128, scales_a_row = 8;
  drive::Matrix<half> a({rows, depth}, 1);
  std::mt19937 random(2);
  std::vector<int> weights(columns * depth / 8), zeros(columns);
  std::vector<half> scales(columns * scales_a_row);
  for (int& each : weights) each = int(random());
  for (int& each : zeros) each = int(random());
  for (half& each : scales) each = __float2half(float(random() % 100) / 1000.0f);
  auto product = gemm_forward_cuda(
      a.tensor(), torch::Tensor(on_device(weights), torch::kInt32, {columns, depth / 8}),
      torch::Tensor(on_device(scales), torch::kHalf, {columns, scales_a_row}),
      torch::Tensor(on_device(zeros), torch::kInt32, {columns, 1}), group, 1);
  std::vector<half> got(rows * columns);
  cudaMemcpy(got.data(), product.data_ptr(), got.size() * sizeof(half), cudaMemcpyDeviceToHost);
  double error = 0, greatest = 0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      double sum = 0;
      for (int i = 0; i < depth; ++i) {
        const int at = i / group;
        const int weight = weights[(column * depth + i) / 8] >> 4 * (i % 8) & 15;
        const int zero = zeros[column] >> 4 * at & 15;
        sum += a[row * depth + i] * (weight - zero) * drive::number(scales[column * scales_a_row + at]);
      }
      error = std::fmax(error, std::fabs(drive::number(got[row * columns + column]) - sum));
      greatest = std::fmax(greatest, std::fabs(sum));
    }
  drive::report("gemm_forward_cuda", error, greatest);
}
