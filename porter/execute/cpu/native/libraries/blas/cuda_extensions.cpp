// What cuBLAS has beside BLAS: products of a matrix with itself whose types are named at run time, and groups of
// products, each group of its own sizes.
#include "call.h"
#include "host_blas.h"

#include <vector>

using namespace porter::blas;

namespace {

using Complex = std::complex<float>;

/// cudaDataType's numbers for the two types of elements that these functions take.
constexpr int typeComplexFloat = 4, typeComplexByte = 7;

/// A matrix of bytes in pairs as one of floats, without gaps.
std::vector<Complex> ofBytes(int64_t rows, int64_t columns, const void *A, int64_t lda) {
  const auto *bytes = static_cast<const int8_t *>(A);
  std::vector<Complex> made(rows * columns);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      made[i + j * rows] = Complex(bytes[2 * (i + j * lda)], bytes[2 * (i + j * lda) + 1]);
  return made;
}

/// The product of a matrix and itself, transposed or adjoint, in a triangle.
template <bool isAdjoint, class Factor>
int rankK(Call call, int uplo, int trans, int64_t n, int64_t k, const Factor *alpha, const void *A, int typeA,
          int64_t lda, const Factor *beta, void *C, int typeC, int64_t ldc) {
  const char triangle = call.triangle<Complex>(uplo);
  const char operation = isAdjoint ? call.adjoint<Complex>(trans) : call.transpose<Complex>(trans);
  const int64_t rows = operation == 'N' ? n : k, columns = operation == 'N' ? k : n;
  call.need(n >= 0 && k >= 0 && lda >= std::max<int64_t>(1, rows) && ldc >= std::max<int64_t>(1, n));
  call.need(n == 0 || (alpha && beta && C && (A || k == 0)));
  call.fail((typeA != typeComplexFloat && typeA != typeComplexByte) || typeC != typeComplexFloat, Status::NotSupported);
  const Scalar<Factor> alphaValue = call.scalar(alpha), betaValue = call.scalar(beta);
  return call.run([=](int64_t) {
    std::vector<Complex> converted;
    const auto *floats = static_cast<const Complex *>(A);
    int64_t ld = lda;
    if (typeA == typeComplexByte) {
      converted = ofBytes(rows, columns, A, lda);
      floats = converted.data();
      ld = std::max<int64_t>(1, rows);
    }
    auto *result = static_cast<Complex *>(C);
    if constexpr (isAdjoint)
      host::herk(triangle, operation, n, k, alphaValue(), floats, ld, betaValue(), result, ldc);
    else
      host::syrk(triangle, operation, n, k, alphaValue(), floats, ld, betaValue(), result, ldc);
  });
}

struct Group {
  char transA, transB;
  int64_t m, n, k, lda, ldb, ldc, count;
};

/// The lists of sizes are the host's; those of matrices the device's, one group behind the other.
template <class T, class Size>
int grouped(Call call, const int *transA, const int *transB, const Size *m, const Size *n, const Size *k,
            const T *alpha, const T *const *A, const Size *lda, const T *const *B, const Size *ldb, const T *beta,
            T *const *C, const Size *ldc, Size groupCount, const Size *groupSize) {
  call.need(groupCount >= 0);
  call.need(groupCount == 0 || (transA && transB && m && n && k && alpha && A && lda && B && ldb && beta && C && ldc &&
                                groupSize));
  std::vector<Group> groups;
  std::vector<Scalar<T>> alphas, betas;
  for (Size g = 0; call.isGood() && g < groupCount; ++g) {
    const Group one{call.operation<T>(transA[g]), call.operation<T>(transB[g]), m[g], n[g], k[g], lda[g], ldb[g],
                    ldc[g], groupSize[g]};
    call.need(one.m >= 0 && one.n >= 0 && one.k >= 0 && one.count >= 0);
    call.need(one.lda >= std::max<int64_t>(1, one.transA == 'N' ? one.m : one.k));
    call.need(one.ldb >= std::max<int64_t>(1, one.transB == 'N' ? one.k : one.n));
    call.need(one.ldc >= std::max<int64_t>(1, one.m));
    groups.push_back(one);
    alphas.push_back(call.scalar(alpha + g));
    betas.push_back(call.scalar(beta + g));
  }
  return call.run([=](int64_t) {
    int64_t first = 0;
    for (size_t g = 0; g < groups.size(); ++g) {
      const Group &one = groups[g];
      for (int64_t i = first; i < first + one.count; ++i)
        host::gemm(one.transA, one.transB, one.m, one.n, one.k, alphas[g](), A[i], one.lda, B[i], one.ldb, betas[g](),
                   C[i], one.ldc);
      first += one.count;
    }
  });
}

} // namespace

#define RANK_K(name, isAdjoint, Factor, Size)                                                                          \
  int name(void *handle, int uplo, int trans, Size n, Size k, const Factor *alpha, const void *A, int typeA, Size lda, \
           const Factor *beta, void *C, int typeC, Size ldc) {                                                         \
    return rankK<isAdjoint>({Vendor::Cuda, handle}, uplo, trans, n, k, alpha, A, typeA, lda, beta, C, typeC, ldc);     \
  }
#define GROUPED(name, T, Size)                                                                                         \
  int name(void *handle, const int *transA, const int *transB, const Size *m, const Size *n, const Size *k,            \
           const T *alpha, const T *const *A, const Size *lda, const T *const *B, const Size *ldb, const T *beta,      \
           T *const *C, const Size *ldc, Size groupCount, const Size *groupSize) {                                     \
    return grouped<T, Size>({Vendor::Cuda, handle}, transA, transB, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc,      \
                            groupCount, groupSize);                                                                    \
  }
#define BOTH_SIZES(FORM, name, ...) FORM(name, __VA_ARGS__, int) FORM(name##_64, __VA_ARGS__, int64_t)

extern "C" {

BOTH_SIZES(RANK_K, cublasCsyrkEx, false, Complex)
BOTH_SIZES(RANK_K, cublasCsyrk3mEx, false, Complex)
BOTH_SIZES(RANK_K, cublasCherkEx, true, float)
BOTH_SIZES(RANK_K, cublasCherk3mEx, true, float)
BOTH_SIZES(GROUPED, cublasSgemmGroupedBatched, float)
BOTH_SIZES(GROUPED, cublasDgemmGroupedBatched, double)
}
