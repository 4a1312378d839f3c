// The interface of 64-bit sizes, whose types of elements are named at run time.
#pragma once

#include "administration.h"
#include "cholesky.h"
#include "eigenvalues.h"
#include "lu.h"
#include "orthogonal.h"
#include "singular_values.h"

namespace porter::solver {

/// What may be set on the way a function works; nothing here depends on it.
struct Params {
  int function = 0, algorithm = 0;
};

/// Call a function of a type that is named as hipDataType and cudaDataType do, which agree.
template <class Work> int ofType(int type, Call &call, Work work) {
  switch (type) {
  case 0: return work(float());
  case 1: return work(double());
  case 4: return work(std::complex<float>());
  case 5: return work(std::complex<double>());
  }
  call.fail(true, Status::NotSupported);
  return call.code();
}
/// The code of the type of the parts of a complex number, or of a real one itself.
inline int realType(int type) { return type == 4 ? 0 : type == 5 ? 1 : type; }

/// A call with parameters, and types that have to agree.
inline Call typedCall(Vendor vendor, void *handle, void *params, std::initializer_list<bool> agreeing) {
  Call call(vendor, handle);
  call.need(!params || libraries::found<Params>(params));
  for (bool agrees : agreeing)
    call.fail(!agrees, Status::NotSupported);
  return call;
}

inline int typedPotrf(Call call, int uplo, int64_t n, int type, void *A, int64_t ld, int *info) {
  return ofType(type, call, [&](auto t) { return potrf(call, uplo, n, static_cast<decltype(t) *>(A), ld, info); });
}
inline int typedPotrs(Call call, int uplo, int64_t n, int64_t columns, int type, const void *A, int64_t ldA, void *B,
                      int64_t ldB, int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    return potrs(call, uplo, n, columns, static_cast<const T *>(A), ldA, static_cast<T *>(B), ldB, info);
  });
}
inline int typedGetrf(Call call, int64_t m, int64_t n, int type, void *A, int64_t ld, int64_t *pivots, int *info) {
  return ofType(type, call, [&](auto t) { return getrf(call, m, n, static_cast<decltype(t) *>(A), ld, pivots, info); });
}
inline int typedGetrs(Call call, int trans, int64_t n, int64_t columns, int type, const void *A, int64_t ldA,
                      const int64_t *pivots, void *B, int64_t ldB, int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    return getrs(call, trans, n, columns, static_cast<const T *>(A), ldA, pivots, static_cast<T *>(B), ldB, info);
  });
}
inline int typedGeqrf(Call call, int64_t m, int64_t n, int type, void *A, int64_t ld, void *tau, int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    return geqrf(call, m, n, static_cast<T *>(A), ld, static_cast<T *>(tau), info);
  });
}
inline int typedSyevd(Call call, int jobz, int uplo, int64_t n, int type, void *A, int64_t ld, void *W, int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    return syevd(call, jobz, uplo, n, static_cast<T *>(A), ld, static_cast<Real<T> *>(W), info);
  });
}
inline int typedSyevdx(Call call, int jobz, int range, int uplo, int64_t n, int type, void *A, int64_t ld,
                       const void *above, const void *upTo, int64_t first, int64_t last, int64_t *found, void *W,
                       int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    const char which = call.range(range);
    call.need(found && (which != 'V' || (above && upTo)));
    const auto bound = [&](const void *at) { return which == 'V' && at ? *static_cast<const Real<T> *>(at) : Real<T>(); };
    const Chosen<T> chosen{which, bound(above), bound(upTo), first, last};
    return someEigenvalues(call, jobz, uplo, n, static_cast<T *>(A), ld, chosen, found, static_cast<Real<T> *>(W), info);
  });
}
inline int typedGesvd(Call call, signed char jobU, signed char jobV, int64_t m, int64_t n, int type, void *A,
                      int64_t ldA, void *S, void *U, int64_t ldU, void *V, int64_t ldV, int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    return gesvd(call, jobU, jobV, m, n, static_cast<T *>(A), ldA, static_cast<Real<T> *>(S), static_cast<T *>(U), ldU,
                 static_cast<T *>(V), ldV, static_cast<Real<T> *>(nullptr), info);
  });
}
/// By a polar decomposition, the vendor says; its estimate of the error is that of a direct method.
inline int typedGesvdp(Call call, int jobz, int economic, int64_t m, int64_t n, int type, void *A, int64_t ldA, void *S,
                       void *U, int64_t ldU, void *V, int64_t ldV, int *info, double *error) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    const bool wantsVectors = call.wantsVectors(jobz);
    call.needMatrix(A, m, n, ldA);
    call.need(std::min(m, n) <= 0 || S);
    needVectors(call, wantsVectors, m, n, static_cast<T *>(U), ldU, static_cast<T *>(V), ldV);
    return call.run([=] {
      report(info, decomposeToColumns(wantsVectors, economic != 0, m, n, static_cast<T *>(A), ldA,
                                      static_cast<Real<T> *>(S), static_cast<T *>(U), ldU, static_cast<T *>(V), ldV));
      if (error)
        *error = 0;
    });
  });
}
/// The largest singular values, which cuSOLVER finds by random projections; here all are found, and the first told.
inline int typedGesvdr(Call call, int jobU, int jobV, int64_t m, int64_t n, int64_t k, int64_t more, int64_t turns,
                       int type, void *A, int64_t ldA, void *S, void *U, int64_t ldU, void *V, int64_t ldV, int *info) {
  return ofType(type, call, [&](auto t) {
    using T = decltype(t);
    const int64_t least = std::min(m, n);
    call.need((jobU == 'S' || jobU == 'N') && (jobV == 'S' || jobV == 'N'));
    call.needMatrix(A, m, n, ldA);
    call.need(k >= 1 && more >= 0 && k + more <= least && turns >= 0 && S);
    if (jobU == 'S')
      call.needMatrix(U, m, k, ldU);
    if (jobV == 'S')
      call.needMatrix(V, n, k, ldV);
    return call.run([=] {
      std::vector<Real<T>> values(least);
      std::vector<T> left(m * least), right(n * least);
      report(info, decomposeToColumns(true, true, m, n, static_cast<T *>(A), ldA, values.data(), left.data(), m,
                                      right.data(), n));
      std::copy_n(values.data(), k, static_cast<Real<T> *>(S));
      for (int64_t i = 0; i < k; ++i) {
        if (jobU == 'S')
          std::copy_n(&left[i * m], m, static_cast<T *>(U) + i * ldU);
        if (jobV == 'S')
          std::copy_n(&right[i * n], n, static_cast<T *>(V) + i * ldV);
      }
    });
  });
}
inline int typedTrtri(Call call, int uplo, int diagonal, int64_t n, int type, void *A, int64_t ld, int *info) {
  return ofType(type, call,
                [&](auto t) { return trtri(call, uplo, diagonal, n, static_cast<decltype(t) *>(A), ld, info); });
}

} // namespace porter::solver

#define TYPED_COMMON(prefix, vendor)                                                                                   \
  int prefix##CreateParams(void **params) { return createObject<Params>(vendor, params); }                             \
  int prefix##DestroyParams(void *params) { return endObject<Params>(vendor, params); }                                \
  int prefix##SetAdvOptions(void *params, int function, int algorithm) {                                               \
    const int status = setMember<&Params::function, Params>(vendor, params, function, function >= 0 && function <= 3); \
    return status ? status : setMember<&Params::algorithm, Params>(vendor, params, algorithm, algorithm >= 0);         \
  }                                                                                                                    \
  int prefix##Xpotrf_bufferSize(void *handle, void *params, int, int64_t n, int type, const void *, int64_t,           \
                                int compute, size_t *size, size_t *onHost) {                                           \
    return sizeOfWork(typedCall(vendor, handle, params, {type == compute}), {n}, size, onHost);                        \
  }                                                                                                                    \
  int prefix##Xpotrf(void *handle, void *params, int uplo, int64_t n, int type, void *A, int64_t ld, int compute,      \
                     void *, size_t, void *, size_t, int *info) {                                                      \
    return typedPotrf(typedCall(vendor, handle, params, {type == compute}), uplo, n, type, A, ld, info);               \
  }                                                                                                                    \
  int prefix##Xpotrs(void *handle, void *params, int uplo, int64_t n, int64_t columns, int type, const void *A,        \
                     int64_t ldA, int typeB, void *B, int64_t ldB, int *info) {                                        \
    return typedPotrs(typedCall(vendor, handle, params, {type == typeB}), uplo, n, columns, type, A, ldA, B, ldB,      \
                      info);                                                                                           \
  }                                                                                                                    \
  int prefix##Xgetrf_bufferSize(void *handle, void *params, int64_t m, int64_t n, int type, const void *, int64_t,     \
                                int compute, size_t *size, size_t *onHost) {                                           \
    return sizeOfWork(typedCall(vendor, handle, params, {type == compute}), {m, n}, size, onHost);                     \
  }                                                                                                                    \
  int prefix##Xgetrf(void *handle, void *params, int64_t m, int64_t n, int type, void *A, int64_t ld,                  \
                     int64_t *pivots, int compute, void *, size_t, void *, size_t, int *info) {                        \
    return typedGetrf(typedCall(vendor, handle, params, {type == compute}), m, n, type, A, ld, pivots, info);          \
  }                                                                                                                    \
  int prefix##Xgetrs(void *handle, void *params, int trans, int64_t n, int64_t columns, int type, const void *A,       \
                     int64_t ldA, const int64_t *pivots, int typeB, void *B, int64_t ldB, int *info) {                 \
    return typedGetrs(typedCall(vendor, handle, params, {type == typeB}), trans, n, columns, type, A, ldA, pivots, B,  \
                      ldB, info);                                                                                      \
  }                                                                                                                    \
  int prefix##Xgeqrf_bufferSize(void *handle, void *params, int64_t m, int64_t n, int type, const void *, int64_t,     \
                                int typeTau, const void *, int compute, size_t *size, size_t *onHost) {                \
    return sizeOfWork(typedCall(vendor, handle, params, {type == compute, type == typeTau}), {m, n}, size, onHost);    \
  }                                                                                                                    \
  int prefix##Xgeqrf(void *handle, void *params, int64_t m, int64_t n, int type, void *A, int64_t ld, int typeTau,     \
                     void *tau, int compute, void *, size_t, void *, size_t, int *info) {                              \
    return typedGeqrf(typedCall(vendor, handle, params, {type == compute, type == typeTau}), m, n, type, A, ld, tau,   \
                      info);                                                                                           \
  }
