// Handles and their settings, for either vendor's names.
#pragma once

#include "context.h"
#include "status.h"

namespace porter::blas {

int create(Vendor vendor, void **handle);
int destroy(Vendor vendor, void *handle);

/// Do something with what a handle stands for.
template <class Work> int with(Vendor vendor, void *handle, Work work) {
  const auto context = contexts().find(handle);
  return codeOf(vendor, context ? work(*context) : Status::NoHandle);
}

/// Set a value of the context that is one of the first few.
template <auto Member> int set(Vendor vendor, void *handle, int value, int count) {
  return with(vendor, handle, [=](Context &context) {
    if (value < 0 || value >= count)
      return vendor == Vendor::Hip ? Status::InvalidEnumerator : Status::InvalidValue;
    context.*Member = value;
    return Status::Success;
  });
}
template <auto Member, class T> int get(Vendor vendor, void *handle, T *value) {
  return with(vendor, handle, [=](Context &context) {
    if (!value)
      return Status::InvalidValue;
    *value = T(context.*Member);
    return Status::Success;
  });
}

int setStream(Vendor vendor, void *handle, hipStream_t stream);

/// Copy elements or columns between a program's memory and the device's, of whatever step.
int copyVector(Vendor vendor, int64_t count, int64_t bytes, const void *from, int64_t stepFrom, void *to,
               int64_t stepTo, hipStream_t stream = nullptr);
int copyMatrix(Vendor vendor, int64_t rows, int64_t columns, int64_t bytes, const void *from, int64_t ldFrom, void *to,
               int64_t ldTo, hipStream_t stream = nullptr);

const char *nameOf(Vendor vendor, int code);

} // namespace porter::blas
