// Words of memory that streams write and wait for. A stream does everything when it is issued: the thread that issues a
// wait waits, for another to write.
#include "streams.h"

#include "../runtime/settings.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace porter::hip;

namespace {

template <class T> bool isMet(T found, T wanted, unsigned condition) {
  switch (condition) {
  case hipStreamWaitValueGte: return std::make_signed_t<T>(found - wanted) >= 0;
  case hipStreamWaitValueEq: return found == wanted;
  case hipStreamWaitValueAnd: return (found & wanted) != 0;
  default: return ~(found | wanted) != 0; // Nor
  }
}

template <class T> bool isWord(const void *address) {
  return address && reinterpret_cast<uintptr_t>(address) % sizeof(T) == 0 && isDeviceMemory(address);
}

/// The longest wait is that of a kernel.
template <class T> hipError_t wait(void *address, T wanted, unsigned condition, T mask) {
  const auto *word = static_cast<std::atomic<T> *>(address);
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(porter::setting("PORTER_CPU_SPIN_SECONDS", 60));
  while (!isMet<T>(word->load() & mask, wanted, condition)) {
    if (std::chrono::steady_clock::now() > end) {
      loseContext(hipErrorLaunchTimeOut);
      return finish(hipErrorLaunchTimeOut);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
  return finish(hipSuccess);
}

template <class T>
hipError_t issueWait(hipStream_t stream, void *address, T wanted, unsigned condition, T mask) {
  if (!isWord<T>(address) || condition > hipStreamWaitValueNor)
    return finish(hipErrorInvalidValue);
  return issue(stream, hipGraphNodeTypeHost, [=] { return wait<T>(address, wanted, condition, mask); });
}
template <class T> hipError_t issueWrite(hipStream_t stream, void *address, T value) {
  if (!isWord<T>(address))
    return finish(hipErrorInvalidValue);
  return issue(stream, hipGraphNodeTypeHost, [=] {
    static_cast<std::atomic<T> *>(address)->store(value);
    return finish(hipSuccess);
  });
}

} // namespace

extern "C" {

hipError_t hipStreamWaitValue32(hipStream_t stream, void *address, uint32_t value, unsigned flags, uint32_t mask) {
  return issueWait(stream, address, value, flags, mask);
}
hipError_t hipStreamWaitValue64(hipStream_t stream, void *address, uint64_t value, unsigned flags, uint64_t mask) {
  return issueWait(stream, address, value, flags, mask);
}
hipError_t hipStreamWriteValue32(hipStream_t stream, void *address, uint32_t value, unsigned) {
  return issueWrite(stream, address, value);
}
hipError_t hipStreamWriteValue64(hipStream_t stream, void *address, uint64_t value, unsigned) {
  return issueWrite(stream, address, value);
}
hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned count, hipStreamBatchMemOpParams *steps, unsigned flags) {
  if (!count || count > 256 || !steps || flags)
    return finish(hipErrorInvalidValue);
  for (const hipStreamBatchMemOpParams *step = steps; step != steps + count; ++step) {
    const auto &waited = step->waitValue;
    const auto &written = step->writeValue;
    hipError_t error = hipErrorInvalidValue;
    switch (step->operation) {
    case hipStreamMemOpWaitValue32:
      error = hipStreamWaitValue32(stream, waited.address, waited.value, waited.flags, UINT32_MAX);
      break;
    case hipStreamMemOpWaitValue64:
      error = hipStreamWaitValue64(stream, waited.address, waited.value64, waited.flags, UINT64_MAX);
      break;
    case hipStreamMemOpWriteValue32:
      error = hipStreamWriteValue32(stream, written.address, written.value, 0);
      break;
    case hipStreamMemOpWriteValue64:
      error = hipStreamWriteValue64(stream, written.address, written.value64, 0);
      break;
    case hipStreamMemOpBarrier:
    case hipStreamMemOpFlushRemoteWrites: error = hipSuccess; break; // steps are done in order, and seen at once
    }
    if (error)
      return finish(error);
  }
  return finish(hipSuccess);
}
/// Managed memory is everybody's.
hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *address, size_t bytes, unsigned flags) {
  Allocation memory;
  std::shared_ptr<Stream> found;
  const bool isKnown = flags == hipMemAttachGlobal || flags == hipMemAttachHost || flags == hipMemAttachSingle;
  if (!findStream(stream, found))
    return finish(mistakes::stream);
  if (!isKnown || !findAllocation(address, memory) || memory.kind != hipMemoryTypeManaged ||
      (bytes && bytes != memory.bytes))
    return finish(hipErrorInvalidValue);
  return finish(hipSuccess);
}
}
