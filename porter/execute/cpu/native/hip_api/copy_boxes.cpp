// Copies of boxes of two and three dimensions, in memory and in arrays.
#include "../runtime/shadow.h"
#include "copies.h"

#include <cstring>

using namespace porter::hip;

namespace {

hipError_t copyRows(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                    hipMemcpyKind kind) {
  if (hipError_t error = checkKind(kind))
    return finish(error);
  if (!width || !height)
    return finish(hipSuccess);
  if (width > toPitch || width > fromPitch)
    return finish(hipErrorInvalidPitchValue);
  if (!holdsRows(to, toPitch, width, height) || !holdsRows(from, fromPitch, width, height) ||
      isAtOdds(kind, to, from))
    return finish(hipErrorInvalidValue);
  for (size_t row = 0; row < height; ++row) {
    char *target = static_cast<char *>(to) + row * toPitch;
    const char *source = static_cast<const char *>(from) + row * fromPitch;
    std::memmove(target, source, width);
    porter::noteCopied(target, source, width);
  }
  return finish(hipSuccess);
}

bool isNarrow(const Box &box, const hipPitchedPtr &memory, const hipExtent &extent) {
  return !box.array && memory.pitch < extent.width;
}

/// Both ends of a copy, and its extent with bytes along x. Where an array takes part, widths and positions along x
/// count its texels.
hipError_t resolve(const hipMemcpy3DParms &p, Box &from, Box &to, hipExtent &extent) {
  if (hipError_t error = checkKind(p.kind))
    return error;
  if ((!p.srcArray && !p.srcPtr.ptr) || (!p.dstArray && !p.dstPtr.ptr))
    return hipErrorInvalidValue;
  from.array = arrays().find(p.srcArray);
  to.array = arrays().find(p.dstArray);
  if ((p.srcArray && !from.array) || (p.dstArray && !to.array))
    return hipErrorInvalidHandle;
  const Array *counted = from.array ? from.array.get() : to.array.get();
  const size_t unit = counted ? counted->texelBytes() : 1;
  extent = p.extent;
  if (__builtin_mul_overflow(extent.width, unit, &extent.width))
    return hipErrorInvalidValue;
  if (!extent.width || !extent.height || !extent.depth)
    return hipSuccess;
  if (isNarrow(from, p.srcPtr, extent) || isNarrow(to, p.dstPtr, extent))
    return speaksCuda() ? mistakes::widerThanPitch.cuda : mistakes::widerThanPitch.hip;
  const bool fits = place(from, p.srcPtr, p.srcPos, extent, unit) && place(to, p.dstPtr, p.dstPos, extent, unit);
  return fits ? hipSuccess : hipErrorInvalidValue;
}

} // namespace

hipError_t porter::hip::checkCopy(const hipMemcpy3DParms &copy) {
  Box from, to;
  hipExtent extent;
  return resolve(copy, from, to, extent);
}

hipError_t porter::hip::copyBox(const Box &to, const Box &from, const hipExtent &extent, hipMemcpyKind kind) {
  if (extent.width && extent.height)
    for (size_t z = 0; z < extent.depth; ++z)
      if (hipError_t error = copyRows(to.start + z * to.slice, to.pitch, from.start + z * from.slice, from.pitch,
                                      extent.width, extent.height, kind))
        return error;
  return finish(hipSuccess);
}

extern "C" {

hipError_t hipMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                       hipMemcpyKind kind) {
  return copyRows(to, toPitch, from, fromPitch, width, height, kind);
}
hipError_t hipMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                            hipMemcpyKind kind, hipStream_t stream) {
  return issueCopy(stream, [=] { return copyRows(to, toPitch, from, fromPitch, width, height, kind); });
}
hipError_t hipMemcpy3D(const hipMemcpy3DParms *p) {
  if (!p)
    return finish(hipErrorInvalidValue);
  Box from, to;
  hipExtent extent;
  if (hipError_t error = resolve(*p, from, to, extent))
    return finish(error);
  return copyBox(to, from, extent, p->kind);
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream) {
  if (!parameters)
    return finish(hipErrorInvalidValue);
  return issueCopy(stream, [copy = *parameters] { return hipMemcpy3D(&copy); });
}
}
