// cuSOLVER's eigenvalues and singular values with types that are named at run time, by hipSOLVER's
// functions of one type each. Work areas count in bytes here, in elements there; the host needs none.
#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <hip/hip_runtime.h>
#include <hipsolver/hipsolver.h>

namespace porter {
namespace solver_generic {

// Overloads by type of hipSOLVER's functions; R is the type of values, T that of the matrix.
#define PORTER_SOLVER(T, R, EVD, EVDX, SVD)                                                              \
  inline hipsolverStatus_t evd_size(hipsolverHandle_t handle, hipsolverEigMode_t mode,                   \
                                    hipsolverFillMode_t fill, int n, const T *a, int lda, const R *w,    \
                                    int *size) {                                                         \
    return hipsolverDn##EVD##_bufferSize(handle, mode, fill, n, a, lda, w, size);                        \
  }                                                                                                      \
  inline hipsolverStatus_t evd(hipsolverHandle_t handle, hipsolverEigMode_t mode,                        \
                               hipsolverFillMode_t fill, int n, T *a, int lda, R *w, T *work, int size,  \
                               int *info) {                                                              \
    return hipsolverDn##EVD(handle, mode, fill, n, a, lda, w, work, size, info);                         \
  }                                                                                                      \
  inline hipsolverStatus_t evdx_size(hipsolverHandle_t handle, hipsolverEigMode_t mode,                  \
                                     hipsolverEigRange_t range, hipsolverFillMode_t fill, int n,         \
                                     const T *a, int lda, R low, R high, int first, int last,            \
                                     int *found, const R *w, int *size) {                                \
    return hipsolverDn##EVDX##_bufferSize(handle, mode, range, fill, n, a, lda, low, high, first, last,  \
                                          found, w, size);                                               \
  }                                                                                                      \
  inline hipsolverStatus_t evdx(hipsolverHandle_t handle, hipsolverEigMode_t mode,                       \
                                hipsolverEigRange_t range, hipsolverFillMode_t fill, int n, T *a,        \
                                int lda, R low, R high, int first, int last, int *found, R *w, T *work,  \
                                int size, int *info) {                                                   \
    return hipsolverDn##EVDX(handle, mode, range, fill, n, a, lda, low, high, first, last, found, w,     \
                             work, size, info);                                                          \
  }                                                                                                      \
  inline hipsolverStatus_t svd_size(hipsolverHandle_t handle, int m, int n, T *, int *size) {            \
    return hipsolverDn##SVD##_bufferSize(handle, m, n, size);                                            \
  }                                                                                                      \
  inline hipsolverStatus_t svd(hipsolverHandle_t handle, signed char u_job, signed char v_job, int m,    \
                               int n, T *a, int lda, R *s, T *u, int ldu, T *v, int ldv, T *work,        \
                               int size, int *info) {                                                    \
    return hipsolverDn##SVD(handle, u_job, v_job, m, n, a, lda, s, u, ldu, v, ldv, work, size,           \
                            static_cast<R *>(nullptr), info);                                            \
  }
PORTER_SOLVER(float, float, Ssyevd, Ssyevdx, Sgesvd)
PORTER_SOLVER(double, double, Dsyevd, Dsyevdx, Dgesvd)
PORTER_SOLVER(hipFloatComplex, float, Cheevd, Cheevdx, Cgesvd)
PORTER_SOLVER(hipDoubleComplex, double, Zheevd, Zheevdx, Zgesvd)
#undef PORTER_SOLVER

inline bool fits(int64_t size) { return size >= 0 && size <= INT_MAX; }

inline hipDataType values_of(hipDataType type) {
  return type == HIP_C_32F ? HIP_R_32F : type == HIP_C_64F ? HIP_R_64F : type;
}

// Whether hipSOLVER computes in these types: all of one precision.
inline bool offers(hipDataType matrix, hipDataType values, hipDataType computed) {
  return values == values_of(matrix) && computed == matrix;
}

// The limits of a range, which only ranges of values have.
template <class R>
R limit(const void *at) {
  return at ? *static_cast<const R *>(at) : R(0);
}

// hipSOLVER's counts of elements as cuSOLVER's bytes.
template <class T>
hipsolverStatus_t told(hipsolverStatus_t status, int size, size_t *device_bytes, size_t *host_bytes) {
  *device_bytes = sizeof(T) * static_cast<size_t>(size);
  *host_bytes = 0;
  return status;
}

template <class T, class R>
hipsolverStatus_t evd_bytes(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipsolverFillMode_t fill,
                            int64_t n, const void *a, int64_t lda, const void *w, size_t *device_bytes,
                            size_t *host_bytes) {
  int size = 0;
  const hipsolverStatus_t status = evd_size(handle, mode, fill, static_cast<int>(n), static_cast<const T *>(a),
                                            static_cast<int>(lda), static_cast<const R *>(w), &size);
  return told<T>(status, size, device_bytes, host_bytes);
}

template <class T, class R>
hipsolverStatus_t evd_of(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipsolverFillMode_t fill,
                         int64_t n, void *a, int64_t lda, void *w, void *work, size_t bytes, int *info) {
  return evd(handle, mode, fill, static_cast<int>(n), static_cast<T *>(a), static_cast<int>(lda),
             static_cast<R *>(w), static_cast<T *>(work), static_cast<int>(bytes / sizeof(T)), info);
}

template <class T, class R>
hipsolverStatus_t evdx_bytes(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipsolverEigRange_t range,
                             hipsolverFillMode_t fill, int64_t n, const void *a, int64_t lda, void *low,
                             void *high, int64_t first, int64_t last, int64_t *found, const void *w,
                             size_t *device_bytes, size_t *host_bytes) {
  int size = 0, count = 0;
  const hipsolverStatus_t status =
      evdx_size(handle, mode, range, fill, static_cast<int>(n), static_cast<const T *>(a),
                static_cast<int>(lda), limit<R>(low), limit<R>(high), static_cast<int>(first),
                static_cast<int>(last), &count, static_cast<const R *>(w), &size);
  if (found) *found = count;
  return told<T>(status, size, device_bytes, host_bytes);
}

template <class T, class R>
hipsolverStatus_t evdx_of(hipsolverHandle_t handle, hipsolverEigMode_t mode, hipsolverEigRange_t range,
                          hipsolverFillMode_t fill, int64_t n, void *a, int64_t lda, void *low, void *high,
                          int64_t first, int64_t last, int64_t *found, void *w, void *work, size_t bytes,
                          int *info) {
  int count = 0;
  hipStream_t stream = nullptr;
  const hipsolverStatus_t status =
      evdx(handle, mode, range, fill, static_cast<int>(n), static_cast<T *>(a), static_cast<int>(lda),
           limit<R>(low), limit<R>(high), static_cast<int>(first), static_cast<int>(last), &count,
           static_cast<R *>(w), static_cast<T *>(work), static_cast<int>(bytes / sizeof(T)), info);
  if (status != HIPSOLVER_STATUS_SUCCESS) return status;
  // the count is this function's own variable, which the stream may fill
  const hipsolverStatus_t known = hipsolverGetStream(handle, &stream);
  if (known != HIPSOLVER_STATUS_SUCCESS) return known;
  if (hipStreamSynchronize(stream) != hipSuccess) return HIPSOLVER_STATUS_EXECUTION_FAILED;
  *found = count;
  return status;
}

template <class T, class R>
hipsolverStatus_t svd_bytes(hipsolverHandle_t handle, int64_t m, int64_t n, size_t *device_bytes,
                            size_t *host_bytes) {
  int size = 0;
  const hipsolverStatus_t status =
      svd_size(handle, static_cast<int>(m), static_cast<int>(n), static_cast<T *>(nullptr), &size);
  return told<T>(status, size, device_bytes, host_bytes);
}

template <class T, class R>
hipsolverStatus_t svd_of(hipsolverHandle_t handle, signed char u_job, signed char v_job, int64_t m,
                         int64_t n, void *a, int64_t lda, void *s, void *u, int64_t ldu, void *v,
                         int64_t ldv, void *work, size_t bytes, int *info) {
  return svd(handle, u_job, v_job, static_cast<int>(m), static_cast<int>(n), static_cast<T *>(a),
             static_cast<int>(lda), static_cast<R *>(s), static_cast<T *>(u), static_cast<int>(ldu),
             static_cast<T *>(v), static_cast<int>(ldv), static_cast<T *>(work),
             static_cast<int>(bytes / sizeof(T)), info);
}

// DO(…) of the types that a number names.
#define PORTER_SOLVER_BY_TYPE(TYPE, DO, ...)                                      \
  switch (TYPE) {                                                                 \
    case HIP_R_32F: return solver_generic::DO<float, float>(__VA_ARGS__);         \
    case HIP_R_64F: return solver_generic::DO<double, double>(__VA_ARGS__);       \
    case HIP_C_32F: return solver_generic::DO<hipFloatComplex, float>(__VA_ARGS__); \
    case HIP_C_64F: return solver_generic::DO<hipDoubleComplex, double>(__VA_ARGS__); \
    default: return HIPSOLVER_STATUS_NOT_SUPPORTED;                               \
  }

}  // namespace solver_generic

inline hipsolverStatus_t solver_xsyevd_buffer_size(hipsolverHandle_t handle, void *, hipsolverEigMode_t mode,
                                                   hipsolverFillMode_t fill, int64_t n, hipDataType type,
                                                   const void *a, int64_t lda, hipDataType w_type,
                                                   const void *w, hipDataType computed, size_t *device_bytes,
                                                   size_t *host_bytes) {
  using namespace solver_generic;
  if (!device_bytes || !host_bytes || !fits(n) || !fits(lda)) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (!offers(type, w_type, computed)) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  PORTER_SOLVER_BY_TYPE(type, evd_bytes, handle, mode, fill, n, a, lda, w, device_bytes, host_bytes)
}

inline hipsolverStatus_t solver_xsyevd(hipsolverHandle_t handle, void *, hipsolverEigMode_t mode,
                                       hipsolverFillMode_t fill, int64_t n, hipDataType type, void *a,
                                       int64_t lda, hipDataType w_type, void *w, hipDataType computed,
                                       void *work, size_t bytes, void *, size_t, int *info) {
  using namespace solver_generic;
  if (!fits(n) || !fits(lda)) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (!offers(type, w_type, computed)) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  PORTER_SOLVER_BY_TYPE(type, evd_of, handle, mode, fill, n, a, lda, w, work, bytes, info)
}

inline hipsolverStatus_t solver_xsyevdx_buffer_size(
    hipsolverHandle_t handle, void *, hipsolverEigMode_t mode, hipsolverEigRange_t range,
    hipsolverFillMode_t fill, int64_t n, hipDataType type, const void *a, int64_t lda, void *low, void *high,
    int64_t first, int64_t last, int64_t *found, hipDataType w_type, const void *w, hipDataType computed,
    size_t *device_bytes, size_t *host_bytes) {
  using namespace solver_generic;
  if (!device_bytes || !host_bytes || !fits(n) || !fits(lda)) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (!offers(type, w_type, computed)) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  PORTER_SOLVER_BY_TYPE(type, evdx_bytes, handle, mode, range, fill, n, a, lda, low, high, first, last, found,
                        w, device_bytes, host_bytes)
}

inline hipsolverStatus_t solver_xsyevdx(hipsolverHandle_t handle, void *, hipsolverEigMode_t mode,
                                        hipsolverEigRange_t range, hipsolverFillMode_t fill, int64_t n,
                                        hipDataType type, void *a, int64_t lda, void *low, void *high,
                                        int64_t first, int64_t last, int64_t *found, hipDataType w_type,
                                        void *w, hipDataType computed, void *work, size_t bytes, void *,
                                        size_t, int *info) {
  using namespace solver_generic;
  if (!found || !fits(n) || !fits(lda)) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (!offers(type, w_type, computed)) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  PORTER_SOLVER_BY_TYPE(type, evdx_of, handle, mode, range, fill, n, a, lda, low, high, first, last, found, w,
                        work, bytes, info)
}

inline hipsolverStatus_t solver_xgesvd_buffer_size(
    hipsolverHandle_t handle, void *, signed char, signed char, int64_t m, int64_t n, hipDataType type,
    const void *, int64_t, hipDataType s_type, const void *, hipDataType u_type, const void *, int64_t,
    hipDataType v_type, const void *, int64_t, hipDataType computed, size_t *device_bytes,
    size_t *host_bytes) {
  using namespace solver_generic;
  if (!device_bytes || !host_bytes || !fits(m) || !fits(n)) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (!offers(type, s_type, computed) || u_type != type || v_type != type)
    return HIPSOLVER_STATUS_NOT_SUPPORTED;
  PORTER_SOLVER_BY_TYPE(type, svd_bytes, handle, m, n, device_bytes, host_bytes)
}

inline hipsolverStatus_t solver_xgesvd(hipsolverHandle_t handle, void *, signed char u_job, signed char v_job,
                                       int64_t m, int64_t n, hipDataType type, void *a, int64_t lda,
                                       hipDataType s_type, void *s, hipDataType u_type, void *u, int64_t ldu,
                                       hipDataType v_type, void *v, int64_t ldv, hipDataType computed,
                                       void *work, size_t bytes, void *, size_t, int *info) {
  using namespace solver_generic;
  if (!fits(m) || !fits(n) || !fits(lda) || !fits(ldu) || !fits(ldv)) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (!offers(type, s_type, computed) || u_type != type || v_type != type)
    return HIPSOLVER_STATUS_NOT_SUPPORTED;
  PORTER_SOLVER_BY_TYPE(type, svd_of, handle, u_job, v_job, m, n, a, lda, s, u, ldu, v, ldv, work, bytes,
                        info)
}
#undef PORTER_SOLVER_BY_TYPE

}  // namespace porter
