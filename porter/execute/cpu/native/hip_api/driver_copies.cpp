// Copies of the driver's API: boxes whose ends are described by kind of memory, and runs of bytes of arrays. All
// positions along x count bytes.
#include "copies.h"

using namespace porter::hip;

namespace {

/// One end of a copy, as both vendors describe it.
struct End {
  hipMemoryType type;
  void *host, *device;
  hipArray_t array;
  size_t pitch, rows, x, y, z;
};

hipError_t resolve(const End &end, const hipExtent &extent, Box &box) {
  switch (end.type) {
  case hipMemoryTypeArray: {
    box.array = arrays().find(end.array);
    if (!box.array)
      return hipErrorInvalidHandle;
    const size_t unit = box.array->texelBytes();
    if (end.x % unit || extent.width % unit)
      return hipErrorInvalidValue;
    return place(box, {}, {end.x / unit, end.y, end.z}, extent, unit) ? hipSuccess : hipErrorInvalidValue;
  }
  case hipMemoryTypeHost:
  case hipMemoryTypeDevice:
  case hipMemoryTypeManaged:
  case hipMemoryTypeUnified: {
    void *start = end.type == hipMemoryTypeHost ? end.host : end.device;
    size_t pitch = end.pitch;
    if (!pitch && __builtin_add_overflow(end.x, extent.width, &pitch)) // rows that follow each other
      return hipErrorInvalidValue;
    const size_t rows = end.rows ? end.rows : extent.height;
    return place(box, {start, pitch, pitch, rows}, {end.x, end.y, end.z}, extent, 1) ? hipSuccess : hipErrorInvalidValue;
  }
  default: return hipErrorInvalidValue;
  }
}

hipError_t resolve(const HIP_MEMCPY3D &copy, Box &from, Box &to, hipExtent &extent) {
  extent = {copy.WidthInBytes, copy.Height, copy.Depth};
  if (copy.srcLOD || copy.dstLOD)
    return hipErrorNotSupported;
  if (!extent.width || !extent.height || !extent.depth)
    return hipSuccess;
  const End source{copy.srcMemoryType, const_cast<void *>(copy.srcHost), copy.srcDevice, copy.srcArray, copy.srcPitch,
                   copy.srcHeight,     copy.srcXInBytes,                 copy.srcY,      copy.srcZ};
  const End target{copy.dstMemoryType, copy.dstHost,     copy.dstDevice, copy.dstArray, copy.dstPitch,
                   copy.dstHeight,     copy.dstXInBytes, copy.dstY,      copy.dstZ};
  const hipError_t error = resolve(source, extent, from);
  return error ? error : resolve(target, extent, to);
}

HIP_MEMCPY3D asBox(const hip_Memcpy2D &copy) {
  HIP_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes, box.srcY = copy.srcY, box.srcMemoryType = copy.srcMemoryType;
  box.srcHost = copy.srcHost, box.srcDevice = copy.srcDevice, box.srcArray = copy.srcArray, box.srcPitch = copy.srcPitch;
  box.dstXInBytes = copy.dstXInBytes, box.dstY = copy.dstY, box.dstMemoryType = copy.dstMemoryType;
  box.dstHost = copy.dstHost, box.dstDevice = copy.dstDevice, box.dstArray = copy.dstArray, box.dstPitch = copy.dstPitch;
  box.WidthInBytes = copy.WidthInBytes, box.Height = copy.Height, box.Depth = 1;
  return box;
}

} // namespace

hipError_t porter::hip::checkCopy(const HIP_MEMCPY3D &copy) {
  Box from, to;
  hipExtent extent;
  return resolve(copy, from, to, extent);
}

extern "C" {

hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *copy) {
  Box from, to;
  hipExtent extent;
  if (!copy)
    return finish(hipErrorInvalidValue);
  const hipError_t error = resolve(*copy, from, to, extent);
  return error ? finish(error) : copyBox(to, from, extent, hipMemcpyDefault);
}
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *copy, hipStream_t stream) {
  if (!copy)
    return finish(hipErrorInvalidValue);
  return issueCopy(stream, [copy = *copy] { return hipDrvMemcpy3D(&copy); });
}
hipError_t hipMemcpyParam2D(const hip_Memcpy2D *copy) {
  if (!copy)
    return finish(hipErrorInvalidValue);
  const HIP_MEMCPY3D box = asBox(*copy);
  return hipDrvMemcpy3D(&box);
}
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *copy, hipStream_t stream) {
  if (!copy)
    return finish(hipErrorInvalidValue);
  return issueCopy(stream, [copy = *copy] { return hipMemcpyParam2D(&copy); });
}
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *copy) { return hipMemcpyParam2D(copy); }

hipError_t hipMemcpyHtoA(hipArray_t to, size_t offset, const void *from, size_t bytes) {
  return hipMemcpyToArray(to, offset, 0, from, bytes, hipMemcpyDefault);
}
hipError_t hipMemcpyDtoA(hipArray_t to, size_t offset, hipDeviceptr_t from, size_t bytes) {
  return hipMemcpyToArray(to, offset, 0, from, bytes, hipMemcpyDefault);
}
hipError_t hipMemcpyAtoH(void *to, hipArray_t from, size_t offset, size_t bytes) {
  return hipMemcpyFromArray(to, from, offset, 0, bytes, hipMemcpyDefault);
}
hipError_t hipMemcpyAtoD(hipDeviceptr_t to, hipArray_t from, size_t offset, size_t bytes) {
  return hipMemcpyFromArray(to, from, offset, 0, bytes, hipMemcpyDefault);
}
hipError_t hipMemcpyAtoA(hipArray_t to, size_t toOffset, hipArray_t handle, size_t offset, size_t bytes) {
  const auto from = arrays().find(handle);
  if (!from)
    return finish(hipErrorInvalidHandle);
  if (!isWithin(offset, bytes, from->slice()))
    return finish(hipErrorInvalidValue);
  return hipMemcpyToArray(to, toOffset, 0, from->data + offset, bytes, hipMemcpyDefault);
}
hipError_t hipMemcpyHtoAAsync(hipArray_t to, size_t offset, const void *from, size_t bytes, hipStream_t stream) {
  return issueCopy(stream, [=] { return hipMemcpyHtoA(to, offset, from, bytes); });
}
hipError_t hipMemcpyAtoHAsync(void *to, hipArray_t from, size_t offset, size_t bytes, hipStream_t stream) {
  return issueCopy(stream, [=] { return hipMemcpyAtoH(to, from, offset, bytes); });
}
}
