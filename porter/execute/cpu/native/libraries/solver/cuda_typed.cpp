// cuSOLVER's interface of 64-bit sizes; the older one has its functions under names without the X.
#include "typed.h"

using namespace porter::solver;

namespace {
constexpr Vendor vendor = Vendor::Cuda;
}

extern "C" {

TYPED_COMMON(cusolverDn, vendor)

int cusolverDnXsyevd_bufferSize(void *handle, void *params, int, int, int64_t n, int type, const void *, int64_t,
                                int typeW, const void *, int compute, size_t *size, size_t *onHost) {
  return sizeOfWork(typedCall(vendor, handle, params, {type == compute, typeW == realType(type)}), {n}, size, onHost);
}
int cusolverDnXsyevd(void *handle, void *params, int jobz, int uplo, int64_t n, int type, void *A, int64_t ld,
                     int typeW, void *W, int compute, void *, size_t, void *, size_t, int *info) {
  return typedSyevd(typedCall(vendor, handle, params, {type == compute, typeW == realType(type)}), jobz, uplo, n, type,
                    A, ld, W, info);
}
int cusolverDnXsyevdx_bufferSize(void *handle, void *params, int, int, int, int64_t n, int type, const void *, int64_t,
                                 void *, void *, int64_t, int64_t, int64_t *, int typeW, const void *, int compute,
                                 size_t *size, size_t *onHost) {
  return sizeOfWork(typedCall(vendor, handle, params, {type == compute, typeW == realType(type)}), {n}, size, onHost);
}
int cusolverDnXsyevdx(void *handle, void *params, int jobz, int range, int uplo, int64_t n, int type, void *A,
                      int64_t ld, void *above, void *upTo, int64_t first, int64_t last, int64_t *found, int typeW,
                      void *W, int compute, void *, size_t, void *, size_t, int *info) {
  return typedSyevdx(typedCall(vendor, handle, params, {type == compute, typeW == realType(type)}), jobz, range, uplo,
                     n, type, A, ld, above, upTo, first, last, found, W, info);
}
int cusolverDnXgesvd_bufferSize(void *handle, void *params, signed char, signed char, int64_t m, int64_t n, int type,
                                const void *, int64_t, int typeS, const void *, int typeU, const void *, int64_t,
                                int typeV, const void *, int64_t, int compute, size_t *size, size_t *onHost) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return sizeOfWork(typedCall(vendor, handle, params, {agrees}), {m, n}, size, onHost);
}
int cusolverDnXgesvd(void *handle, void *params, signed char jobU, signed char jobV, int64_t m, int64_t n, int type,
                     void *A, int64_t ldA, int typeS, void *S, int typeU, void *U, int64_t ldU, int typeV, void *V,
                     int64_t ldV, int compute, void *, size_t, void *, size_t, int *info) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return typedGesvd(typedCall(vendor, handle, params, {agrees}), jobU, jobV, m, n, type, A, ldA, S, U, ldU, V, ldV,
                    info);
}
int cusolverDnXgesvdp_bufferSize(void *handle, void *params, int, int, int64_t m, int64_t n, int type, const void *,
                                 int64_t, int typeS, const void *, int typeU, const void *, int64_t, int typeV,
                                 const void *, int64_t, int compute, size_t *size, size_t *onHost) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return sizeOfWork(typedCall(vendor, handle, params, {agrees}), {m, n}, size, onHost);
}
int cusolverDnXgesvdp(void *handle, void *params, int jobz, int economic, int64_t m, int64_t n, int type, void *A,
                      int64_t ldA, int typeS, void *S, int typeU, void *U, int64_t ldU, int typeV, void *V, int64_t ldV,
                      int compute, void *, size_t, void *, size_t, int *info, double *error) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return typedGesvdp(typedCall(vendor, handle, params, {agrees}), jobz, economic, m, n, type, A, ldA, S, U, ldU, V,
                     ldV, info, error);
}
int cusolverDnXgesvdr_bufferSize(void *handle, void *params, signed char, signed char, int64_t m, int64_t n, int64_t,
                                 int64_t, int64_t, int type, const void *, int64_t, int typeS, const void *, int typeU,
                                 const void *, int64_t, int typeV, const void *, int64_t, int compute, size_t *size,
                                 size_t *onHost) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return sizeOfWork(typedCall(vendor, handle, params, {agrees}), {m, n}, size, onHost);
}
int cusolverDnXgesvdr(void *handle, void *params, signed char jobU, signed char jobV, int64_t m, int64_t n, int64_t k,
                      int64_t more, int64_t turns, int type, void *A, int64_t ldA, int typeS, void *S, int typeU,
                      void *U, int64_t ldU, int typeV, void *V, int64_t ldV, int compute, void *, size_t, void *,
                      size_t, int *info) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return typedGesvdr(typedCall(vendor, handle, params, {agrees}), jobU, jobV, m, n, k, more, turns, type, A, ldA, S, U,
                     ldU, V, ldV, info);
}
int cusolverDnXtrtri_bufferSize(void *handle, int, int, int64_t n, int, void *, int64_t, size_t *size,
                                size_t *onHost) {
  return sizeOfWork(typedCall(vendor, handle, nullptr, {}), {n}, size, onHost);
}
int cusolverDnXtrtri(void *handle, int uplo, int diagonal, int64_t n, int type, void *A, int64_t ld, void *, size_t,
                     void *, size_t, int *info) {
  return typedTrtri(typedCall(vendor, handle, nullptr, {}), uplo, diagonal, n, type, A, ld, info);
}

int cusolverDnPotrf_bufferSize(void *handle, void *params, int, int64_t n, int type, const void *, int64_t, int compute,
                               size_t *size) {
  return sizeOfWork(typedCall(vendor, handle, params, {type == compute}), {n}, size);
}
int cusolverDnPotrf(void *handle, void *params, int uplo, int64_t n, int type, void *A, int64_t ld, int compute, void *,
                    size_t, int *info) {
  return typedPotrf(typedCall(vendor, handle, params, {type == compute}), uplo, n, type, A, ld, info);
}
int cusolverDnPotrs(void *handle, void *params, int uplo, int64_t n, int64_t columns, int type, const void *A,
                    int64_t ldA, int typeB, void *B, int64_t ldB, int *info) {
  return cusolverDnXpotrs(handle, params, uplo, n, columns, type, A, ldA, typeB, B, ldB, info);
}
int cusolverDnGetrf_bufferSize(void *handle, void *params, int64_t m, int64_t n, int type, const void *, int64_t,
                               int compute, size_t *size) {
  return sizeOfWork(typedCall(vendor, handle, params, {type == compute}), {m, n}, size);
}
int cusolverDnGetrf(void *handle, void *params, int64_t m, int64_t n, int type, void *A, int64_t ld, int64_t *pivots,
                    int compute, void *, size_t, int *info) {
  return typedGetrf(typedCall(vendor, handle, params, {type == compute}), m, n, type, A, ld, pivots, info);
}
int cusolverDnGetrs(void *handle, void *params, int trans, int64_t n, int64_t columns, int type, const void *A,
                    int64_t ldA, const int64_t *pivots, int typeB, void *B, int64_t ldB, int *info) {
  return cusolverDnXgetrs(handle, params, trans, n, columns, type, A, ldA, pivots, typeB, B, ldB, info);
}
int cusolverDnGeqrf_bufferSize(void *handle, void *params, int64_t m, int64_t n, int type, const void *, int64_t,
                               int typeTau, const void *, int compute, size_t *size) {
  return sizeOfWork(typedCall(vendor, handle, params, {type == compute, type == typeTau}), {m, n}, size);
}
int cusolverDnGeqrf(void *handle, void *params, int64_t m, int64_t n, int type, void *A, int64_t ld, int typeTau,
                    void *tau, int compute, void *, size_t, int *info) {
  return typedGeqrf(typedCall(vendor, handle, params, {type == compute, type == typeTau}), m, n, type, A, ld, tau,
                    info);
}
int cusolverDnSyevd_bufferSize(void *handle, void *params, int, int, int64_t n, int type, const void *, int64_t,
                               int typeW, const void *, int compute, size_t *size) {
  return sizeOfWork(typedCall(vendor, handle, params, {type == compute, typeW == realType(type)}), {n}, size);
}
int cusolverDnSyevd(void *handle, void *params, int jobz, int uplo, int64_t n, int type, void *A, int64_t ld, int typeW,
                    void *W, int compute, void *, size_t, int *info) {
  return typedSyevd(typedCall(vendor, handle, params, {type == compute, typeW == realType(type)}), jobz, uplo, n, type,
                    A, ld, W, info);
}
int cusolverDnGesvd_bufferSize(void *handle, void *params, signed char, signed char, int64_t m, int64_t n, int type,
                               const void *, int64_t, int typeS, const void *, int typeU, const void *, int64_t,
                               int typeV, const void *, int64_t, int compute, size_t *size) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return sizeOfWork(typedCall(vendor, handle, params, {agrees}), {m, n}, size);
}
int cusolverDnGesvd(void *handle, void *params, signed char jobU, signed char jobV, int64_t m, int64_t n, int type,
                    void *A, int64_t ldA, int typeS, void *S, int typeU, void *U, int64_t ldU, int typeV, void *V,
                    int64_t ldV, int compute, void *, size_t, int *info) {
  const bool agrees = typeS == realType(type) && typeU == type && typeV == type && compute == type;
  return typedGesvd(typedCall(vendor, handle, params, {agrees}), jobU, jobV, m, n, type, A, ldA, S, U, ldU, V, ldV,
                    info);
}
}
