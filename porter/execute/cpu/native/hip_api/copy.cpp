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

namespace porter::hip {

hipError_t checkKind(hipMemcpyKind kind) {
  const bool isKnown = (kind >= hipMemcpyHostToHost && kind <= hipMemcpyDefault) || kind == hipMemcpyDeviceToDeviceNoCU;
  return isKnown ? hipSuccess : hipErrorInvalidMemcpyDirection;
}

bool holdsRows(const void *start, size_t pitch, size_t width, size_t height) {
  size_t bytes = 0;
  if (!width || !height)
    return true;
  if (!start || __builtin_mul_overflow(height - 1, pitch, &bytes) || __builtin_add_overflow(bytes, width, &bytes))
    return false;
  const auto address = reinterpret_cast<uintptr_t>(start);
  uintptr_t end = 0;
  if (__builtin_add_overflow(address, bytes, &end))
    return false;
  Allocation found;
  if (findAllocation(start, found))
    return end <= reinterpret_cast<uintptr_t>(found.base) + found.bytes;
  return !isForbidden(start);
}

} // namespace porter::hip

namespace {

/// CUDA wants the device's memory where the kind of a copy says so; HIP looks at the pointers alone.
bool isAtOdds(hipMemcpyKind kind, const void *to, const void *from) {
  const bool toDevice = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const bool fromDevice = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  return speaksCuda() && ((toDevice && !isDeviceMemory(to)) || (fromDevice && !isDeviceMemory(from)));
}

/// A copy that leaves its allocation is an error on a GPU; here it would be a fault of the host.
hipError_t copy(void *to, const void *from, size_t bytes, hipMemcpyKind kind = hipMemcpyDefault) {
  if (!bytes)
    return finish(hipSuccess);
  if (hipError_t error = checkKind(kind))
    return finish(error);
  if (!holdsRows(to, bytes, bytes, 1) || !holdsRows(from, bytes, bytes, 1) || isAtOdds(kind, to, from))
    return finish(hipErrorInvalidValue);
  std::memmove(to, from, bytes);
  return finish(hipSuccess);
}

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
  for (size_t row = 0; row < height; ++row)
    std::memmove(static_cast<char *>(to) + row * toPitch, static_cast<const char *>(from) + row * fromPitch, width);
  return finish(hipSuccess);
}

template <class T> hipError_t fill(void *to, T value, size_t count) {
  size_t bytes = 0;
  if (!count)
    return finish(hipSuccess);
  if (__builtin_mul_overflow(count, sizeof(T), &bytes) || !holdsRows(to, bytes, bytes, 1) || !isDeviceMemory(to))
    return finish(hipErrorInvalidValue);
  T *cells = static_cast<T *>(to);
  for (size_t i = 0; i < count; ++i)
    cells[i] = value;
  return finish(hipSuccess);
}

/// One end of a copy of a box: its first byte, and the steps from row to row and plane to plane.
struct Box {
  std::shared_ptr<Array> array; ///< null for plain memory
  char *start = nullptr;
  size_t pitch = 0, slice = 0;
};

/// Whether a box of `extent` (in bytes along x) can lie at `at`; then `box` says where.
bool place(Box &box, const hipPitchedPtr &memory, const hipPos &at, const hipExtent &extent, size_t unit) {
  if (box.array) {
    const Array &array = *box.array;
    box.pitch = array.pitch();
    box.slice = array.slice();
    box.start = array.data + at.z * box.slice + at.y * box.pitch + at.x * unit;
    return isWithin(at.x, extent.width / unit, array.width) && isWithin(at.y, extent.height, array.height) &&
           isWithin(at.z, extent.depth, array.depth);
  }
  size_t x = 0, y = 0, z = 0, offset = 0, planes = 0, bytes = 0;
  box.pitch = memory.pitch;
  if (!memory.ptr || __builtin_mul_overflow(memory.ysize, memory.pitch, &box.slice) ||
      __builtin_mul_overflow(at.x, unit, &x) || __builtin_mul_overflow(at.y, box.pitch, &y) ||
      __builtin_mul_overflow(at.z, box.slice, &z) || __builtin_add_overflow(x, y, &offset) ||
      __builtin_add_overflow(offset, z, &offset) ||
      __builtin_add_overflow(reinterpret_cast<uintptr_t>(memory.ptr), offset, &bytes))
    return false;
  box.start = static_cast<char *>(memory.ptr) + offset;
  if (__builtin_mul_overflow(extent.depth - 1, box.slice, &planes) ||
      __builtin_mul_overflow(extent.height - 1, box.pitch, &bytes) ||
      __builtin_add_overflow(planes, bytes, &bytes) || __builtin_add_overflow(bytes, extent.width, &bytes))
    return false;
  return isWithin(x, extent.width, box.pitch) && holdsRows(box.start, bytes, bytes, 1);
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
  if (!isWithin(offset, bytes, variable->bytes))
    return finish(hipErrorInvalidValue);
  address = static_cast<char *>(variable->address) + offset;
  return hipSuccess;
}

} // namespace

hipError_t porter::hip::checkCopy(const hipMemcpy3DParms &copy) {
  Box from, to;
  hipExtent extent;
  return resolve(copy, from, to, extent);
}

extern "C" {

hipError_t hipMemcpy(void *to, const void *from, size_t bytes, hipMemcpyKind kind) { return copy(to, from, bytes, kind); }
hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return issueCopy(stream, [=] { return copy(to, from, bytes, kind); });
}
hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes, hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpyAsync(to, from, bytes, kind, stream);
}
hipError_t hipMemcpyPeer(void *to, int device, const void *from, int other, size_t bytes) {
  return device || other ? finish(hipErrorInvalidDevice) : copy(to, from, bytes);
}
hipError_t hipMemcpyPeerAsync(void *to, int device, const void *from, int other, size_t bytes, hipStream_t stream) {
  if (device || other)
    return finish(hipErrorInvalidDevice);
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
  if (extent.width && extent.height)
    for (size_t z = 0; z < extent.depth; ++z)
      if (hipError_t error = copyRows(to.start + z * to.slice, to.pitch, from.start + z * from.slice, from.pitch,
                                      extent.width, extent.height, p->kind))
        return error;
  return finish(hipSuccess);
}
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream) {
  if (!parameters)
    return finish(hipErrorInvalidValue);
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
  if (!width || !height)
    return finish(hipSuccess);
  if (width > pitch || !holdsRows(to, pitch, width, height) || !isDeviceMemory(to))
    return finish(hipErrorInvalidValue);
  for (size_t row = 0; row < height; ++row)
    std::memset(static_cast<char *>(to) + row * pitch, value, width);
  return finish(hipSuccess);
}
hipError_t hipMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                            hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset2D(to, pitch, value, width, height); });
}
hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  Box box;
  if (!extent.width || !extent.height || !extent.depth)
    return finish(hipSuccess);
  if (!place(box, to, {0, 0, 0}, extent, 1))
    return finish(hipErrorInvalidValue);
  for (size_t z = 0; z < extent.depth; ++z)
    if (hipError_t error = hipMemset2D(box.start + z * box.slice, box.pitch, value, extent.width, extent.height))
      return error;
  return finish(hipSuccess);
}
hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent, hipStream_t stream) {
  return issueFill(stream, [=] { return hipMemset3D(to, value, extent); });
}

hipError_t hipGetSymbolAddress(void **address, const void *symbol) {
  char *found = nullptr;
  if (!address)
    return finish(hipErrorInvalidValue);
  hipError_t error = symbolRange(symbol, 0, 0, found);
  *address = found;
  return error;
}
hipError_t hipGetSymbolSize(size_t *bytes, const void *symbol) {
  if (!bytes)
    return finish(hipErrorInvalidValue);
  const VariableEntry *variable = variableOf(symbol);
  *bytes = variable ? variable->bytes : 0;
  return finish(variable ? hipSuccess : hipErrorInvalidSymbol);
}
hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, hipMemcpyKind kind) {
  char *to = nullptr;
  if (speaksCuda() && (kind == hipMemcpyDeviceToHost || kind == hipMemcpyHostToHost))
    return finish(hipErrorInvalidMemcpyDirection);
  hipError_t error = symbolRange(symbol, bytes, offset, to);
  return error ? error : copy(to, from, bytes, kind);
}
hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, hipMemcpyKind kind) {
  char *from = nullptr;
  if (speaksCuda() && (kind == hipMemcpyHostToDevice || kind == hipMemcpyHostToHost))
    return finish(hipErrorInvalidMemcpyDirection);
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
