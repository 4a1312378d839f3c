// hipSPARSE's names for products of sparse matrices and of dense with sparse ones, which cuSPARSE no longer has.
#include "old_products.h"
#include "old_sparse_products.h"

using namespace porter::sparse;

namespace {

/// What `csrgemm2` was told when it was asked for the size of its work area.
struct ProductInfo {
  bool multiplies = false, adds = false;
};

/// Both vendors' documents say that transposed matrices are not supported.
void needPlain(Call &call, int opA, int opB) {
  const char operations[] = {call.operation(opA), call.operation(opB)};
  call.fail(operations[0] != 'N' || operations[1] != 'N', Status::NotSupported);
}

template <class T> porter::blas::TypedScalar<T> given(T number) {
  return {&number, dataTypeOf(typeOf<T>()), false};
}
/// A factor that may be missing.
template <class T> porter::blas::TypedScalar<T> factorOf(Call &call, const T *address) {
  return address ? call.scalar<T>(address, typeOf<T>()) : given(T());
}

template <class T>
int sizeOfProduct(Call call, const T *alpha, const T *beta, void *handle, size_t *size) {
  const auto info = porter::libraries::found<ProductInfo>(handle);
  call.need(info && (alpha || beta));
  if (call.isGood())
    *info = {alpha != nullptr, beta != nullptr};
  return sizeOfWork(call, size);
}

} // namespace

#define PRODUCTS(letter, T)                                                                                            \
  int hipsparse##letter##csrgemm(void *handle, int opA, int opB, int m, int n, int k, const void *kindA, int countA,   \
                                 const T *valuesA, const int *offsetsA, const int *indicesA, const void *kindB,        \
                                 int countB, const T *valuesB, const int *offsetsB, const int *indicesB,               \
                                 const void *kindC, T *valuesC, const int *offsetsC, int *indicesC) {                  \
    Call call(handle);                                                                                                 \
    needPlain(call, opA, opB);                                                                                         \
    const ProductAndSum told{m,                                                                                        \
                             n,                                                                                        \
                             true,                                                                                     \
                             false,                                                                                    \
                             oldMatrix(call, kindA, m, k, countA, valuesA, offsetsA, indicesA),                        \
                             oldMatrix(call, kindB, k, n, countB, valuesB, offsetsB, indicesB),                        \
                             {}};                                                                                      \
    return writeProduct(call, told, given(T(1)), given(T()), kindC, valuesC, offsetsC, indicesC);                      \
  }                                                                                                                    \
  int hipsparse##letter##csrgemm2_bufferSizeExt(                                                                       \
      void *handle, int, int, int, const T *alpha, const void *, int, const int *, const int *, const void *, int,     \
      const int *, const int *, const T *beta, const void *, int, const int *, const int *, void *info,                \
      size_t *size) {                                                                                                  \
    return sizeOfProduct(Call(handle), alpha, beta, info, size);                                                       \
  }                                                                                                                    \
  int hipsparse##letter##csrgemm2(                                                                                     \
      void *handle, int m, int n, int k, const T *alpha, const void *kindA, int countA, const T *valuesA,              \
      const int *offsetsA, const int *indicesA, const void *kindB, int countB, const T *valuesB, const int *offsetsB,  \
      const int *indicesB, const T *beta, const void *kindD, int countD, const T *valuesD, const int *offsetsD,        \
      const int *indicesD, const void *kindC, T *valuesC, const int *offsetsC, int *indicesC, const void *info,        \
      void *) {                                                                                                        \
    Call call(handle);                                                                                                 \
    (void)call.object<ProductInfo>(info);                                                                              \
    ProductAndSum told{m, n, alpha != nullptr, beta != nullptr, {}, {}, {}};                                           \
    if (alpha) {                                                                                                       \
      told.A = oldMatrix(call, kindA, m, k, countA, valuesA, offsetsA, indicesA);                                      \
      told.B = oldMatrix(call, kindB, k, n, countB, valuesB, offsetsB, indicesB);                                      \
    }                                                                                                                  \
    if (beta)                                                                                                          \
      told.D = oldMatrix(call, kindD, m, n, countD, valuesD, offsetsD, indicesD);                                      \
    return writeProduct(call, told, factorOf(call, alpha), factorOf(call, beta), kindC, valuesC, offsetsC, indicesC);  \
  }                                                                                                                    \
  int hipsparse##letter##gemmi(void *handle, int m, int n, int k, int count, const T *alpha, const T *A, int ldA,      \
                               const T *values, const int *offsets, const int *indices, const T *beta, T *C,           \
                               int ldC) {                                                                              \
    Call call(handle);                                                                                                 \
    call.need(m >= 0 && n >= 0 && k >= 0 && count >= 0 && ldA >= std::max(1, m) && ldC >= std::max(1, m));             \
    call.need((n == 0 || offsets) && (count == 0 || indices));                                                         \
    const Matrix transposed = ofLines(Format::Csr, n, k, count, offsets, indices, values, 2, 2, 0, typeOf<T>());       \
    const DenseMatrix left{k, m, ldA, const_cast<T *>(A), typeOf<T>(), true};                                          \
    const DenseMatrix made{n, m, ldC, C, typeOf<T>(), true};                                                           \
    return multiplyDense(call, 0, 0, alpha, transposed, left, beta, made, typeOf<T>());                                \
  }

extern "C" {

int hipsparseCreateCsrgemm2Info(void **info) { return create(info, ProductInfo()); }
int hipsparseDestroyCsrgemm2Info(void *info) { return destroy<ProductInfo>(info); }
int hipsparseXcsrgemmNnz(void *handle, int opA, int opB, int m, int n, int k, const void *kindA, int countA,
                         const int *offsetsA, const int *indicesA, const void *kindB, int countB, const int *offsetsB,
                         const int *indicesB, const void *kindC, int *offsetsC, int *total) {
  Call call(handle);
  needPlain(call, opA, opB);
  ProductAndSum told{m, n, true, false, {}, {}, {}};
  told.A = oldMatrix<float>(call, kindA, m, k, countA, nullptr, offsetsA, indicesA);
  told.B = oldMatrix<float>(call, kindB, k, n, countB, nullptr, offsetsB, indicesB);
  return countProduct(call, told, kindC, offsetsC, total);
}
int hipsparseXcsrgemm2Nnz(void *handle, int m, int n, int k, const void *kindA, int countA, const int *offsetsA,
                          const int *indicesA, const void *kindB, int countB, const int *offsetsB, const int *indicesB,
                          const void *kindD, int countD, const int *offsetsD, const int *indicesD, const void *kindC,
                          int *offsetsC, int *total, const void *handleOfInfo, void *) {
  Call call(handle);
  const auto info = call.object<ProductInfo>(handleOfInfo);
  ProductAndSum told{m, n, info.multiplies, info.adds, {}, {}, {}};
  if (info.multiplies) {
    told.A = oldMatrix<float>(call, kindA, m, k, countA, nullptr, offsetsA, indicesA);
    told.B = oldMatrix<float>(call, kindB, k, n, countB, nullptr, offsetsB, indicesB);
  }
  if (info.adds)
    told.D = oldMatrix<float>(call, kindD, m, n, countD, nullptr, offsetsD, indicesD);
  return countProduct(call, told, kindC, offsetsC, total);
}
PRODUCTS(S, float)
PRODUCTS(D, double)
PRODUCTS(C, std::complex<float>)
PRODUCTS(Z, std::complex<double>)
}
