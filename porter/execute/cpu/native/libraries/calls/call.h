// One call of a library: its arguments are checked, then its work is done on a stream.
#pragma once

#include "../../hip_api/handles.h"
#include "../../hip_api/streams.h"

#include <cstring>
#include <functional>
#include <utility>

namespace porter::libraries {

enum class Vendor { Hip, Cuda };

enum class Status {
  Success,
  NotInitialized,
  NoHandle, ///< one that was destroyed, or a null pointer for one
  AllocationFailed,
  InvalidValue,
  InvalidEnumerator,
  ExecutionFailed,
  NotSupported,
  ZeroPivot,
  InsufficientResources,
};

/// What the two vendors call a status, in the order of `Status`.
struct Code {
  int hip, cuda;
};

class Call {
public:
  Call(Vendor vendor, const Code *codes, bool hasHandle, hipStream_t stream)
      : vendor(vendor), codes(codes), stream(stream) {
    fail(!hasHandle, Status::NotInitialized);
  }

  /// Letters of LAPACK for enumerators: HIP counts from 111 and so on, CUDA from zero.
  char operation(int code) { return letter(code, 111, 0, "NTC"); }
  char triangle(int code) { return letter(code, 121, 0, vendor == Vendor::Hip ? "UL" : "LU"); }
  char side(int code) { return letter(code, 141, 0, "LR"); }
  char letter(int code, int firstOfHip, int firstOfCuda, const char *letters) {
    const int place = code - (vendor == Vendor::Hip ? firstOfHip : firstOfCuda);
    const bool isKnown = place >= 0 && size_t(place) < std::strlen(letters);
    fail(!isKnown, Status::InvalidEnumerator);
    return letters[isKnown ? place : 0];
  }

  /// What must hold of the arguments.
  void need(bool holds) { fail(!holds, Status::InvalidValue); }
  virtual void fail(bool fails, Status reason) {
    if (fails && status == Status::Success)
      status = reason;
  }
  bool isGood() const { return status == Status::Success; }

  /// Do the work, now or when the graph runs that the stream captures.
  template <class Work> int run(Work work) {
    if (isGood()) {
      const hipError_t error = hip::issue(stream, hipGraphNodeTypeHost, [work = std::move(work)]() mutable {
        work();
        return hipSuccess;
      });
      fail(error != hipSuccess, Status::ExecutionFailed);
    }
    return code();
  }
  /// The vendor's code for what has been found so far.
  int code() const { return vendor == Vendor::Hip ? codes[int(status)].hip : codes[int(status)].cuda; }

  const Vendor vendor;

private:
  const Code *codes;
  hipStream_t stream;
  Status status = Status::Success;
};

/// The object of a handle, and what to answer when there is none.
template <class Object> std::shared_ptr<Object> found(void *handle) {
  return hip::handlesOf<Object, void *>().find(handle);
}

/// Make an object and hand out its handle; false where there is no place for it.
template <class Object, class... Values> bool made(void **handle, Values &&...values) {
  if (handle)
    *handle = hip::handlesOf<Object, void *>().add(std::make_shared<Object>(std::forward<Values>(values)...));
  return handle != nullptr;
}

template <class Object> bool ended(void *handle) { return hip::handlesOf<Object, void *>().take(handle) != nullptr; }

} // namespace porter::libraries
