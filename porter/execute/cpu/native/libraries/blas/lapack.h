// What is called of the host's LAPACK, for each type of elements.
#pragma once

#include <complex>
#include <cstdint>

namespace porter::blas::lapack {

#define FUNCTIONS(letter, T)                                                                                           \
  extern "C" void scipy_##letter##getrf_64_(const int64_t *, const int64_t *, T *, const int64_t *, int64_t *,         \
                                            int64_t *);                                                                \
  extern "C" void scipy_##letter##getrs_64_(const char *, const int64_t *, const int64_t *, const T *,                 \
                                            const int64_t *, const int64_t *, T *, const int64_t *, int64_t *, size_t);\
  extern "C" void scipy_##letter##geqrf_64_(const int64_t *, const int64_t *, T *, const int64_t *, T *, T *,          \
                                            const int64_t *, int64_t *);                                               \
  extern "C" void scipy_##letter##gels_64_(const char *, const int64_t *, const int64_t *, const int64_t *, T *,       \
                                           const int64_t *, T *, const int64_t *, T *, const int64_t *, int64_t *,     \
                                           size_t);                                                                    \
  inline int64_t getrf(int64_t n, T *A, int64_t lda, int64_t *pivots) {                                                \
    int64_t info = 0;                                                                                                  \
    scipy_##letter##getrf_64_(&n, &n, A, &lda, pivots, &info);                                                         \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int64_t getrs(char trans, int64_t n, int64_t columns, const T *A, int64_t lda, const int64_t *pivots, T *B,   \
                       int64_t ldb) {                                                                                  \
    int64_t info = 0;                                                                                                  \
    scipy_##letter##getrs_64_(&trans, &n, &columns, A, &lda, pivots, B, &ldb, &info, 1);                               \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int64_t geqrf(int64_t m, int64_t n, T *A, int64_t lda, T *factors, T *work, int64_t size) {                   \
    int64_t info = 0;                                                                                                  \
    scipy_##letter##geqrf_64_(&m, &n, A, &lda, factors, work, &size, &info);                                           \
    return info;                                                                                                       \
  }                                                                                                                    \
  inline int64_t gels(char trans, int64_t m, int64_t n, int64_t columns, T *A, int64_t lda, T *B, int64_t ldb,         \
                      T *work, int64_t size) {                                                                         \
    int64_t info = 0;                                                                                                  \
    scipy_##letter##gels_64_(&trans, &m, &n, &columns, A, &lda, B, &ldb, work, &size, &info, 1);                       \
    return info;                                                                                                       \
  }

FUNCTIONS(s, float)
FUNCTIONS(d, double)
FUNCTIONS(c, std::complex<float>)
FUNCTIONS(z, std::complex<double>)
#undef FUNCTIONS

} // namespace porter::blas::lapack
