// HIP's names for handles, settings and copies.
#include "administration.h"

using namespace porter::blas;

namespace {
constexpr Vendor vendor = Vendor::Hip;
}

extern "C" {

int hipblasCreate(void **handle) { return create(vendor, handle); }
int hipblasDestroy(void *handle) { return destroy(vendor, handle); }
int hipblasSetStream(void *handle, hipStream_t stream) { return setStream(vendor, handle, stream); }
int hipblasGetStream(void *handle, hipStream_t *stream) { return get<&Context::stream>(vendor, handle, stream); }
int hipblasSetPointerMode(void *handle, int mode) { return set<&Context::scalarsOnDevice>(vendor, handle, mode, 2); }
int hipblasGetPointerMode(void *handle, int *mode) { return get<&Context::scalarsOnDevice>(vendor, handle, mode); }
int hipblasSetMathMode(void *handle, int mode) { return set<&Context::mathMode>(vendor, handle, mode, 6); }
int hipblasGetMathMode(void *handle, int *mode) { return get<&Context::mathMode>(vendor, handle, mode); }
int hipblasSetAtomicsMode(void *handle, int mode) { return set<&Context::atomicsMode>(vendor, handle, mode, 2); }
int hipblasGetAtomicsMode(void *handle, int *mode) { return get<&Context::atomicsMode>(vendor, handle, mode); }
const char *hipblasStatusToString(int status) { return nameOf(vendor, status); }

int hipblasSetVector(int n, int bytes, const void *x, int incx, void *y, int incy) {
  return copyVector(vendor, n, bytes, x, incx, y, incy);
}
int hipblasGetVector(int n, int bytes, const void *x, int incx, void *y, int incy) {
  return copyVector(vendor, n, bytes, x, incx, y, incy);
}
int hipblasSetVectorAsync(int n, int bytes, const void *x, int incx, void *y, int incy, hipStream_t stream) {
  return copyVector(vendor, n, bytes, x, incx, y, incy, stream);
}
int hipblasGetVectorAsync(int n, int bytes, const void *x, int incx, void *y, int incy, hipStream_t stream) {
  return copyVector(vendor, n, bytes, x, incx, y, incy, stream);
}
int hipblasSetMatrix(int rows, int columns, int bytes, const void *A, int lda, void *B, int ldb) {
  return copyMatrix(vendor, rows, columns, bytes, A, lda, B, ldb);
}
int hipblasGetMatrix(int rows, int columns, int bytes, const void *A, int lda, void *B, int ldb) {
  return copyMatrix(vendor, rows, columns, bytes, A, lda, B, ldb);
}
int hipblasSetMatrixAsync(int rows, int columns, int bytes, const void *A, int lda, void *B, int ldb,
                          hipStream_t stream) {
  return copyMatrix(vendor, rows, columns, bytes, A, lda, B, ldb, stream);
}
int hipblasGetMatrixAsync(int rows, int columns, int bytes, const void *A, int lda, void *B, int ldb,
                          hipStream_t stream) {
  return copyMatrix(vendor, rows, columns, bytes, A, lda, B, ldb, stream);
}
}
