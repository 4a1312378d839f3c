// A product by cuBLASLt whose descriptors are local variables, as PyTorch extensions have them.
#include <cublasLt.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

static void check(const char *what, bool holds) { std::printf("%s %s\n", holds ? "ok" : "WRONG", what); }

static cublasStatus_t product(cublasLtHandle_t handle, int m, int n, int k, const float *a, const float *b, float *c) {
  cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
  cublasLtMatmulDescOpaque_t operation = {};
  cublasLtMatrixLayoutOpaque_t of_a = {}, of_b = {}, of_c = {};
  cublasLtMatmulPreferenceOpaque_t preference = {};
  cublasLtMatmulHeuristicResult_t found = {};
  int count = 0;
  size_t workspace = 0;
  cublasOperation_t transposed = CUBLAS_OP_T;
  const float one = 1, zero = 0;

  status = cublasLtMatmulDescInit(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatmulDescSetAttribute(&operation, CUBLASLT_MATMUL_DESC_TRANSA, &transposed, sizeof(transposed));
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatrixLayoutInit(&of_a, CUDA_R_32F, k, m, k);
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatrixLayoutInit(&of_b, CUDA_R_32F, k, n, k);
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatrixLayoutInit(&of_c, CUDA_R_32F, m, n, m);
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatmulPreferenceInit(&preference);
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatmulPreferenceSetAttribute(&preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace,
                                                sizeof(workspace));
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  status = cublasLtMatmulAlgoGetHeuristic(handle, &operation, &of_a, &of_b, &of_c, &of_c, &preference, 1, &found,
                                          &count);
  if (status != CUBLAS_STATUS_SUCCESS) goto CLEANUP;
  if (count == 0) {
    status = CUBLAS_STATUS_NOT_SUPPORTED;
    goto CLEANUP;
  }
  status = cublasLtMatmul(handle, &operation, &one, a, &of_a, b, &of_b, &zero, c, &of_c, c, &of_c, &found.algo,
                          nullptr, 0, 0);
CLEANUP:
  return status;
}

int main() {
  const int m = 5, n = 3, k = 4;
  std::vector<float> a(k * m), b(k * n), c(m * n, -1);
  for (int i = 0; i < k * m; ++i) a[i] = float(i % 7) - 3;
  for (int i = 0; i < k * n; ++i) b[i] = float(i % 5) - 2;
  float *on_a, *on_b, *on_c;
  cudaMalloc(&on_a, a.size() * sizeof(float));
  cudaMalloc(&on_b, b.size() * sizeof(float));
  cudaMalloc(&on_c, c.size() * sizeof(float));
  cudaMemcpy(on_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(on_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice);

  cublasLtHandle_t handle;
  check("a handle", cublasLtCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  check("a product", product(handle, m, n, k, on_a, on_b, on_c) == CUBLAS_STATUS_SUCCESS);
  cudaMemcpy(c.data(), on_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost);
  bool same = true;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      float sum = 0;
      for (int at = 0; at < k; ++at) sum += a[i * k + at] * b[j * k + at];
      same &= c[j * m + i] == sum;
    }
  check("its numbers", same);

  cublasLtMatrixLayoutOpaque_t twice;
  check("a layout", cublasLtMatrixLayoutInit(&twice, CUDA_R_32F, 2, 2, 2) == CUBLAS_STATUS_SUCCESS);
  check("once more", cublasLtMatrixLayoutInit(&twice, CUDA_R_16F, 4, 4, 4) == CUBLAS_STATUS_SUCCESS);
  uint64_t rows = 0;
  size_t written = 0;
  cublasLtMatrixLayoutGetAttribute(&twice, CUBLASLT_MATRIX_LAYOUT_ROWS, &rows, sizeof(rows), &written);
  check("with its rows", rows == 4);
  check("the end", cublasLtDestroy(handle) == CUBLAS_STATUS_SUCCESS);
  cudaFree(on_a);
  cudaFree(on_b);
  cudaFree(on_c);
}
