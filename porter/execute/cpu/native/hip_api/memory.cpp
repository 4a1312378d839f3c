// Allocation, and what programs may ask about memory. Host and device share it, so a kind of memory is only a note
// for those who ask.
#include "graph_allocations.h"
#include "host_checks.h"
#include "streams.h"

namespace porter::hip {

static hipError_t allocateInto(void **pointer, size_t bytes, hipMemoryType kind, unsigned flags = 0) {
  if (!pointer)
    return finish(hipErrorInvalidValue);
  *pointer = nullptr;
  if (bytes == 0)
    return finish(hipSuccess);
  *pointer = allocate(bytes, kind, flags);
  return finish(*pointer ? hipSuccess : hipErrorOutOfMemory);
}

/// CUDA wants what page-locked memory is given back by to be apart; HIP takes either.
static hipError_t releaseFrom(void *pointer, bool isHost) {
  Allocation found;
  if (!pointer)
    return finish(hipSuccess);
  if (speaksCuda() && findAllocation(pointer, found) && (found.kind == hipMemoryTypeHost) != isHost)
    return finish(hipErrorInvalidValue);
  if (release(pointer) || releaseOfGraph(pointer))
    return finish(hipSuccess);
  noteBadRelease(pointer);
  return finish(hipErrorInvalidValue);
}

} // namespace porter::hip

using namespace porter::hip;

extern "C" {

hipError_t hipMalloc(void **pointer, size_t bytes) { return allocateInto(pointer, bytes, hipMemoryTypeDevice); }
hipError_t hipExtMallocWithFlags(void **pointer, size_t bytes, unsigned flags) {
  constexpr unsigned known = hipDeviceMallocFinegrained | hipMallocSignalMemory | hipDeviceMallocUncached |
                             hipDeviceMallocContiguous;
  return flags & ~known ? finish(hipErrorInvalidValue) : allocateInto(pointer, bytes, hipMemoryTypeDevice, flags);
}
hipError_t hipHostMalloc(void **pointer, size_t bytes, unsigned flags) {
  constexpr unsigned known = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined |
                             hipHostMallocNumaUser | hipHostMallocCoherent | hipHostMallocNonCoherent;
  return flags & ~known ? finish(hipErrorInvalidValue) : allocateInto(pointer, bytes, hipMemoryTypeHost, flags);
}
hipError_t hipHostAlloc(void **pointer, size_t bytes, unsigned flags) { return hipHostMalloc(pointer, bytes, flags); }
hipError_t hipMallocHost(void **pointer, size_t bytes) { return hipHostMalloc(pointer, bytes, 0); }
hipError_t hipMemAllocHost(void **pointer, size_t bytes) { return hipHostMalloc(pointer, bytes, 0); }
hipError_t hipMallocManaged(void **pointer, size_t bytes, unsigned flags) {
  if (!pointer || (flags != hipMemAttachGlobal && flags != hipMemAttachHost))
    return finish(hipErrorInvalidValue);
  const hipError_t error = allocateInto(pointer, bytes, hipMemoryTypeManaged, flags);
  return bytes ? error : finish(mistakes::noManagedBytes);
}
hipError_t hipFree(void *pointer) { return releaseFrom(pointer, false); }
hipError_t hipHostFree(void *pointer) { return releaseFrom(pointer, true); }
hipError_t hipFreeHost(void *pointer) { return releaseFrom(pointer, true); }

/// Rows of `height` in each of `depth` planes.
static hipError_t allocateRows(void **pointer, size_t *pitch, size_t width, size_t height, size_t depth) {
  constexpr size_t step = 256;
  size_t rows = 0, bytes = 0;
  if (!pointer || !pitch || width > SIZE_MAX - step)
    return finish(hipErrorInvalidValue);
  if (width > size_t(properties().memPitch))
    return finish(mistakes::tooWide);
  *pitch = (width + step - 1) / step * step;
  if (__builtin_mul_overflow(height, depth, &rows) || __builtin_mul_overflow(rows, *pitch, &bytes))
    return finish(hipErrorOutOfMemory);
  return hipMalloc(pointer, bytes);
}
hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  return allocateRows(pointer, pitch, width, height, 1);
}
/// Rows for elements of 4, 8 or 16 bytes, each of which a GPU reads at once.
hipError_t hipMemAllocPitch(hipDeviceptr_t *pointer, size_t *pitch, size_t width, size_t height, unsigned element) {
  const bool isElement = element == 4 || element == 8 || element == 16;
  if (!isElement || !width || !height)
    return finish(hipErrorInvalidValue);
  return allocateRows(pointer, pitch, width, height, 1);
}
hipError_t hipMalloc3D(hipPitchedPtr *pitched, hipExtent extent) {
  void *pointer = nullptr;
  size_t pitch = 0;
  if (!pitched)
    return finish(hipErrorInvalidValue);
  hipError_t error = allocateRows(&pointer, &pitch, extent.width, extent.height, extent.depth);
  *pitched = {pointer, pitch, extent.width, extent.height};
  return error;
}

hipError_t hipHostRegister(void *pointer, size_t bytes, unsigned flags) {
  constexpr unsigned known = hipHostRegisterPortable | hipHostRegisterMapped | hipHostRegisterIoMemory |
                             hipHostRegisterReadOnly;
  if (!pointer || !bytes || (flags & ~known) || reinterpret_cast<uintptr_t>(pointer) > UINTPTR_MAX - bytes)
    return finish(hipErrorInvalidValue);
  return finish(adoptHostMemory(pointer, bytes, flags) ? hipSuccess : hipErrorHostMemoryAlreadyRegistered);
}
hipError_t hipHostUnregister(void *pointer) {
  Allocation inside;
  if (!pointer)
    return finish(hipErrorInvalidValue);
  if (disown(pointer, hipMemoryTypeHost))
    return finish(hipSuccess);
  return findAllocation(pointer, inside) ? finish(mistakes::notRegistered) : finish(hipErrorHostMemoryNotRegistered);
}
hipError_t hipHostGetDevicePointer(void **device, void *host, unsigned flags) {
  Allocation found;
  if (!device || flags || !findAllocation(host, found))
    return finish(hipErrorInvalidValue);
  *device = host;
  return finish(hipSuccess);
}
hipError_t hipHostGetFlags(unsigned *flags, void *pointer) {
  Allocation found;
  if (!flags || !findAllocation(pointer, found) || found.kind != hipMemoryTypeHost)
    return finish(hipErrorInvalidValue);
  *flags = found.flags;
  return finish(hipSuccess);
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *pointer) {
  if (!attributes)
    return finish(hipErrorInvalidValue);
  *attributes = {};
  Allocation found;
  if (!findAllocation(pointer, found)) {
    attributes->type = hipMemoryTypeUnregistered;
    attributes->device = -2;
    return pointer ? finish(hipSuccess) : finish(mistakes::nullPointer);
  }
  attributes->type = found.kind;
  attributes->device = found.device;
  attributes->devicePointer = const_cast<void *>(pointer);
  attributes->hostPointer = found.kind == hipMemoryTypeDevice ? nullptr : const_cast<void *>(pointer);
  attributes->isManaged = found.kind == hipMemoryTypeManaged;
  attributes->allocationFlags = found.flags;
  return finish(hipSuccess);
}
hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *bytes, hipDeviceptr_t address) {
  Allocation found;
  if (!findAllocation(address, found))
    return finish(hipErrorNotFound);
  if (base)
    *base = found.base;
  if (bytes)
    *bytes = found.bytes;
  return finish(hipSuccess);
}
hipError_t hipMemPtrGetInfo(void *pointer, size_t *bytes) {
  Allocation found;
  if (!bytes || !findAllocation(pointer, found))
    return finish(hipErrorInvalidValue);
  *bytes = found.bytes;
  return finish(hipSuccess);
}

hipError_t hipMemGetInfo(size_t *available, size_t *total) {
  if (total)
    *total = properties().totalGlobalMem;
  if (available)
    *available = properties().totalGlobalMem - allocatedBytes();
  return finish(hipSuccess);
}

// Stream-ordered allocation. Work runs when it is issued, so memory can be given and taken at once. In a capture
// the memory is given at once, too, and stays with the graph: every replay finds it at the same address.
hipError_t hipMallocAsync(void **pointer, size_t bytes, hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!findStream(handle, stream))
    return finish(hipErrorInvalidHandle);
  if (!stream || !stream->capture || !pointer || bytes == 0) {
    if (hipError_t error = allocateInto(pointer, bytes, hipMemoryTypeDevice))
      return error;
    return issue(handle, hipGraphNodeTypeMemAlloc, [] { return finish(hipSuccess); });
  }
  const auto memory = reserveForGraph(bytes);
  if (!memory)
    return finish(hipErrorOutOfMemory);
  const hipError_t error =
      capture(*stream, hipGraphNodeTypeMemAlloc, [memory] { return finish(memory->allocate()); });
  if (!error)
    *pointer = memory->base;
  return error;
}
hipError_t hipFreeAsync(void *pointer, hipStream_t handle) {
  std::shared_ptr<Stream> stream;
  if (!pointer)
    return finish(mistakes::freesNothing);
  if (!findStream(handle, stream))
    return finish(hipErrorInvalidHandle);
  if (stream && stream->capture)
    return capture(*stream, hipGraphNodeTypeMemFree,
                   [pointer] { return finish(releaseOfGraph(pointer) ? hipSuccess : hipErrorInvalidValue); });
  return hipFree(pointer);
}
}
