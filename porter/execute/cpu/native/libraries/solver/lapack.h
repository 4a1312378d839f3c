// The host's LAPACK, called by Fortran's rules: everything by its address, and lengths of texts behind all.
#pragma once

#include "../blas/batch.h"

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace porter::solver::lapack {

/// A function of LAPACK; what it takes is in its manual, and given by `call`.
using Routine = void (*)();

#define ROUTINE(real, complex)                                                                                         \
  extern "C" void scipy_s##real##_64_();                                                                               \
  extern "C" void scipy_d##real##_64_();                                                                               \
  extern "C" void scipy_c##complex##_64_();                                                                            \
  extern "C" void scipy_z##complex##_64_();                                                                            \
  template <class T> Routine real() {                                                                                  \
    constexpr bool isDouble = std::is_same_v<blas::Real<T>, double>;                                                   \
    if (blas::isComplex<T>)                                                                                            \
      return isDouble ? scipy_z##complex##_64_ : scipy_c##complex##_64_;                                               \
    return isDouble ? scipy_d##real##_64_ : scipy_s##real##_64_;                                                       \
  }

ROUTINE(gbtrf, gbtrf)
ROUTINE(gbtrs, gbtrs)
ROUTINE(pbtrf, pbtrf)
ROUTINE(pbtrs, pbtrs)
ROUTINE(potrf, potrf)
ROUTINE(potrs, potrs)
ROUTINE(potri, potri)
ROUTINE(lauum, lauum)
ROUTINE(trtri, trtri)
ROUTINE(getrf, getrf)
ROUTINE(getrs, getrs)
ROUTINE(laswp, laswp)
ROUTINE(geqrf, geqrf)
ROUTINE(orgqr, ungqr)
ROUTINE(ormqr, unmqr)
ROUTINE(gels, gels)
ROUTINE(sytrf, sytrf)
ROUTINE(sytri, sytri)
ROUTINE(gebrd, gebrd)
ROUTINE(orgbr, ungbr)
ROUTINE(sytrd, hetrd)
ROUTINE(orgtr, ungtr)
ROUTINE(ormtr, unmtr)
ROUTINE(gesvd, gesvd)
ROUTINE(syev, heev)
ROUTINE(sygv, hegv)
#undef ROUTINE

namespace by_address {

template <class T> T *of(T *pointer) { return pointer; }
inline const int64_t *of(const int64_t &number) { return &number; }
inline const char *of(const char &letter) { return &letter; }

} // namespace by_address

/// Call a routine whose last argument is `info`, which is returned.
template <class... Arguments> int64_t call(Routine routine, const Arguments &...arguments) {
  int64_t info = 0;
  constexpr size_t letters[] = {1, 1, 1, 1}; // no routine takes more
  using Function = void (*)(decltype(by_address::of(arguments))..., int64_t *, size_t, size_t, size_t, size_t);
  reinterpret_cast<Function>(routine)(by_address::of(arguments)..., &info, letters[0], letters[1], letters[2],
                                      letters[3]);
  return info;
}

/// The same with a work area before `info`, of the size that the routine asks for.
template <class T, class... Arguments> int64_t callWithWork(Routine routine, const Arguments &...arguments) {
  T best{};
  call(routine, arguments..., &best, int64_t(-1));
  const int64_t size = std::max<int64_t>(1, int64_t(std::real(best)));
  std::vector<T> work(size);
  return call(routine, arguments..., work.data(), size);
}

/// The same for those that take an area of real numbers, too, where elements are complex.
template <class T, class... Arguments>
int64_t callWithRealWork(Routine routine, int64_t realSize, const Arguments &...arguments) {
  if constexpr (blas::isComplex<T>) {
    std::vector<blas::Real<T>> realWork(std::max<int64_t>(1, realSize));
    T best{};
    call(routine, arguments..., &best, int64_t(-1), realWork.data());
    const int64_t size = std::max<int64_t>(1, int64_t(std::real(best)));
    std::vector<T> work(size);
    return call(routine, arguments..., work.data(), size, realWork.data());
  } else {
    return callWithWork<T>(routine, arguments...);
  }
}

} // namespace porter::solver::lapack
