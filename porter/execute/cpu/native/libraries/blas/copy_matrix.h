// A copy of a matrix by columns.
#pragma once

#include <algorithm>
#include <cstdint>

namespace porter::blas {

template <class T>
void copyMatrix(int64_t m, int64_t n, const T *from, int64_t ldFrom, T *to, int64_t ldTo) {
  if (from != to)
    for (int64_t j = 0; j < n; ++j)
      std::copy_n(from + j * ldFrom, m, to + j * ldTo);
}

} // namespace porter::blas
