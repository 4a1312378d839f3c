// What a handle of the library stands for, and the vendors' codes.
#pragma once

#include "../blas/batch.h"
#include "../calls/call.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace porter::solver {

using blas::isComplex;
using blas::Real;
using libraries::Status;
using libraries::Vendor;

struct Context {
  hipStream_t stream = nullptr;
  int deterministic = 0; ///< as an offset from the first enumerator
};

/// Sources: hipsolverStatus_t of hipsolver-types.h, cusolverStatus_t of cusolver_common.h.
inline constexpr libraries::Code statusCodes[] = {{0, 0}, {1, 1}, {9, 1}, {2, 2},   {3, 3},
                                            {10, 3}, {5, 6}, {7, 9}, {12, 10}, {2, 2}};

class Call : public libraries::Call {
public:
  Call(Vendor vendor, void *handle) : Call(vendor, handle, libraries::found<Context>(handle)) {}

  bool wantsVectors(int code) { return letter(code, 201, 0, "NV") == 'V'; }
  /// Of eigenvalues: all, those of an interval of values, those of an interval of numbers.
  char range(int code) { return letter(code, 221, 1001, vendor == Vendor::Hip ? "AVI" : "AIV"); }
  int64_t type(int code) { return letter(code, 211, 1, "123") - '0'; }
  void needMatrix(const void *A, int64_t rows, int64_t columns, int64_t ld) {
    need(rows >= 0 && columns >= 0 && ld >= std::max<int64_t>(1, rows) && (rows == 0 || columns == 0 || A));
  }

private:
  Call(Vendor vendor, void *handle, const std::shared_ptr<Context> &context)
      : libraries::Call(vendor, statusCodes, context != nullptr, context ? context->stream : nullptr) {}
};

/// Of a work area: one element, for programs that take none for an error. The library has its own memory.
template <class Size> int sizeOfWork(Call call, std::initializer_list<int64_t> sizes, Size *size, Size *onHost = nullptr) {
  for (int64_t each : sizes)
    call.need(each >= 0);
  call.need(size);
  if (call.isGood())
    *size = sizeof(Size) == sizeof(int) ? 1 : 16;
  if (call.isGood() && onHost)
    *onHost = 0;
  return call.code();
}

/// What LAPACK returns goes to the device's `info`; mistakes in arguments have been found before.
inline void report(int *info, int64_t found) {
  if (info)
    *info = int(found);
}

} // namespace porter::solver
