// hipSPARSE's names for sparse vectors, and for dense matrices from and to sparse ones, which cuSPARSE no longer has.
namespace {
constexpr bool takesTransposes = false; // its header says so
} // namespace
#define NAME(function) hipsparse##function
#include "names_vectors.h"

#define FUNCTIONS(letter, T)                                                                                           \
  int hipsparse##letter##axpyi(void *handle, int count, const T *alpha, const T *x, const int *indices, T *y,          \
                               int base) {                                                                             \
    return axpyi(Call(handle), count, alpha, x, indices, y, base);                                                     \
  }                                                                                                                    \
  int hipsparse##letter##doti(void *handle, int count, const T *x, const int *indices, const T *y, T *result,          \
                              int base) {                                                                              \
    return doti(Call(handle), count, x, indices, y, result, base, false);                                              \
  }                                                                                                                    \
  int hipsparse##letter##gthr(void *handle, int count, const T *y, T *x, const int *indices, int base) {               \
    return gthr(Call(handle), count, y, x, indices, base);                                                             \
  }                                                                                                                    \
  int hipsparse##letter##gthrz(void *handle, int count, T *y, T *x, const int *indices, int base) {                    \
    return gthrz(Call(handle), count, y, x, indices, base);                                                            \
  }                                                                                                                    \
  int hipsparse##letter##sctr(void *handle, int count, const T *x, const int *indices, T *y, int base) {               \
    return sctr(Call(handle), count, x, indices, y, base);                                                             \
  }                                                                                                                    \
  int hipsparse##letter##dense2csr(void *handle, int rows, int columns, const void *kind, const T *A, int ld,          \
                                   const int *each, T *values, int *offsets, int *indices) {                           \
    return compress(Call(handle), rows, columns, kind, A, ld, each, values, offsets, indices, false);                  \
  }                                                                                                                    \
  int hipsparse##letter##dense2csc(void *handle, int rows, int columns, const void *kind, const T *A, int ld,          \
                                   const int *each, T *values, int *indices, int *offsets) {                           \
    return compress(Call(handle), rows, columns, kind, A, ld, each, values, offsets, indices, true);                   \
  }                                                                                                                    \
  int hipsparse##letter##csr2dense(void *handle, int rows, int columns, const void *kind, const T *values,             \
                                   const int *offsets, const int *indices, T *A, int ld) {                             \
    return expand(Call(handle), rows, columns, kind, values, offsets, indices, A, ld, false);                          \
  }                                                                                                                    \
  int hipsparse##letter##csc2dense(void *handle, int rows, int columns, const void *kind, const T *values,             \
                                   const int *indices, const int *offsets, T *A, int ld) {                             \
    return expand(Call(handle), rows, columns, kind, values, offsets, indices, A, ld, true);                           \
  }
#define CONJUGATED(letter, T)                                                                                          \
  int hipsparse##letter##dotci(void *handle, int count, const T *x, const int *indices, const T *y, T *result,         \
                               int base) {                                                                             \
    return doti(Call(handle), count, x, indices, y, result, base, true);                                               \
  }
#define ROTATED(letter, T)                                                                                             \
  int hipsparse##letter##roti(void *handle, int count, T *x, const int *indices, T *y, const T *c, const T *s,         \
                              int base) {                                                                              \
    return roti(Call(handle), count, x, indices, y, c, s, base);                                                       \
  }

extern "C" {

FUNCTIONS(S, float)
FUNCTIONS(D, double)
FUNCTIONS(C, std::complex<float>)
FUNCTIONS(Z, std::complex<double>)
CONJUGATED(C, std::complex<float>)
CONJUGATED(Z, std::complex<double>)
ROTATED(S, float)
ROTATED(D, double)
}
