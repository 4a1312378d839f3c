// cublasGemmEx and cublasLtMatmul beside plain loops: both operations, two factors, a bias, activations.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <vector>

const int m = 72, n = 40, k = 104;
std::vector<__half> a(m * k), b(n * k), bias(m);
std::vector<float> c(m * n), d(m * n);

template <typename T>
T *onDevice(const std::vector<T> &values) {
  T *memory;
  cudaMalloc(&memory, values.size() * sizeof(T));
  cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

// A is k by m and transposed, B k by n; all by columns.
double product(int i, int j) {
  double sum = 0;
  for (int x = 0; x < k; ++x) sum += double(float(a[i * k + x])) * double(float(b[j * k + x]));
  return sum;
}

double gelu(double x) { return 0.5 * x * (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x))); }

int main() {
  for (auto *v : {&a, &b, &bias})
    for (auto &x : *v) x = __half(float(rand() % 201 - 100) / 100.0f);
  for (auto &x : c) x = float(rand() % 100) / 50.0f;
  __half *da = onDevice(a), *db = onDevice(b), *dbias = onDevice(bias);
  float *dc = onDevice(c);
  float alpha = 0.5f, beta = 2.0f;

  cublasHandle_t handle;
  cublasCreate(&handle);
  cublasStatus_t first = cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, da, CUDA_R_16F, k, db,
                                      CUDA_R_16F, k, &beta, dc, CUDA_R_32F, m, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cudaMemcpy(d.data(), dc, d.size() * sizeof(float), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      const double expected = 0.5 * product(i, j) + 2.0 * c[j * m + i];
      worst = std::fmax(worst, std::fabs(expected - d[j * m + i]) / (1 + std::fabs(expected)));
    }

  std::vector<__half> out(m * n);
  __half *dout = onDevice(out);
  cublasLtHandle_t lt;
  cublasLtCreate(&lt);
  cublasLtMatmulDesc_t description;
  cublasLtMatmulDescCreate(&description, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasOperation_t turned = CUBLAS_OP_T;
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned);
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_BIAS;
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dbias, sizeof dbias);
  cublasLtMatrixLayout_t layoutA, layoutB, layoutD;
  cublasLtMatrixLayoutCreate(&layoutA, CUDA_R_16F, k, m, k);
  cublasLtMatrixLayoutCreate(&layoutB, CUDA_R_16F, k, n, k);
  cublasLtMatrixLayoutCreate(&layoutD, CUDA_R_16F, m, n, m);
  beta = 0;
  cublasStatus_t second = cublasLtMatmul(lt, description, &alpha, da, layoutA, db, layoutB, &beta, dout, layoutD, dout,
                                         layoutD, nullptr, nullptr, 0, nullptr);
  cudaMemcpy(out.data(), dout, out.size() * sizeof(__half), cudaMemcpyDeviceToHost);
  double least = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      const double expected = gelu(0.5 * product(i, j) + double(float(bias[i])));
      least = std::fmax(least, std::fabs(expected - double(float(out[j * m + i]))) / (1 + std::fabs(expected)));
    }

  epilogue = CUBLASLT_EPILOGUE_BGRADA; // what is not done is told
  cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasStatus_t third = cublasLtMatmul(lt, description, &alpha, da, layoutA, db, layoutB, &beta, dout, layoutD, dout,
                                        layoutD, nullptr, nullptr, 0, nullptr);
  std::printf("status %d %d %d, worst %g %g\n", int(first), int(second), int(third != CUBLAS_STATUS_SUCCESS), worst, least);
  return first || second || !third || worst > 1e-4 || least > 2e-3;
}
