// HIP's names for factorisations: one matrix, lists of them, and one behind the other.
#include "factorizations.h"

using namespace porter::blas;

namespace {

Call one(void *handle) { return {Vendor::Hip, handle}; }
Call many(void *handle, int count) { return {Vendor::Hip, handle, count}; }
/// Pivots of a list lie without gaps.
template <class T> Batch<T> packed(T *first, int64_t each) { return {first, each}; }

} // namespace

#define NAMES(letter, suffix, T)                                                                                       \
  int hipblas##letter##getrf##suffix(void *handle, int n, T *A, int lda, int *pivots, int *info) {                     \
    return getrf<T>(one(handle), n, {A}, lda, {pivots}, info);                                                         \
  }                                                                                                                    \
  int hipblas##letter##getrfBatched##suffix(void *handle, int n, T *const *A, int lda, int *pivots, int *info,         \
                                            int count) {                                                               \
    return getrf<T>(many(handle, count), n, {A}, lda, packed(pivots, n), info);                                        \
  }                                                                                                                    \
  int hipblas##letter##getrfStridedBatched##suffix(void *handle, int n, T *A, int lda, int64_t strideA, int *pivots,   \
                                                   int64_t strideP, int *info, int count) {                            \
    return getrf<T>(many(handle, count), n, {A, strideA}, lda, {pivots, strideP}, info);                               \
  }                                                                                                                    \
  int hipblas##letter##getrs##suffix(void *handle, int trans, int n, int columns, T *A, int lda, const int *pivots,    \
                                     T *B, int ldb, int *info) {                                                       \
    return getrs<T>(one(handle), trans, n, columns, {A}, lda, {pivots}, {B}, ldb, info);                               \
  }                                                                                                                    \
  int hipblas##letter##getrsBatched##suffix(void *handle, int trans, int n, int columns, T *const *A, int lda,         \
                                            const int *pivots, T *const *B, int ldb, int *info, int count) {           \
    return getrs<T>(many(handle, count), trans, n, columns, {A}, lda, packed(pivots, n), {B}, ldb, info);              \
  }                                                                                                                    \
  int hipblas##letter##getrsStridedBatched##suffix(void *handle, int trans, int n, int columns, T *A, int lda,         \
                                                   int64_t strideA, const int *pivots, int64_t strideP, T *B, int ldb, \
                                                   int64_t strideB, int *info, int count) {                            \
    return getrs<T>(many(handle, count), trans, n, columns, {A, strideA}, lda, {pivots, strideP}, {B, strideB}, ldb,   \
                    info);                                                                                             \
  }                                                                                                                    \
  int hipblas##letter##getriBatched##suffix(void *handle, int n, T *const *A, int lda, int *pivots, T *const *C,       \
                                            int ldc, int *info, int count) {                                           \
    return getri<T>(many(handle, count), n, {A}, lda, packed<const int>(pivots, n), {C}, ldc, info);                   \
  }                                                                                                                    \
  int hipblas##letter##geqrf##suffix(void *handle, int m, int n, T *A, int lda, T *factors, int *info) {               \
    return geqrf<T>(one(handle), m, n, {A}, lda, {factors}, info);                                                     \
  }                                                                                                                    \
  int hipblas##letter##geqrfBatched##suffix(void *handle, int m, int n, T *const *A, int lda, T *const *factors,       \
                                            int *info, int count) {                                                    \
    return geqrf<T>(many(handle, count), m, n, {A}, lda, {factors}, info);                                             \
  }                                                                                                                    \
  int hipblas##letter##geqrfStridedBatched##suffix(void *handle, int m, int n, T *A, int lda, int64_t strideA,         \
                                                   T *factors, int64_t strideP, int *info, int count) {                \
    return geqrf<T>(many(handle, count), m, n, {A, strideA}, lda, {factors, strideP}, info);                           \
  }                                                                                                                    \
  int hipblas##letter##gels##suffix(void *handle, int trans, int m, int n, int columns, T *A, int lda, T *B, int ldb,  \
                                    int *info, int *deviceInfo) {                                                      \
    return gels<T>(one(handle), trans, m, n, columns, {A}, lda, {B}, ldb, info, deviceInfo);                           \
  }                                                                                                                    \
  int hipblas##letter##gelsBatched##suffix(void *handle, int trans, int m, int n, int columns, T *const *A, int lda,   \
                                           T *const *B, int ldb, int *info, int *deviceInfo, int count) {              \
    return gels<T>(many(handle, count), trans, m, n, columns, {A}, lda, {B}, ldb, info, deviceInfo);                   \
  }                                                                                                                    \
  int hipblas##letter##gelsStridedBatched##suffix(void *handle, int trans, int m, int n, int columns, T *A, int lda,   \
                                                  int64_t strideA, T *B, int ldb, int64_t strideB, int *info,          \
                                                  int *deviceInfo, int count) {                                        \
    return gels<T>(many(handle, count), trans, m, n, columns, {A, strideA}, lda, {B, strideB}, ldb, info, deviceInfo); \
  }

extern "C" {

NAMES(S, , float)
NAMES(D, , double)
NAMES(C, , std::complex<float>)
NAMES(C, _v2, std::complex<float>)
NAMES(Z, , std::complex<double>)
NAMES(Z, _v2, std::complex<double>)
}
