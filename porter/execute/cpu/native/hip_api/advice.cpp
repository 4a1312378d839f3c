// Advice about memory, and where it is wanted next. Memory is everybody's, so calls are checked and that is all.
#include "streams.h"

namespace porter::hip {

enum Place { noPlace = -2 };

/// The device's number that a location means: the host is one, whichever of its memories is meant.
static int placeOf(const hipMemLocation &location) {
  switch (static_cast<int>(location.type)) {
  case 1:
    return location.id < 0 ? noPlace : location.id;
  case 2:
  case 3:
  case 4:
    return hipCpuDeviceId;
  default:
    return noPlace;
  }
}

static hipError_t checked(const void *pointer, size_t bytes, int place) {
  if (!pointer || !bytes)
    return finish(hipErrorInvalidValue);
  return finish(place == hipCpuDeviceId || isDevice(place) ? hipSuccess : hipErrorInvalidDevice);
}

/// Tells whether advice is about all places, so that the one given with it means nothing.
static bool isAboutAll(hipMemoryAdvise advice) {
  return advice == hipMemAdviseSetReadMostly || advice == hipMemAdviseUnsetReadMostly ||
         advice == hipMemAdviseUnsetPreferredLocation;
}

extern "C" {

hipError_t hipMemPrefetchAsync(const void *pointer, size_t bytes, int device, hipStream_t) {
  return checked(pointer, bytes, device);
}
hipError_t hipMemPrefetchAsync_v2(const void *pointer, size_t bytes, hipMemLocation location, unsigned flags,
                                  hipStream_t) {
  return flags ? finish(hipErrorInvalidValue) : checked(pointer, bytes, placeOf(location));
}
hipError_t hipMemAdvise(const void *pointer, size_t bytes, hipMemoryAdvise advice, int device) {
  return checked(pointer, bytes, isAboutAll(advice) ? hipCpuDeviceId : device);
}
hipError_t hipMemAdvise_v2(const void *pointer, size_t bytes, hipMemoryAdvise advice, hipMemLocation location) {
  return checked(pointer, bytes, isAboutAll(advice) ? hipCpuDeviceId : placeOf(location));
}
}

} // namespace porter::hip
