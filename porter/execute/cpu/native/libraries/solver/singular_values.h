// Singular values and vectors: by LAPACK's method, whatever the vendors' is.
#pragma once

#include "jacobi.h"
#include "lapack.h"

#include <cmath>

namespace porter::solver {

template <class T>
int64_t decompose(char jobU, char jobV, int64_t m, int64_t n, T *A, int64_t ldA, Real<T> *S, T *U, int64_t ldU, T *V,
                  int64_t ldV) {
  return lapack::callWithRealWork<T>(lapack::gesvd<T>(), 5 * std::min(m, n), jobU, jobV, m, n, A, ldA, S, U, ldU, V,
                                     ldV);
}

inline int64_t atLeastOne(int64_t size) { return std::max<int64_t>(1, size); }

template <class T>
int gesvd(Call call, signed char jobU, signed char jobV, int64_t m, int64_t n, T *A, int64_t ldA, Real<T> *S, T *U,
          int64_t ldU, T *V, int64_t ldV, Real<T> *, int *info) {
  const auto isJob = [](char job) { return job && std::strchr("ASON", job); };
  call.need(isJob(jobU) && isJob(jobV) && !(jobU == 'O' && jobV == 'O'));
  call.needMatrix(A, m, n, ldA);
  call.need(call.vendor == Vendor::Hip || m >= n); // as cuSOLVER wants it
  call.need(std::min(m, n) <= 0 || S);
  const bool writesU = jobU == 'A' || jobU == 'S', writesV = jobV == 'A' || jobV == 'S';
  call.need(!writesU || (U && ldU >= atLeastOne(m)));
  call.need(!writesV || (V && ldV >= atLeastOne(jobV == 'A' ? n : std::min(m, n))));
  return call.run([=] {
    report(info, decompose(char(jobU), char(jobV), m, n, A, ldA, S, U, atLeastOne(ldU), V, atLeastOne(ldV)));
  });
}

/// The right vectors as columns, as Jacobi's methods give them; without them when `V` is null.
template <class T>
int64_t decomposeToColumns(bool wantsVectors, bool isEconomic, int64_t m, int64_t n, T *A, int64_t ldA, Real<T> *S, T *U,
                           int64_t ldU, T *V, int64_t ldV) {
  const char job = !wantsVectors ? 'N' : isEconomic ? 'S' : 'A';
  const int64_t columns = isEconomic ? std::min(m, n) : n;
  std::vector<T> adjoint(wantsVectors ? columns * n : 0);
  const int64_t found = decompose(job, job, m, n, A, ldA, S, U, atLeastOne(ldU), adjoint.data(), atLeastOne(columns));
  for (int64_t j = 0; wantsVectors && j < columns; ++j)
    for (int64_t i = 0; i < n; ++i)
      V[i + j * ldV] = blas::conjugate(adjoint[j + i * columns]);
  return found;
}

template <class T>
void needVectors(Call &call, bool wantsVectors, int64_t m, int64_t n, T *U, int64_t ldU, T *V, int64_t ldV) {
  call.need(!wantsVectors || (ldU >= atLeastOne(m) && ldV >= atLeastOne(n) && (std::min(m, n) == 0 || (U && V))));
}

template <class T>
int gesvdj(Call call, int jobz, int economic, int64_t m, int64_t n, T *A, int64_t ldA, Real<T> *S, T *U, int64_t ldU,
           T *V, int64_t ldV, int *info, void *params) {
  const bool wantsVectors = call.wantsVectors(jobz);
  call.need(libraries::found<GesvdjInfo>(params) != nullptr);
  call.needMatrix(A, m, n, ldA);
  call.need(std::min(m, n) <= 0 || S);
  needVectors(call, wantsVectors, m, n, U, ldU, V, ldV);
  return call.run([=] {
    report(info, decomposeToColumns(wantsVectors, economic != 0, m, n, A, ldA, S, U, ldU, V, ldV));
  });
}

/// Small matrices one behind the other, with all their vectors.
template <class T>
int gesvdjBatched(Call call, int jobz, int64_t m, int64_t n, T *A, int64_t ldA, Real<T> *S, T *U, int64_t ldU, T *V,
                  int64_t ldV, int *info, void *params, int64_t count) {
  const bool wantsVectors = call.wantsVectors(jobz);
  call.need(libraries::found<GesvdjInfo>(params) != nullptr && count >= 0);
  call.needMatrix(A, m, n, ldA);
  call.need(call.vendor == Vendor::Hip || (m <= 32 && n <= 32)); // the limit of cuSOLVER's
  call.need(std::min(m, n) <= 0 || S);
  needVectors(call, wantsVectors, m, n, U, ldU, V, ldV);
  return call.run([=] {
    for (int64_t i = 0; i < count; ++i)
      report(info ? info + i : nullptr,
             decomposeToColumns(wantsVectors, false, m, n, A + i * ldA * n, ldA, S + i * std::min(m, n), U + i * ldU * m,
                                ldU, V + i * ldV * n, ldV));
  });
}

/// The largest singular values of tall matrices, and what remains of each, in Frobenius's norm.
template <class T>
int gesvdaStridedBatched(Call call, int jobz, int64_t rank, int64_t m, int64_t n, T *A, int64_t ldA, int64_t strideA,
                         Real<T> *S, int64_t strideS, T *U, int64_t ldU, int64_t strideU, T *V, int64_t ldV,
                         int64_t strideV, int *info, double *residuals, int64_t count) {
  const bool wantsVectors = call.wantsVectors(jobz);
  call.needMatrix(A, m, n, ldA);
  call.need(count >= 0 && rank >= 0 && rank <= std::min(m, n) && (rank == 0 || S));
  needVectors(call, wantsVectors, m, n, U, ldU, V, ldV);
  return call.run([=] {
    for (int64_t i = 0; i < count; ++i) {
      std::vector<T> copy(m * n), left(wantsVectors ? m * std::min(m, n) : 0), right(wantsVectors ? n * std::min(m, n) : 0);
      for (int64_t j = 0; j < n; ++j)
        std::copy_n(A + i * strideA + j * ldA, m, copy.data() + j * m);
      std::vector<Real<T>> values(std::min(m, n));
      report(info ? info + i : nullptr, decomposeToColumns(wantsVectors, true, m, n, copy.data(), atLeastOne(m),
                                                           values.data(), left.data(), m, right.data(), n));
      std::copy_n(values.begin(), rank, S + i * strideS);
      for (int64_t j = 0; wantsVectors && j < rank; ++j) {
        std::copy_n(left.data() + j * m, m, U + i * strideU + j * ldU);
        std::copy_n(right.data() + j * n, n, V + i * strideV + j * ldV);
      }
      double rest = 0;
      for (size_t j = rank; j < values.size(); ++j)
        rest += double(values[j]) * values[j];
      if (residuals && wantsVectors)
        residuals[i] = std::sqrt(rest);
    }
  });
}

} // namespace porter::solver
