// What the reference BLAS does not have: sums of matrices, products with diagonals, results beside their factors.
#pragma once

#include "batch.h"
#include "copy_matrix.h"
#include "host_blas.h"

#include <algorithm>
#include <vector>

namespace porter::blas {

/// An element of op(A).
template <class T> T element(char operation, const T *A, int64_t lda, int64_t row, int64_t column) {
  if (operation == 'N')
    return A[row + column * lda];
  const T value = A[column + row * lda];
  return operation == 'C' ? conjugate(value) : value;
}

namespace own {

template <class T>
void geam(char transA, char transB, int64_t m, int64_t n, T alpha, const T *A, int64_t lda, T beta, const T *B,
          int64_t ldb, T *C, int64_t ldc) {
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i) {
      T sum{};
      if (alpha != T()) // else nothing of A is read, were it not a number
        sum += alpha * element(transA, A, lda, i, j);
      if (beta != T())
        sum += beta * element(transB, B, ldb, i, j);
      C[i + j * ldc] = sum;
    }
}

template <class T>
void dgmm(char side, int64_t m, int64_t n, const T *A, int64_t lda, const T *x, int64_t incx, T *C, int64_t ldc) {
  const int64_t length = side == 'L' ? m : n;
  const T *first = incx < 0 ? x - (length - 1) * incx : x;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i)
      C[i + j * ldc] = A[i + j * lda] * first[(side == 'L' ? i : j) * incx];
}

/// op(A) B' + op(B) A' with one of the two products: its triangle of C is known to be symmetric.
template <class T, class Beta>
void oneProduct(char uplo, char transA, char transB, int64_t n, int64_t k, T alpha, const T *A, int64_t lda, const T *B,
                int64_t ldb, Beta beta, T *C, int64_t ldc) {
  std::vector<T> product(n * n);
  host::gemm(transA, transB, n, n, k, alpha, A, lda, B, ldb, T(), product.data(), std::max<int64_t>(1, n));
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = uplo == 'U' ? 0 : j; i < (uplo == 'U' ? j + 1 : n); ++i) {
      T &cell = C[i + j * ldc];
      cell = product[i + j * n] + (beta == Beta() ? T() : beta * cell);
    }
}

template <class T>
void syrkx(char uplo, char trans, int64_t n, int64_t k, T alpha, const T *A, int64_t lda, const T *B, int64_t ldb, T beta,
           T *C, int64_t ldc) {
  oneProduct(uplo, trans, trans == 'N' ? 'T' : 'N', n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

template <class T>
void herkx(char uplo, char trans, int64_t n, int64_t k, T alpha, const T *A, int64_t lda, const T *B, int64_t ldb,
           Real<T> beta, T *C, int64_t ldc) {
  oneProduct(uplo, trans, trans == 'N' ? 'C' : 'N', n, k, alpha, A, lda, B, ldb, beta, C, ldc);
  for (int64_t i = 0; i < n; ++i)
    C[i + i * ldc] = C[i + i * ldc].real();
}

template <class T>
void trmm(char side, char uplo, char trans, char diag, int64_t m, int64_t n, T alpha, const T *A, int64_t lda, const T *B,
          int64_t ldb, T *C, int64_t ldc) {
  copyMatrix(m, n, B, ldb, C, ldc);
  host::trmm_in_place(side, uplo, trans, diag, m, n, alpha, A, lda, C, ldc);
}

/// The inverse of a triangle, column by column; what lies beside the triangle stays.
template <class T>
void trtri(char uplo, char diag, int64_t n, const T *A, int64_t lda, T *inverse, int64_t ldInverse) {
  std::vector<T> full(n * n);
  for (int64_t j = 0; j < n; ++j)
    full[j + j * n] = T(1);
  host::trsm('L', uplo, 'N', diag, n, n, T(1), A, lda, full.data(), std::max<int64_t>(1, n));
  for (int64_t j = 0; j < n; ++j) {
    const int64_t first = uplo == 'U' ? 0 : j, last = uplo == 'U' ? j + 1 : n;
    std::copy(full.data() + first + j * n, full.data() + last + j * n, inverse + first + j * ldInverse);
  }
}

/// Visit the places of a triangle in the order in which a packed one has them.
template <class Visit> void eachOfTriangle(char uplo, int64_t n, Visit visit) {
  int64_t place = 0;
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = uplo == 'U' ? 0 : j; i < (uplo == 'U' ? j + 1 : n); ++i)
      visit(place++, i, j);
}
template <class T> void tpttr(char uplo, int64_t n, const T *packed, T *A, int64_t lda) {
  eachOfTriangle(uplo, n, [=](int64_t place, int64_t i, int64_t j) { A[i + j * lda] = packed[place]; });
}
template <class T> void trttp(char uplo, int64_t n, const T *A, int64_t lda, T *packed) {
  eachOfTriangle(uplo, n, [=](int64_t place, int64_t i, int64_t j) { packed[place] = A[i + j * lda]; });
}

/// Fewer multiplications on a GPU; the same product.
template <class T>
void gemm3m(char transA, char transB, int64_t m, int64_t n, int64_t k, T alpha, const T *A, int64_t lda, const T *B,
            int64_t ldb, T beta, T *C, int64_t ldc) {
  host::gemm(transA, transB, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

/// A matrix of another type of elements, without gaps.
template <class To, class From>
std::vector<To> converted(int64_t rows, int64_t columns, const From *from, int64_t ld) {
  std::vector<To> to(rows * columns);
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      to[i + j * rows] = To(from[i + j * ld]);
  return to;
}

template <class T>
void axpy(int64_t n, T alpha, const T *x, int64_t incx, T *y, int64_t incy) {
  x = incx < 0 ? x - (n - 1) * incx : x;
  y = incy < 0 ? y - (n - 1) * incy : y;
  for (int64_t i = 0; i < n; ++i)
    y[i * incy] = T(float(alpha) * float(x[i * incx]) + float(y[i * incy]));
}

/// Summed in float, rounded once.
template <class T> T dot(int64_t n, const T *x, int64_t incx, const T *y, int64_t incy) {
  x = incx < 0 ? x - (n - 1) * incx : x;
  y = incy < 0 ? y - (n - 1) * incy : y;
  float sum = 0;
  for (int64_t i = 0; i < n; ++i)
    sum += float(x[i * incx]) * float(y[i * incy]);
  return T(sum);
}

/// Products and sums in float, rounded once.
template <class T>
void gemm_half(char transA, char transB, int64_t m, int64_t n, int64_t k, T alpha, const T *A, int64_t lda, const T *B,
               int64_t ldb, T beta, T *C, int64_t ldc) {
  const int64_t rowsOfA = transA == 'N' ? m : k, rowsOfB = transB == 'N' ? k : n;
  const auto a = converted<float>(rowsOfA, transA == 'N' ? k : m, A, lda);
  const auto b = converted<float>(rowsOfB, transB == 'N' ? n : k, B, ldb);
  auto c = beta == T() ? std::vector<float>(m * n) : converted<float>(m, n, C, ldc);
  const auto atLeastOne = [](int64_t size) { return std::max<int64_t>(1, size); };
  host::gemm(transA, transB, m, n, k, float(alpha), a.data(), atLeastOne(rowsOfA), b.data(), atLeastOne(rowsOfB),
             float(beta), c.data(), atLeastOne(m));
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < m; ++i)
      C[i + j * ldc] = T(c[i + j * m]);
}

} // namespace own
} // namespace porter::blas
