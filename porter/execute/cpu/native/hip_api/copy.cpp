// Copies and fills, of one to three dimensions, and of device symbols.
#include "arrays.h"

#include <cstring>

using namespace porter;
using namespace porter::hip;

// HIP 7 made the source of these copies const.
#if HIP_VERSION_MAJOR >= 7
using HostSource = const void *;
#else
using HostSource = void *;
#endif

namespace {

hipError_t copy(void *to, const void *from, size_t bytes, hipMemcpyKind kind = hipMemcpyDefault) {
  if (bytes && (!to || !from))
    return finish(hipErrorInvalidValue);
  if (kind < hipMemcpyHostToHost || (kind > hipMemcpyDefault && kind != hipMemcpyDeviceToDeviceNoCU))
    return finish(hipErrorInvalidMemcpyDirection);
  // A copy that leaves its allocation is an error on a GPU; here it would be a fault of the host.
  Allocation found;
  for (const void *end : {static_cast<const void *>(to), from})
    if (bytes && findAllocation(end, found) &&
        static_cast<const char *>(end) + bytes > found.base + found.bytes)
      return finish(hipErrorInvalidValue);
  std::memmove(to, from, bytes);
  return finish(hipSuccess);
}

hipError_t copyRows(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height) {
  if (width > toPitch || width > fromPitch)
    return finish(hipErrorInvalidPitchValue);
  for (size_t row = 0; row < height; ++row)
    std::memmove(static_cast<char *>(to) + row * toPitch, static_cast<const char *>(from) + row * fromPitch, width);
  return finish(hipSuccess);
}

template <class T> hipError_t fill(void *to, T value, size_t count) {
  Allocation found;
  if (count && (!to || (findAllocation(to, found) &&
                        static_cast<char *>(to) + count * sizeof(T) > found.base + found.bytes)))
    return finish(hipErrorInvalidValue);
  T *cells = static_cast<T *>(to);
  for (size_t i = 0; i < count; ++i)
    cells[i] = value;
  return finish(hipSuccess);
}

/// The first byte of a box, and the steps from row to row and plane to plane.
struct Rows {
  char *start;
  size_t pitch, slice;
};
Rows rowsOf(const hipPitchedPtr &pointer, const hipPos &at, size_t unit) {
  const size_t slice = pointer.ysize * pointer.pitch;
  return {static_cast<char *>(pointer.ptr) + at.z * slice + at.y * pointer.pitch + at.x * unit, pointer.pitch, slice};
}
Rows rowsOf(const hipArray &array, const hipPos &at) {
  return {array.data + at.z * array.slice() + at.y * array.pitch() + at.x * array.texelBytes(), array.pitch(),
          array.slice()};
}

template <class Work> hipError_t issueCopy(hipStream_t stream, Work work) {
  return issue(stream, hipGraphNodeTypeMemcpy, work);
}
template <class Work> hipError_t issueFill(hipStream_t stream, Work work) {
  return issue(stream, hipGraphNodeTypeMemset, work);
}

hipError_t symbolRange(const void *symbol, size_t bytes, size_t offset, char *&address) {
  const VariableEntry *variable = variableOf(symbol);
  if (!variable)
    return finish(hipErrorInvalidSymbol);
  if (offset + bytes > variable->bytes)
    return finish(hipErrorInvalidValue);
  address = static_cast<char *>(variable->address) + offset;
  return hipSuccess;
}

} // namespace

extern "C" {

hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) { return copy(to, from, bytes, kind); }
hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return issueCopy(stream, [=] { return copy(to, from, bytes, kind); });
}
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, kind, stream);
}
hipError_t hipMemcpyPeer(void *to, int, const void *from, int, size_t bytes) { return copy(to, from, bytes); }
hipError_t hipMemcpyPeerAsync(void *to, int, const void *from, int, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, HostSource from, size_t bytes) { return copy(to, from, bytes); }
hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t bytes) { return copy(to, from, bytes); }
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes) { return copy(to, from, bytes); }
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, HostSource from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t bytes, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDefault, stream);
}

hipError_t hipMemcpy2D(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                       hipMemcpyKind) {
  return copyRows(to, toPitch, from, fromPitch, width, height);
}
hipError_t hipMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                            hipMemcpyKind, hipStream_t stream) {
  return issueCopy(stream, [=] { return copyRows(to, toPitch, from, fromPitch, width, height); });
}
/// Where an array takes part, widths and positions along x count its texels, not bytes.
hipError_t hipMemcpy3D(const hipMemcpy3DParms *p) {
  if (!p)
    return finish(hipErrorInvalidValue);
  const hipArray_t counted = p->srcArray ? p->srcArray : p->dstArray;
  const size_t unit = counted ? counted->texelBytes() : 1;
  const Rows from = p->srcArray ? rowsOf(*p->srcArray, p->srcPos) : rowsOf(p->srcPtr, p->srcPos, unit);
  const Rows to = p->dstArray ? rowsOf(*p->dstArray, p->dstPos) : rowsOf(p->dstPtr, p->dstPos, unit);
  for (size_t z = 0; z < p->extent.depth; ++z)
    if (hipError_t error = copyRows(to.start + z * to.slice, to.pitch, from.start + z * from.slice, from.pitch,
                                    p->extent.width * unit, p->extent.height))
      return error;
  return finish(hipSuccess);
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream) {
  return issueCopy(stream, [copy = *parameters] { return hipMemcpy3D(&copy); });
}

hipError_t hipMemset(void *to, int value, size_t bytes) { return fill(to, static_cast<unsigned char>(value), bytes); }
hipError_t hipMemsetAsync(void *to, int value, size_t bytes, hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset(to, value, bytes); });
}
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) { return fill(to, value, count); }
hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) { return fill(to, value, count); }
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) { return fill(to, value, count); }
hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count, hipStream_t stream) {
  return issueFill(stream, [=] { return fill(to, value, count); });
}
hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count, hipStream_t stream) {
  return issueFill(stream, [=] { return fill(to, value, count); });
}
hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count, hipStream_t stream) {
  return issueFill(stream, [=] { return fill(to, value, count); });
}
hipError_t hipMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  for (size_t row = 0; row < height; ++row)
    std::memset(static_cast<char *>(to) + row * pitch, value, width);
  return finish(hipSuccess);
}
hipError_t hipMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset2D(to, pitch, value, width, height); });
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  for (size_t z = 0; z < extent.depth; ++z)
    if (hipError_t error = hipMemset2D(static_cast<char *>(to.ptr) + z * to.pitch * to.ysize, to.pitch, value,
                                       extent.width, extent.height))
      return error;
  return finish(hipSuccess);
}

hipError_t hipGetSymbolAddress(void **address, const void *symbol) {
  char *found = nullptr;
  hipError_t error = symbolRange(symbol, 0, 0, found);
  *address = found;
  return error;
}
hipError_t hipGetSymbolSize(size_t *bytes, const void *symbol) {
  const VariableEntry *variable = variableOf(symbol);
  *bytes = variable ? variable->bytes : 0;
  return finish(variable ? hipSuccess : hipErrorInvalidSymbol);
}
hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind) {
  char *to = nullptr;
  hipError_t error = symbolRange(symbol, bytes, offset, to);
  return error ? error : copy(to, from, bytes, kind);
}
hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
  char *from = nullptr;
  hipError_t error = symbolRange(symbol, bytes, offset, from);
  return error ? error : copy(to, from, bytes, kind);
}
hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
  return issueCopy(stream, [=] { return hipMemcpyToSymbol(symbol, from, bytes, offset, kind); });
}
hipError_t hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind,
                                    hipStream_t stream) {
  return issueCopy(stream, [=] { return hipMemcpyFromSymbol(to, symbol, bytes, offset, kind); });
}
}
