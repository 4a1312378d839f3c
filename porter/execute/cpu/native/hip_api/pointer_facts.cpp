// What the driver's API tells of a pointer, one fact at a time. Both vendors number the facts alike.
#include "api.h"

#include <cstring>

using namespace porter::hip;

namespace {

/// CUDA has no kind of its own for managed memory.
unsigned kindOf(const Allocation &memory) {
  if (!speaksCuda())
    return memory.kind;
  return memory.kind == hipMemoryTypeHost ? 1 : 2; // CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE
}

/// What is written for a fact: its bytes, of which there are `size`.
struct Answer {
  char bytes[16] = {};
  size_t size = 0;
  template <class T> void operator=(const T &value) {
    size = sizeof value;
    std::memcpy(bytes, &value, sizeof value);
  }
};

/// False for facts that are not known. Of memory that nobody allocated all are nothing.
bool factOf(int fact, const Allocation *memory, const void *pointer, Answer &answer) {
  const bool isHost = memory && memory->kind != hipMemoryTypeDevice;
  hipCtx_t context = nullptr;
  switch (fact) {
  case HIP_POINTER_ATTRIBUTE_CONTEXT:
    if (memory)
      (void)hipDevicePrimaryCtxRetain(&context, memory->device);
    answer = context;
    return true;
  case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE: answer = memory ? kindOf(*memory) : 0u; return true;
  case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER: answer = memory ? pointer : nullptr; return true;
  case HIP_POINTER_ATTRIBUTE_HOST_POINTER: answer = isHost ? pointer : nullptr; return true;
  case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS: answer = 0; return true;
  case HIP_POINTER_ATTRIBUTE_BUFFER_ID: answer = memory ? reinterpret_cast<uint64_t>(memory->base) : uint64_t(0); return true;
  case HIP_POINTER_ATTRIBUTE_IS_MANAGED: answer = int(memory && memory->kind == hipMemoryTypeManaged); return true;
  case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL: answer = memory ? memory->device : -2; return true;
  case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR: answer = memory ? memory->base : nullptr; return true;
  case HIP_POINTER_ATTRIBUTE_RANGE_SIZE: answer = memory ? memory->bytes : size_t(0); return true;
  case HIP_POINTER_ATTRIBUTE_MAPPED: answer = int(memory != nullptr); return true;
  case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS: answer = memory ? 3 : 0; return true; // reads and writes
  default: return false;
  }
}

} // namespace

extern "C" {

hipError_t hipPointerGetAttribute(void *data, hipPointer_attribute attribute, hipDeviceptr_t pointer) {
  Allocation memory;
  Answer answer;
  if (!data || !findAllocation(pointer, memory))
    return finish(hipErrorInvalidValue);
  if (!factOf(attribute, &memory, pointer, answer))
    return finish(hipErrorNotSupported);
  std::memcpy(data, answer.bytes, answer.size);
  return finish(hipSuccess);
}
/// Of memory that nobody allocated each fact is nothing, and no error.
hipError_t hipDrvPointerGetAttributes(unsigned count, hipPointer_attribute *attributes, void **data,
                                      hipDeviceptr_t pointer) {
  Allocation memory;
  if (!count || !attributes || !data)
    return finish(hipErrorInvalidValue);
  const bool isKnown = findAllocation(pointer, memory);
  for (unsigned i = 0; i < count; ++i) {
    Answer answer;
    if (!data[i] || !factOf(attributes[i], isKnown ? &memory : nullptr, pointer, answer))
      return finish(data[i] ? hipErrorNotSupported : hipErrorInvalidValue);
    std::memcpy(data[i], answer.bytes, answer.size);
  }
  return finish(hipSuccess);
}
/// All copies are done when they return, so that there is nothing to synchronise further.
hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute attribute, hipDeviceptr_t pointer) {
  Allocation memory;
  const bool isKnown = value && findAllocation(pointer, memory);
  return finish(isKnown && attribute == HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS ? hipSuccess : hipErrorInvalidValue);
}
}
