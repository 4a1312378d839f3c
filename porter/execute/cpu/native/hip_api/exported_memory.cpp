// Memory of the virtual memory management for other processes, which get it as a file.
#include "made_memory.h"

#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace porter::hip;

namespace {

/// Whether a file is memory that this runtime made, in this process or in another.
bool isMemory(int file) {
  char target[64] = {};
  const std::string link = "/proc/self/fd/" + std::to_string(file);
  return readlink(link.c_str(), target, sizeof target - 1) > 0 && std::strstr(target, memoryName);
}

} // namespace

extern "C" {

/// The file is the caller's, who closes it.
hipError_t hipMemExportToShareableHandle(void *shared, MemoryHandle handle, hipMemAllocationHandleType kind,
                                         unsigned long long flags) {
  const auto memory = memories().find(handle);
  if (!shared || !memory || flags || !(memory->properties.requestedHandleType & kind))
    return finish(hipErrorInvalidValue);
  if (kind != hipMemHandleTypePosixFileDescriptor)
    return finish(hipErrorNotSupported);
  const int copy = fcntl(memory->file, F_DUPFD_CLOEXEC, 0);
  std::memcpy(shared, &copy, sizeof copy);
  return finish(copy < 0 ? hipErrorOperatingSystem : hipSuccess);
}

/// The file itself stands where a pointer is declared, as both vendors have it.
hipError_t hipMemImportFromShareableHandle(MemoryHandle *handle, void *shared, hipMemAllocationHandleType kind) {
  if (!handle)
    return finish(hipErrorInvalidValue);
  if (kind != hipMemHandleTypePosixFileDescriptor)
    return finish(hipErrorNotSupported);
  const int file = int(reinterpret_cast<intptr_t>(shared));
  struct stat told;
  if (fstat(file, &told) || !isMemory(file))
    return finish(hipErrorInvalidValue);
  auto made = std::make_shared<Memory>();
  made->file = fcntl(file, F_DUPFD_CLOEXEC, 0);
  made->bytes = size_t(told.st_size);
  made->properties.type = hipMemAllocationTypePinned;
  made->properties.requestedHandleType = kind;
  made->properties.location = {hipMemLocationTypeDevice, 0};
  if (made->file < 0)
    return finish(hipErrorOperatingSystem);
  *handle = memories().add(std::move(made));
  return finish(hipSuccess);
}
}
