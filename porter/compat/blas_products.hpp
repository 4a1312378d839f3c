// cuBLAS's products of older interfaces, by hipBLAS's gemm: of mixed types, and of complex numbers by three products.
//
// cublasSgemmEx computes in float whatever the types are (cuBLAS documentation, "cublas<t>gemmEx()"). Gauss's three
// products (cublasCgemm3m) give the same up to rounding; hipBLAS takes four.
#pragma once

#ifndef HIPBLAS_V2  // before ROCm 7: hipBLAS's functions with CUDA's types
#define HIPBLAS_V2
#endif
#include <hip/hip_complex.h>
#include <hipblas/hipblas.h>

namespace porter {

inline hipblasStatus_t sgemm_ex(hipblasHandle_t handle, hipblasOperation_t of_a, hipblasOperation_t of_b, int m, int n, int k,
                                const float* alpha, const void* a, hipDataType type_a, int lda, const void* b,
                                hipDataType type_b, int ldb, const float* beta, void* c, hipDataType type_c, int ldc) {
  return hipblasGemmEx(handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                       HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT);
}

inline hipblasStatus_t cgemm_ex(hipblasHandle_t handle, hipblasOperation_t of_a, hipblasOperation_t of_b, int m, int n, int k,
                                const hipComplex* alpha, const void* a, hipDataType type_a, int lda, const void* b,
                                hipDataType type_b, int ldb, const hipComplex* beta, void* c, hipDataType type_c, int ldc) {
  return hipblasGemmEx(handle, of_a, of_b, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                       HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT);
}

inline hipblasStatus_t cgemm3m(hipblasHandle_t handle, hipblasOperation_t of_a, hipblasOperation_t of_b, int m, int n, int k,
                               const hipComplex* alpha, const hipComplex* a, int lda, const hipComplex* b, int ldb,
                               const hipComplex* beta, hipComplex* c, int ldc) {
  return hipblasCgemm(handle, of_a, of_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

inline hipblasStatus_t zgemm3m(hipblasHandle_t handle, hipblasOperation_t of_a, hipblasOperation_t of_b, int m, int n, int k,
                               const hipDoubleComplex* alpha, const hipDoubleComplex* a, int lda, const hipDoubleComplex* b,
                               int ldb, const hipDoubleComplex* beta, hipDoubleComplex* c, int ldc) {
  return hipblasZgemm(handle, of_a, of_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

}  // namespace porter
