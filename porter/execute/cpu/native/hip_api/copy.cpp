// Copies of bytes in a row.
#include "../runtime/shadow.h"
#include "copies.h"

#include <cstring>

using namespace porter::hip;

// HIP 7 made the source of these copies const.
#if HIP_VERSION_MAJOR >= 7
using HostSource = const void *;
#else
using HostSource = void *;
#endif

hipError_t porter::hip::copyBytes(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  if (!bytes)
    return finish(hipSuccess);
  if (hipError_t error = checkKind(kind))
    return finish(error);
  if (!holdsRows(to, bytes, bytes, 1) || !holdsRows(from, bytes, bytes, 1) || isAtOdds(kind, to, from))
    return finish(hipErrorInvalidValue);
  std::memmove(to, from, bytes);
  porter::noteCopied(to, from, bytes);
  return finish(hipSuccess);
}

extern "C" {

hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) { return copyBytes(to, from, bytes, kind); }
hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return issueCopy(stream, [=] { return copyBytes(to, from, bytes, kind); });
}
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, kind, stream);
}
hipError_t hipMemcpyPeer(void *to, int device, const void *from, int other, size_t bytes) {
  return isDevice(device) && isDevice(other) ? copyBytes(to, from, bytes) : finish(hipErrorInvalidDevice);
}
hipError_t hipMemcpyPeerAsync(void *to, int device, const void *from, int other, size_t bytes, hipStream_t stream) {
  if (!isDevice(device) || !isDevice(other))
    return finish(hipErrorInvalidDevice);
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, HostSource from, size_t bytes) { return copyBytes(to, from, bytes); }
hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t bytes) { return copyBytes(to, from, bytes); }
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) { return copyBytes(to, from, bytes); }
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, HostSource from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
}
