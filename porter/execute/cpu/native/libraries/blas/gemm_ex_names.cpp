// The names of products of matrices whose types are named at run time.
#include "gemm_ex.h"

using namespace porter::blas;

namespace {

char *bytes(const void *array) { return static_cast<char *>(const_cast<void *>(array)); }
char *const *list(const void *const *arrays) { return reinterpret_cast<char *const *>(const_cast<void *const *>(arrays)); }
Batch<char> strided(const void *array, int64_t stride, int type) { return {bytes(array), stride * bytesOf(type)}; }

} // namespace

#define NAMED(name, vendor, Size, ...)                                                                                 \
  int name(void *handle, int transA, int transB, Size m, Size n, Size k, const void *alpha, const void *A, int typeA,  \
           Size lda, const void *B, int typeB, Size ldb, const void *beta, void *C, int typeC, Size ldc, int compute,  \
           int __VA_ARGS__) {                                                                                          \
    return gemmEx({vendor, handle}, {transA, transB, m, n, k, alpha, {bytes(A), typeA, lda}, {bytes(B), typeB, ldb},   \
                                     beta, {bytes(C), typeC, ldc}, compute});                                          \
  }
#define BATCHED(name, vendor, Size, ...)                                                                               \
  int name(void *handle, int transA, int transB, Size m, Size n, Size k, const void *alpha, const void *const *A,      \
           int typeA, Size lda, const void *const *B, int typeB, Size ldb, const void *beta, void *const *C,           \
           int typeC, Size ldc, Size count, int compute, int __VA_ARGS__) {                                            \
    return gemmEx({vendor, handle, count}, {transA, transB, m, n, k, alpha, {list(A), typeA, lda},                     \
                                            {list(B), typeB, ldb}, beta, {list(C), typeC, ldc}, compute});             \
  }
#define STRIDED(name, vendor, Size, ...)                                                                               \
  int name(void *handle, int transA, int transB, Size m, Size n, Size k, const void *alpha, const void *A, int typeA,  \
           Size lda, int64_t strideA, const void *B, int typeB, Size ldb, int64_t strideB, const void *beta, void *C,  \
           int typeC, Size ldc, int64_t strideC, Size count, int compute, int __VA_ARGS__) {                           \
    return gemmEx({vendor, handle, count},                                                                             \
                  {transA, transB, m, n, k, alpha, {strided(A, strideA, typeA), typeA, lda},                           \
                   {strided(B, strideB, typeB), typeB, ldb}, beta, {strided(C, strideC, typeC), typeC, ldc}, compute});\
  }
#define BOTH_SIZES(FORM, name, vendor, ...)                                                                            \
  FORM(name, vendor, int, __VA_ARGS__) FORM(name##_64, vendor, int64_t, __VA_ARGS__)
#define HIP(FORM, name)                                                                                                \
  BOTH_SIZES(FORM, name##Ex, Vendor::Hip, algorithm)                                                                   \
  BOTH_SIZES(FORM, name##Ex_v2, Vendor::Hip, algorithm)                                                                \
  BOTH_SIZES(FORM, name##ExWithFlags, Vendor::Hip, algorithm, int flags)                                               \
  BOTH_SIZES(FORM, name##ExWithFlags_v2, Vendor::Hip, algorithm, int flags)

extern "C" {

HIP(NAMED, hipblasGemm)
HIP(BATCHED, hipblasGemmBatched)
HIP(STRIDED, hipblasGemmStridedBatched)
BOTH_SIZES(NAMED, cublasGemmEx, Vendor::Cuda, algorithm)
BOTH_SIZES(BATCHED, cublasGemmBatchedEx, Vendor::Cuda, algorithm)
BOTH_SIZES(STRIDED, cublasGemmStridedBatchedEx, Vendor::Cuda, algorithm)
}
