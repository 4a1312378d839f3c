// What makes a copy or a fill impossible: its kind, memory that is not there, places beyond 2^64.
#include "copies.h"

namespace porter::hip {

namespace {
/// Whether a number lies above all that a process can address, as handles do: that of an array is no memory.
bool isHandle(uintptr_t address) { return address >> 56 != 0; }
} // namespace

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
  if (isHandle(address) || __builtin_add_overflow(address, bytes, &end))
    return false;
  if (const char *last = endOfMemory(start))
    return end <= reinterpret_cast<uintptr_t>(last);
  return !isForbidden(start);
}

bool isAtOdds(hipMemcpyKind kind, const void *to, const void *from) {
  const bool toDevice = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  const bool fromDevice = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  return speaksCuda() && ((toDevice && !isDeviceMemory(to)) || (fromDevice && !isDeviceMemory(from)));
}

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

} // namespace porter::hip
