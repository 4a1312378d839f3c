// CUDA's names for handles, settings and copies.
#include "administration.h"

using namespace porter::blas;

namespace {

constexpr Vendor vendor = Vendor::Cuda;
/// cuBLAS of CUDA 12.4, whose headers the toolchain has.
constexpr int version[] = {12, 4, 5};

template <class Size>
int vector(Size n, Size bytes, const void *x, Size incx, void *y, Size incy, hipStream_t stream = nullptr) {
  return copyVector(vendor, n, bytes, x, incx, y, incy, stream);
}
template <class Size>
int matrix(Size rows, Size columns, Size bytes, const void *A, Size lda, void *B, Size ldb,
           hipStream_t stream = nullptr) {
  return copyMatrix(vendor, rows, columns, bytes, A, lda, B, ldb, stream);
}

} // namespace

extern "C" {

int cublasCreate_v2(void **handle) { return create(vendor, handle); }
int cublasDestroy_v2(void *handle) { return destroy(vendor, handle); }
int cublasSetStream_v2(void *handle, hipStream_t stream) { return setStream(vendor, handle, stream); }
int cublasGetStream_v2(void *handle, hipStream_t *stream) { return get<&Context::stream>(vendor, handle, stream); }
int cublasSetPointerMode_v2(void *handle, int mode) { return set<&Context::scalarsOnDevice>(vendor, handle, mode, 2); }
int cublasGetPointerMode_v2(void *handle, int *mode) { return get<&Context::scalarsOnDevice>(vendor, handle, mode); }
int cublasSetMathMode(void *handle, int mode) { return set<&Context::mathMode>(vendor, handle, mode, 20); }
int cublasGetMathMode(void *handle, int *mode) { return get<&Context::mathMode>(vendor, handle, mode); }
int cublasSetAtomicsMode(void *handle, int mode) { return set<&Context::atomicsMode>(vendor, handle, mode, 2); }
int cublasGetAtomicsMode(void *handle, int *mode) { return get<&Context::atomicsMode>(vendor, handle, mode); }
int cublasSetSmCountTarget(void *handle, int count) { return set<&Context::processors>(vendor, handle, count, 1 << 16); }
int cublasGetSmCountTarget(void *handle, int *count) { return get<&Context::processors>(vendor, handle, count); }
/// The host's BLAS has memory of its own.
int cublasSetWorkspace_v2(void *handle, void *, size_t) {
  return with(vendor, handle, [](Context &) { return Status::Success; });
}
int cublasGetVersion_v2(void *, int *found) {
  if (!found)
    return codeOf(vendor, Status::InvalidValue);
  *found = version[0] * 10000 + version[1] * 100 + version[2];
  return 0;
}
int cublasGetProperty(int part, int *value) {
  if (part < 0 || part > 2 || !value)
    return codeOf(vendor, Status::InvalidValue);
  *value = version[part];
  return 0;
}
size_t cublasGetCudartVersion() { return version[0] * 1000 + version[1] * 10; }
const char *cublasGetStatusName(int status) { return nameOf(vendor, status); }
const char *cublasGetStatusString(int status) { return nameOf(vendor, status); }

#define WIDE(name, function, parameters, wideParameters, arguments)                                                    \
  int name parameters { return function<int> arguments; }                                                              \
  int name##_64 wideParameters { return function<int64_t> arguments; }
#define VECTOR(name)                                                                                                   \
  WIDE(name, vector, (int n, int bytes, const void *x, int incx, void *y, int incy),                                   \
       (int64_t n, int64_t bytes, const void *x, int64_t incx, void *y, int64_t incy), (n, bytes, x, incx, y, incy))   \
  WIDE(name##Async, vector, (int n, int bytes, const void *x, int incx, void *y, int incy, hipStream_t stream),        \
       (int64_t n, int64_t bytes, const void *x, int64_t incx, void *y, int64_t incy, hipStream_t stream),             \
       (n, bytes, x, incx, y, incy, stream))
#define MATRIX(name)                                                                                                   \
  WIDE(name, matrix, (int m, int n, int bytes, const void *A, int lda, void *B, int ldb),                              \
       (int64_t m, int64_t n, int64_t bytes, const void *A, int64_t lda, void *B, int64_t ldb),                        \
       (m, n, bytes, A, lda, B, ldb))                                                                                  \
  WIDE(name##Async, matrix, (int m, int n, int bytes, const void *A, int lda, void *B, int ldb, hipStream_t stream),   \
       (int64_t m, int64_t n, int64_t bytes, const void *A, int64_t lda, void *B, int64_t ldb, hipStream_t stream),    \
       (m, n, bytes, A, lda, B, ldb, stream))

VECTOR(cublasSetVector)
VECTOR(cublasGetVector)
MATRIX(cublasSetMatrix)
MATRIX(cublasGetMatrix)
}
