// Allocations on a GPU: noted as they are made, with the sizes that were asked for, and filled on request, so that
// what no kernel writes is the same on both sides.
#include "device_memory.h"

#include "next.h"

#include <cuda_runtime_api.h>
#include <mutex>

namespace {

struct Allocations {
  std::mutex mutex;
  std::map<const char *, size_t> bytes;
};
Allocations &allocations() {
  static Allocations &instance = *new Allocations; // freed by programs after static destructors
  return instance;
}

/// PORTER_TRACE_FILL: a 16-bit word for new memory.
void fill(void *memory, size_t bytes) {
  static const char *const text = std::getenv("PORTER_TRACE_FILL");
  if (!text || !bytes)
    return;
  const unsigned word = unsigned(std::strtoul(text, nullptr, 0));
  const std::vector<uint16_t> pattern((bytes + 1) / 2, uint16_t(word));
  PORTER_NEXT(cudaMemcpy);
  (void)real(memory, pattern.data(), bytes, cudaMemcpyHostToDevice);
}

cudaError_t noted(cudaError_t error, void **memory, size_t bytes) {
  if (error == cudaSuccess && memory && *memory) {
    std::lock_guard lock(allocations().mutex);
    allocations().bytes[static_cast<const char *>(*memory)] = bytes;
  }
  return error;
}

void forgotten(void *memory) {
  std::lock_guard lock(allocations().mutex);
  allocations().bytes.erase(static_cast<const char *>(memory));
}

} // namespace

namespace porter::trace {

bool DeviceMemory::find(const void *address, const char *&base, size_t &bytes) {
  {
    std::lock_guard lock(allocations().mutex);
    auto *wanted = static_cast<const char *>(address);
    auto after = allocations().bytes.upper_bound(wanted);
    if (after != allocations().bytes.begin()) {
      auto &[start, size] = *std::prev(after);
      if (wanted < start + size) {
        base = start;
        bytes = size;
        return true;
      }
    }
  }
  // What was allocated by other functions the driver knows.
  using Range = int (*)(uint64_t *, size_t *, uint64_t);
  static const Range range = driver<Range>("cuMemGetAddressRange_v2");
  uint64_t start = 0;
  if (!range || range(&start, &bytes, reinterpret_cast<uint64_t>(address)) != 0)
    return false;
  base = reinterpret_cast<const char *>(start);
  return true;
}

const char *DeviceMemory::read(const char *base, size_t bytes) {
  std::vector<char> &copy = copies[base];
  if (copy.size() < bytes) {
    copy.resize(bytes);
    PORTER_NEXT(cudaMemcpy);
    if (real(copy.data(), base, bytes, cudaMemcpyDefault) != cudaSuccess)
      copy.assign(bytes, 0);
  }
  return copy.data();
}

} // namespace porter::trace

extern "C" {

cudaError_t cudaMalloc(void **memory, size_t bytes) {
  PORTER_NEXT(cudaMalloc);
  const cudaError_t error = noted(real(memory, bytes), memory, bytes);
  if (error == cudaSuccess)
    fill(*memory, bytes);
  return error;
}

cudaError_t cudaMallocManaged(void **memory, size_t bytes, unsigned flags) {
  PORTER_NEXT(cudaMallocManaged);
  return noted(real(memory, bytes, flags), memory, bytes);
}

cudaError_t cudaMallocAsync(void **memory, size_t bytes, cudaStream_t stream) {
  PORTER_NEXT(cudaMallocAsync);
  return noted(real(memory, bytes, stream), memory, bytes);
}

cudaError_t cudaFree(void *memory) {
  forgotten(memory);
  PORTER_NEXT(cudaFree);
  return real(memory);
}

cudaError_t cudaFreeAsync(void *memory, cudaStream_t stream) {
  forgotten(memory);
  PORTER_NEXT(cudaFreeAsync);
  return real(memory, stream);
}
}
