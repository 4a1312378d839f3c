// Memory and events of one process in another. An allocation that is shared moves into a file without a name, at the
// same address; the other process finds the file among the first one's.
#include "streams.h"

#include <cstring>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

using namespace porter::hip;

namespace {

/// What a handle says; the rest of its bytes is zero.
struct Shared {
  char mark[8];
  pid_t process;
  SharedFile file;
};
static_assert(sizeof(Shared) <= sizeof(hipIpcMemHandle_t));
constexpr char memoryMark[8] = "porterM", eventMark[8] = "porterE";

struct Opened {
  std::mutex mutex;
  std::map<void *, std::pair<void *, size_t>> mappings; ///< by what programs were given
};
Opened &opened() {
  static Opened &all = *new Opened;
  return all;
}

template <class Handle> void write(Handle &handle, const char *mark, const SharedFile &file) {
  Shared shared = {{}, getpid(), file};
  std::memcpy(shared.mark, mark, sizeof shared.mark);
  std::memset(&handle, 0, sizeof handle);
  std::memcpy(&handle, &shared, sizeof shared);
}

template <class Handle> bool read(const Handle &handle, const char *mark, Shared &shared) {
  std::memcpy(&shared, &handle, sizeof shared);
  return std::memcmp(shared.mark, mark, sizeof shared.mark) == 0;
}

} // namespace

extern "C" {

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *pointer) {
  SharedFile file;
  if (!handle || !share(pointer, file))
    return finish(hipErrorInvalidValue);
  write(*handle, memoryMark, file);
  return finish(hipSuccess);
}
hipError_t hipIpcOpenMemHandle(void **pointer, hipIpcMemHandle_t handle, unsigned flags) {
  Shared shared;
  if (!pointer || flags != hipIpcMemLazyEnablePeerAccess || !read(handle, memoryMark, shared))
    return finish(hipErrorInvalidValue);
  if (shared.process == getpid())
    return finish(hipErrorInvalidContext); // one's own is there already
  const std::string name = "/proc/" + std::to_string(shared.process) + "/fd/" + std::to_string(shared.file.descriptor);
  const int file = open(name.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0)
    return finish(hipErrorInvalidHandle); // that process has ended, or freed the memory
  void *mapping = mmap(nullptr, shared.file.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (mapping == MAP_FAILED || shared.file.offset > shared.file.bytes)
    return finish(hipErrorOutOfMemory);
  char *start = static_cast<char *>(mapping) + shared.file.offset;
  adoptDeviceMemory(start, shared.file.bytes - shared.file.offset);
  std::lock_guard lock(opened().mutex);
  opened().mappings[start] = {mapping, shared.file.bytes};
  *pointer = start;
  return finish(hipSuccess);
}
hipError_t hipIpcCloseMemHandle(void *pointer) {
  std::lock_guard lock(opened().mutex);
  auto found = opened().mappings.find(pointer);
  if (found == opened().mappings.end())
    return finish(hipErrorInvalidValue);
  disown(static_cast<char *>(pointer), hipMemoryTypeDevice);
  munmap(found->second.first, found->second.second);
  opened().mappings.erase(found);
  return finish(hipSuccess);
}

/// Work has been done when its event is recorded, so there is nothing that the other process would wait for.
hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t eventHandle) {
  const auto event = events().find(eventHandle);
  constexpr unsigned needed = hipEventInterprocess | hipEventDisableTiming;
  if (!handle || !event)
    return finish(handle ? hipErrorInvalidHandle : hipErrorInvalidValue);
  if ((event->flags & needed) != needed)
    return finish(hipErrorInvalidHandle);
  write(*handle, eventMark, {});
  return finish(hipSuccess);
}
hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle) {
  Shared shared;
  if (!event)
    return finish(hipErrorInvalidValue);
  if (!read(handle, eventMark, shared))
    return finish(mistakes::nobodysEvent);
  return hipEventCreateWithFlags(event, hipEventInterprocess | hipEventDisableTiming);
}
}
