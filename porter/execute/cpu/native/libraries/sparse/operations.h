// The generic interface: products, solutions and conversions of what descriptors stand for.
#pragma once

#include "matrix.h"

namespace porter::sparse {

int axpby(Call call, const void *alpha, const void *x, const void *beta, void *y);
int gather(Call call, const void *y, void *x);
int scatter(Call call, const void *x, void *y);
int rotate(Call call, const void *c, const void *s, void *x, void *y);
int dot(Call call, int op, const void *x, const void *y, void *result, int compute);

/// y = alpha op(A) x + beta y.
int multiplyVector(Call call, int op, const void *alpha, const void *A, const void *x, const void *beta, void *y,
                   int compute);
/// C = alpha op(A) op(B) + beta C, of dense B and C.
int multiplyDense(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                  void *C, int compute);
/// The same for matrices that no descriptor stands for.
int multiplyDense(Call call, int opA, int opB, const void *alpha, const Matrix &A, const DenseMatrix &B,
                  const void *beta, const DenseMatrix &C, int compute);
/// C = alpha op(A) op(B) + beta C, of dense A and B, where C has elements.
int multiplySampled(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                    void *C, int compute);

int toDense(Call call, const void *A, void *B);
int countOfDense(Call call, const void *A, void *B);
int fromDense(Call call, const void *A, void *B);

/// What a solver has been told between its steps.
struct Solver {
  std::vector<char> values; ///< in place of the matrix's own, once they were replaced
  Matrix matrix;
  bool isAnalysed = false;
};
int analyse(Call call, int op, const void *A, void *solver);
int replaceValues(Call call, void *solver, const void *values, int onlyDiagonal);
/// op(A) y = alpha x.
int solveVector(Call call, int op, const void *alpha, const void *A, const void *x, void *y, int compute, void *solver);
/// op(A) C = alpha op(B).
int solveDense(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, void *C, int compute,
               void *solver);
/// Of a product of two sparse matrices.
struct Product {
  int64_t products = 0;
  std::vector<int64_t> offsets, columns;
  std::vector<std::complex<double>> values;
};
int estimateProduct(Call call, int opA, int opB, const void *A, const void *B, void *product, size_t *size,
                    const void *area);
int computeProduct(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                   void *C, int compute, void *product, size_t *size, const void *area);
/// Write a product's structure and, where they are wanted, its values.
int copyProduct(Call call, void *C, void *product, bool withValues);
/// The two steps of a product whose values are computed as often as wanted: its structure, and that written.
int structureOfProduct(Call call, int opA, int opB, const void *A, const void *B, void *C, void *product, size_t *size,
                       const void *area, size_t *sizeOfNext, size_t *sizeOfLast);
int copyStructure(Call call, void *C, void *product, size_t *size, const void *area);
/// Values alone, of a product whose structure is in C.
int computeAgain(Call call, int opA, int opB, const void *alpha, const void *A, const void *B, const void *beta,
                 void *C, int compute);

} // namespace porter::sparse
