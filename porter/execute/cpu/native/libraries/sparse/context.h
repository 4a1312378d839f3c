// What a handle of the library stands for. All enumerators and codes of hipSPARSE are cuSPARSE's.
#pragma once

#include "../blas/typed_vector.h"
#include "log.h"

#include <algorithm>
#include <complex>
#include <vector>

namespace porter::sparse {

using blas::DataType;
using blas::dataTypeOf;
using libraries::Status;

struct Context {
  hipStream_t stream = nullptr;
  bool scalarsOnDevice = false;
};

/// Source: cusparseStatus_t of cusparse.h, hipsparseStatus_t of hipsparse.h.
inline constexpr libraries::Code statusCodes[] = {{0, 0}, {1, 1}, {1, 1},   {2, 2}, {3, 3},
                                                  {3, 3}, {6, 6}, {10, 10}, {9, 9}, {11, 11}};

inline int codeOf(Status status) { return statusCodes[int(status)].cuda; }

const char *descriptionOf(int code);

class Call : public libraries::Call {
public:
  /// Made in the function that a program calls, whose name the log tells.
  explicit Call(void *handle, const char *function = __builtin_FUNCTION())
      : Call(libraries::found<Context>(handle), function) {}

  void fail(bool fails, Status reason) override {
    if (fails && isGood())
      log::write(log::Error, function, descriptionOf(codeOf(reason)));
    libraries::Call::fail(fails, reason);
  }

  /// A number that a program gives by its address, of a type that is named at run time.
  template <class T> blas::TypedScalar<T> scalar(const void *address, int type) {
    need(address);
    return {address, dataTypeOf(type), onDevice};
  }
  bool takesScalarsOfDevice() const { return onDevice; }
  /// The object of a descriptor, which has to be one; another otherwise, with which nothing will be done.
  template <class Object> Object object(const void *descriptor) {
    const auto known = libraries::found<Object>(const_cast<void *>(descriptor));
    need(known != nullptr);
    return known ? *known : Object();
  }

private:
  Call(const std::shared_ptr<Context> &context, const char *function)
      : libraries::Call(libraries::Vendor::Cuda, statusCodes, true, context ? context->stream : nullptr),
        function(function), onDevice(context && context->scalarsOnDevice) {
    log::write(log::Api, function, "is called");
    fail(!context, Status::NotInitialized);
  }
  const char *function;
  bool onDevice;
};

/// Of work areas: programs may take none for an error, and null for a question. The library has its own memory.
template <class Size> int sizeOfWork(Call call, Size *size) {
  call.need(size);
  if (call.isGood())
    *size = 16;
  return call.code();
}

/// Do something with a number of the type that sums are held in; whole numbers are exact in double.
template <class Work> int withCompute(Call &call, int type, Work work) {
  switch (type) {
  case 0: return work(float());
  case 1: case 10: return work(double());
  case 4: return work(std::complex<float>());
  case 5: return work(std::complex<double>());
  }
  call.fail(true, Status::NotSupported);
  return call.code();
}

/// What sums of elements are held in, where a call does not say it.
inline int computeTypeOf(int type) {
  switch (dataTypeOf(type)) {
  case DataType::R64F: return 1;
  case DataType::C32F: return 4;
  case DataType::C64F: return 5;
  case DataType::R32I: case DataType::R8I: case DataType::R8U: return 10;
  default: return 0;
  }
}

} // namespace porter::sparse
