// The names of level 1 with types that are named at run time.
#include "level1_ex.h"

using namespace porter::blas;

#define POINTER const void *

namespace {

Batch<char> one(POINTER array) { return {static_cast<char *>(const_cast<void *>(array))}; }
/// HIP's headers say no more of a list than that it is an address.
Batch<char> list(POINTER arrays) { return {static_cast<char *const *>(const_cast<void *>(arrays))}; }
Batch<char> strided(POINTER array, int code, int64_t stride) {
  const int64_t bytes = withType(dataTypeOf(code), [](auto *typed) { return int64_t(sizeof(*typed)); });
  return {static_cast<char *>(const_cast<void *>(array)), stride * bytes};
}

} // namespace

// What comes with an array, and behind all of them, in the three forms.
#define NO_STRIDE(name)
#define STRIDE(name) , int64_t stride##name
#define NO_COUNT(Size)
#define COUNT(Size) , Size count
#define NO_MEMBERS
#define MEMBERS , count

#define VECTOR(name, Size, STRIDE_OF) POINTER name, int type##name, Size step##name STRIDE_OF(name)
#define PLAIN(name) {one(name), type##name, step##name}
#define LISTED(name) {list(name), type##name, step##name}
#define SPREAD(name) {strided(name, type##name, stride##name), type##name, step##name}

#define FUNCTIONS(head, tail, vendor, Size, STRIDE_OF, COUNT_OF, MEMBERS_OF, GIVEN)                             \
  int head##Axpy##tail(void *handle, Size n, POINTER alpha, int typeAlpha, VECTOR(x, Size, STRIDE_OF),          \
                       VECTOR(y, Size, STRIDE_OF) COUNT_OF(Size), int execution) {                              \
    return axpyEx({vendor, handle MEMBERS_OF}, n, {alpha, typeAlpha}, GIVEN(x), GIVEN(y), execution);                  \
  }                                                                                                                    \
  int head##Scal##tail(void *handle, Size n, POINTER alpha, int typeAlpha,                                             \
                       VECTOR(x, Size, STRIDE_OF) COUNT_OF(Size), int execution) {                              \
    return scalEx({vendor, handle MEMBERS_OF}, n, {alpha, typeAlpha}, GIVEN(x), execution);                            \
  }                                                                                                                    \
  int head##Dot##tail(void *handle, Size n, VECTOR(x, Size, STRIDE_OF),                                         \
                      VECTOR(y, Size, STRIDE_OF) COUNT_OF(Size), void *result, int typeResult, int execution) { \
    return dotEx({vendor, handle MEMBERS_OF}, false, n, GIVEN(x), GIVEN(y), result, typeResult, execution);            \
  }                                                                                                                    \
  int head##Dotc##tail(void *handle, Size n, VECTOR(x, Size, STRIDE_OF),                                        \
                       VECTOR(y, Size, STRIDE_OF) COUNT_OF(Size), void *result, int typeResult,                 \
                       int execution) {                                                                                \
    return dotEx({vendor, handle MEMBERS_OF}, true, n, GIVEN(x), GIVEN(y), result, typeResult, execution);             \
  }                                                                                                                    \
  int head##Nrm2##tail(void *handle, Size n, VECTOR(x, Size, STRIDE_OF) COUNT_OF(Size), void *result,           \
                       int typeResult, int execution) {                                                                \
    return nrm2Ex({vendor, handle MEMBERS_OF}, n, GIVEN(x), result, typeResult, execution);                            \
  }                                                                                                                    \
  int head##Rot##tail(void *handle, Size n, VECTOR(x, Size, STRIDE_OF), VECTOR(y, Size, STRIDE_OF),      \
                      POINTER c, POINTER s, int typeScalars COUNT_OF(Size), int execution) {                           \
    return rotEx({vendor, handle MEMBERS_OF}, n, GIVEN(x), GIVEN(y), {c, typeScalars}, s, execution);                  \
  }
#define HIP(tail, Size)                                                                                                \
  FUNCTIONS(hipblas, Ex##tail, Vendor::Hip, Size, NO_STRIDE, NO_COUNT, NO_MEMBERS, PLAIN)                     \
  FUNCTIONS(hipblas, BatchedEx##tail, Vendor::Hip, Size, NO_STRIDE, COUNT, MEMBERS, LISTED)                            \
  FUNCTIONS(hipblas, StridedBatchedEx##tail, Vendor::Hip, Size, STRIDE, COUNT, MEMBERS, SPREAD)
#define CUDA(tail, Size)                                                                                               \
  FUNCTIONS(cublas, Ex##tail, Vendor::Cuda, Size, NO_STRIDE, NO_COUNT, NO_MEMBERS, PLAIN)                     \
  int cublasAsumEx##tail(void *handle, Size n, VECTOR(x, Size, NO_STRIDE), void *result, int typeResult,      \
                         int execution) {                                                                              \
    return asumEx({Vendor::Cuda, handle}, n, PLAIN(x), result, typeResult, execution);                                 \
  }                                                                                                                    \
  int cublasCopyEx##tail(void *handle, Size n, VECTOR(x, Size, NO_STRIDE),                                    \
                         VECTOR(y, Size, NO_STRIDE)) {                                                        \
    return copyEx({Vendor::Cuda, handle}, n, PLAIN(x), PLAIN(y));                                                      \
  }                                                                                                                    \
  int cublasSwapEx##tail(void *handle, Size n, VECTOR(x, Size, NO_STRIDE),                                    \
                         VECTOR(y, Size, NO_STRIDE)) {                                                        \
    return swapEx({Vendor::Cuda, handle}, n, PLAIN(x), PLAIN(y));                                                      \
  }

extern "C" {

HIP(, int)
HIP(_64, int64_t)
HIP(_v2, int)
HIP(_v2_64, int64_t)
CUDA(, int)
CUDA(_64, int64_t)
}
