// What a program tells Jacobi's methods, and asks them afterwards: results here are those of direct methods.
#pragma once

#include "context.h"

#include <memory>

namespace porter::solver {

struct JacobiInfo {
  double tolerance = 0;
  int sweeps = 100;
  bool isSorted = true;
  double residual = 0; ///< of the last call, relative to the matrix
};
struct SyevjInfo : JacobiInfo {};
struct GesvdjInfo : JacobiInfo {};

/// Do something with the object of a handle.
template <class Object, class Work> int withObject(Vendor vendor, void *handle, Work work) {
  const auto object = libraries::found<Object>(handle);
  Status status = Status::InvalidValue;
  if (object)
    status = work(*object);
  return vendor == Vendor::Hip ? statusCodes[int(status)].hip : statusCodes[int(status)].cuda;
}
template <class Object> int createObject(Vendor vendor, void **handle) {
  const Status status = libraries::made<Object>(handle) ? Status::Success : Status::InvalidValue;
  return vendor == Vendor::Hip ? statusCodes[int(status)].hip : statusCodes[int(status)].cuda;
}
template <class Object> int endObject(Vendor vendor, void *handle) {
  const Status status = libraries::ended<Object>(handle) ? Status::Success : Status::InvalidValue;
  return vendor == Vendor::Hip ? statusCodes[int(status)].hip : statusCodes[int(status)].cuda;
}

/// Set a member of an object, when the value is good.
template <auto Member, class Object, class T> int setMember(Vendor vendor, void *handle, T value, bool isGood = true) {
  return withObject<Object>(vendor, handle, [=](Object &object) {
    if (isGood)
      object.*Member = value;
    return isGood ? Status::Success : Status::InvalidValue;
  });
}
template <auto Member, class Object, class T> int getMember(Vendor vendor, void *handle, T *value) {
  return withObject<Object>(vendor, handle, [=](Object &object) {
    if (value)
      *value = object.*Member;
    return value ? Status::Success : Status::InvalidValue;
  });
}

} // namespace porter::solver
