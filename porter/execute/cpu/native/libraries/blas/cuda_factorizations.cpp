// CUDA's names for factorisations, which are all of lists of matrices.
#include "factorizations.h"

using namespace porter::blas;

#define NAMES(letter, T)                                                                                               \
  int cublas##letter##getrfBatched(void *handle, int n, T *const *A, int lda, int *pivots, int *info, int count) {     \
    return getrf<T>({Vendor::Cuda, handle, count}, n, {A}, lda, {pivots, n}, info);                                    \
  }                                                                                                                    \
  int cublas##letter##getriBatched(void *handle, int n, const T *const *A, int lda, const int *pivots, T *const *C,    \
                                   int ldc, int *info, int count) {                                                    \
    return getri<T>({Vendor::Cuda, handle, count}, n, {A}, lda, {pivots, n}, {C}, ldc, info);                          \
  }                                                                                                                    \
  int cublas##letter##getrsBatched(void *handle, int trans, int n, int columns, const T *const *A, int lda,            \
                                   const int *pivots, T *const *B, int ldb, int *info, int count) {                    \
    return getrs<T>({Vendor::Cuda, handle, count}, trans, n, columns, {A}, lda, {pivots, n}, {B}, ldb, info);          \
  }                                                                                                                    \
  int cublas##letter##matinvBatched(void *handle, int n, const T *const *A, int lda, T *const *inverse, int ldInverse, \
                                    int *info, int count) {                                                            \
    return matinv<T>({Vendor::Cuda, handle, count}, n, {A}, lda, {inverse}, ldInverse, info);                          \
  }                                                                                                                    \
  int cublas##letter##geqrfBatched(void *handle, int m, int n, T *const *A, int lda, T *const *factors, int *info,     \
                                   int count) {                                                                        \
    return geqrf<T>({Vendor::Cuda, handle, count}, m, n, {A}, lda, {factors}, info);                                   \
  }                                                                                                                    \
  int cublas##letter##gelsBatched(void *handle, int trans, int m, int n, int columns, T *const *A, int lda,            \
                                  T *const *C, int ldc, int *info, int *deviceInfo, int count) {                       \
    return gels<T>({Vendor::Cuda, handle, count}, trans, m, n, columns, {A}, lda, {C}, ldc, info, deviceInfo);         \
  }

extern "C" {

NAMES(S, float)
NAMES(D, double)
NAMES(C, std::complex<float>)
NAMES(Z, std::complex<double>)
}
