// One call of the library: its arguments are checked, then its work is done on the handle's stream.
#pragma once

#include "batch.h"
#include "context.h"
#include "status.h"

#include <memory>
#include <utility>

namespace porter::blas {

/// A number that a program gave by its address: read at once where the handle takes the host's, else when it is needed.
template <class T> class Scalar {
public:
  Scalar(const T *address, bool isOnDevice) : address(isOnDevice ? address : nullptr), value{} {
    if (!isOnDevice && address)
      value = *address;
  }
  T operator()() const { return address ? *address : value; }

private:
  const T *address;
  T value;
};

class Call {
public:
  Call(Vendor vendor, void *handle, int64_t count = 1);

  /// Letters of the host's BLAS for enumerators.
  template <class T> char operation(int code) { return letter(code, 111, 0, "NTC"); }
  template <class T> char transpose(int code) {
    const char found = letter(code, 111, 0, isComplex<T> ? "NT" : "NTC");
    return found == 'C' ? 'T' : found;
  }
  template <class T> char adjoint(int code) {
    const char found = letter(code, 111, 0, "NTC");
    need(found != 'T');
    return found;
  }
  template <class T> char triangle(int code) { return letter(code, 121, 0, vendor == Vendor::Hip ? "UL" : "LU"); }
  template <class T> char side(int code) { return letter(code, 141, 0, "LR"); }
  template <class T> char diagonal(int code) { return letter(code, 131, 0, "NU"); }

  /// What must hold of the arguments.
  void need(bool holds) { fail(!holds, Status::InvalidValue); }
  void fail(bool fails, Status reason) {
    if (fails && status == Status::Success)
      status = reason;
  }

  bool isGood() const { return status == Status::Success; }

  template <class T> Scalar<T> scalar(const T *address) const {
    return {address, takesScalarsOfDevice()};
  }

  /// Do the work for each member of the batch, now or when the graph runs that the stream captures.
  template <class Work> int run(Work work) {
    if (status == Status::Success && count > 0)
      fail(submit([work, count = count] {
             for (int64_t i = 0; i < count; ++i)
               work(i);
           }),
           Status::ExecutionFailed);
    return codeOf(vendor, status);
  }
  bool takesScalarsOfDevice() const { return context && context->scalarsOnDevice; }

  const Vendor vendor;

private:
  char letter(int code, int firstOfHip, int firstOfCuda, const char *letters);
  bool submit(std::function<void()> work) const;

  std::shared_ptr<Context> context;
  int64_t count;
  Status status = Status::Success;
};

} // namespace porter::blas
