// Products of two sparse matrices of the older interface, to which a third is added.
#pragma once

#include "old.h"

namespace porter::sparse {

/// alpha A B + beta D, of which either part may be missing.
struct ProductAndSum {
  int64_t rows = 0, columns = 0;
  bool multiplies = false, adds = false;
  Matrix A, B, D;
};

/// Offsets of the result and its number of elements, with places for zeros; then its indices and values.
int countProduct(Call &call, const ProductAndSum &told, const void *kind, int *offsets, int *total);
template <class T>
int writeProduct(Call &call, const ProductAndSum &told, blas::TypedScalar<T> alpha, blas::TypedScalar<T> beta,
                 const void *kind, T *values, const int *offsets, int *indices);

} // namespace porter::sparse
