// The functions for handles and settings that three interfaces have, under the prefix that `NAME` makes.
#pragma once

#include "jacobi.h"

#define ADMINISTRATION(NAME, vendor)                                                                                   \
  int NAME(Create)(void **handle) { return createObject<Context>(vendor, handle); }                                    \
  int NAME(Destroy)(void *handle) { return endHandle(vendor, handle); }                                                \
  int NAME(SetStream)(void *handle, hipStream_t stream) { return setStream(vendor, handle, stream); }                  \
  int NAME(GetStream)(void *handle, hipStream_t *stream) { return getStream(vendor, handle, stream); }                 \
  int NAME(SetDeterministicMode)(void *handle, int mode) { return setDeterminism(vendor, handle, mode); }              \
  int NAME(GetDeterministicMode)(void *handle, int *mode) { return getDeterminism(vendor, handle, mode); }             \
  JACOBI(NAME, vendor, Gesvdj, gesvdj)                                                                                 \
  JACOBI(NAME, vendor, Syevj, syevj)

#define JACOBI(NAME, vendor, Name, name)                                                                               \
  int NAME(Create##Name##Info)(void **info) { return createObject<Name##Info>(vendor, info); }                         \
  int NAME(Destroy##Name##Info)(void *info) { return endObject<Name##Info>(vendor, info); }                            \
  int NAME(X##name##SetTolerance)(void *info, double tolerance) {                                                      \
    return setMember<&JacobiInfo::tolerance, Name##Info>(vendor, info, tolerance);                                     \
  }                                                                                                                    \
  int NAME(X##name##SetMaxSweeps)(void *info, int sweeps) {                                                            \
    return setMember<&JacobiInfo::sweeps, Name##Info>(vendor, info, sweeps, sweeps >= 0);                              \
  }                                                                                                                    \
  int NAME(X##name##SetSortEig)(void *info, int isSorted) {                                                            \
    return setMember<&JacobiInfo::isSorted, Name##Info>(vendor, info, isSorted != 0);                                  \
  }                                                                                                                    \
  int NAME(X##name##GetResidual)(void *handle, void *info, double *residual) {                                         \
    return ofHandle(vendor, handle, [=] { return getMember<&JacobiInfo::residual, Name##Info>(vendor, info, residual); }); \
  }                                                                                                                    \
  int NAME(X##name##GetSweeps)(void *handle, void *info, int *sweeps) {                                                \
    return ofHandle(vendor, handle, [=] { return sweepsOf<Name##Info>(vendor, info, sweeps); });                       \
  }

namespace porter::solver {

inline int endHandle(Vendor vendor, void *handle) {
  Call call(vendor, handle);
  libraries::ended<Context>(handle);
  return call.code();
}
inline int setStream(Vendor vendor, void *handle, hipStream_t stream) {
  Call call(vendor, handle);
  std::shared_ptr<hip::Stream> known;
  call.need(hip::findStream(stream, known));
  if (call.isGood())
    libraries::found<Context>(handle)->stream = stream;
  return call.code();
}
inline int getStream(Vendor vendor, void *handle, hipStream_t *stream) {
  Call call(vendor, handle);
  call.need(stream);
  if (call.isGood())
    *stream = libraries::found<Context>(handle)->stream;
  return call.code();
}
/// HIP counts the modes from 241, CUDA from 1.
inline int setDeterminism(Vendor vendor, void *handle, int mode) {
  Call call(vendor, handle);
  const char chosen = call.letter(mode, 241, 1, "DN");
  if (call.isGood())
    libraries::found<Context>(handle)->deterministic = chosen == 'N';
  return call.code();
}
inline int getDeterminism(Vendor vendor, void *handle, int *mode) {
  Call call(vendor, handle);
  call.need(mode);
  if (call.isGood())
    *mode = (vendor == Vendor::Hip ? 241 : 1) + libraries::found<Context>(handle)->deterministic;
  return call.code();
}
/// Do something where a handle is one.
template <class Work> int ofHandle(Vendor vendor, void *handle, Work work) {
  Call call(vendor, handle);
  return call.isGood() ? work() : call.code();
}
/// A direct method takes one sweep.
template <class Info> int sweepsOf(Vendor vendor, void *info, int *sweeps) {
  return withObject<Info>(vendor, info, [=](Info &) {
    if (sweeps)
      *sweeps = 1;
    return sweeps ? Status::Success : Status::InvalidValue;
  });
}

} // namespace porter::solver
