// Traces hold what lies in known allocations, and checks know what belongs to nobody: PyTorch's memory is none of the
// runtime's, unless it comes from watched_memory.cpp.
#include "traced_memory.h"

#include <cstdlib>
#include <mutex>
#include <unordered_set>

#include "gpu_api.h"
#include "watched_memory.h"

namespace porter {

namespace {

std::mutex mutex;

std::unordered_set<void*>& announced() {
  static auto& memory = *new std::unordered_set<void*>;  // tensors may outlive static destructors
  return memory;
}

}  // namespace

void announce(void* memory, size_t bytes) {
  const char* trace = std::getenv("PORTER_CPU_TRACE");
  const bool is_traced = trace != nullptr && *trace != 0;
  if ((!is_traced && !is_watched()) || memory == nullptr || bytes == 0) return;
  std::lock_guard lock(mutex);
  if (!announced().insert(memory).second) return;
  if (PORTER_GPU(HostRegister)(memory, bytes, 0) == PORTER_GPU(Success)) return;
  [[maybe_unused]] const auto cleared = PORTER_GPU(GetLastError)();
  announced().erase(memory);
}

void withdraw(void* memory) {
  std::lock_guard lock(mutex);
  if (announced().erase(memory) == 0) return;
  [[maybe_unused]] const auto error = PORTER_GPU(HostUnregister)(memory);
}

}  // namespace porter
