// What compiled host code calls before main: it names its kernels and variables. In place of a fat binary the
// host object carries the key of the image that the device object announces.
#include "api.h"
#include "coverage.h"
#include "host_checks.h"

#include <mutex>
#include <unordered_map>

namespace porter::hip {
namespace {

/// What clang puts into the section .hipFatBinSegment.
struct FatBinaryWrapper {
  uint32_t magic, version;
  const char *binary;
  void *unused;
};

struct Registered {
  std::string key, name;
  VariableEntry managed = {}; ///< where the host's copy is the variable
};

struct HostSymbols {
  std::mutex mutex;
  std::unordered_map<const void *, Registered> kernels, variables;
};

/// Used by constructors of other objects: built on first use.
HostSymbols &hostSymbols() {
  static HostSymbols symbols;
  return symbols;
}

} // namespace

KernelHandle kernelOf(const void *hostFunction) {
  std::lock_guard lock(hostSymbols().mutex);
  auto found = hostSymbols().kernels.find(hostFunction);
  if (found == hostSymbols().kernels.end())
    return {};
  const DeviceImage *image = findImage(found->second.key);
  return image ? findKernel(*image, found->second.name) : KernelHandle{};
}

const VariableEntry *variableOf(const void *symbol) {
  std::lock_guard lock(hostSymbols().mutex);
  auto found = hostSymbols().variables.find(symbol);
  if (found == hostSymbols().variables.end())
    return nullptr;
  if (found->second.managed.address)
    return &found->second.managed;
  const DeviceImage *image = findImage(found->second.key);
  return image ? findVariable(*image, found->second.name) : nullptr;
}

bool isDeviceVariable(const void *address) {
  std::lock_guard lock(hostSymbols().mutex);
  for (const auto &[symbol, registered] : hostSymbols().variables) {
    const auto *start = static_cast<const char *>(registered.managed.address);
    if (start && start <= address && address < start + registered.managed.bytes)
      return true;
  }
  return isVariable(address);
}

} // namespace porter::hip

using namespace porter;
using namespace porter::hip;

extern "C" {

void **__hipRegisterFatBinary(const void *data) {
  auto *wrapper = static_cast<const FatBinaryWrapper *>(data);
  return new void *(const_cast<char *>(wrapper->binary));
}

void __hipUnregisterFatBinary(void **handle) { delete handle; }

void __hipRegisterFunction(void **handle, const void *host, char *, const char *name, unsigned, void *, void *,
                           void *, void *, int *) {
  noteKernel(name);
  std::lock_guard lock(hostSymbols().mutex);
  hostSymbols().kernels[host] = {static_cast<const char *>(*handle), name, {}};
}

void __hipRegisterVar(void **handle, void *variable, char *, char *name, int, size_t bytes, int, int) {
  std::lock_guard lock(hostSymbols().mutex);
  Registered &registered = hostSymbols().variables[variable];
  registered = {static_cast<const char *>(*handle), name, {}};
  const DeviceImage *image = findImage(registered.key);
  const VariableEntry *pointer = image ? findVariable(*image, registered.name + ".managed") : nullptr;
  if (!pointer)
    return;
  // A managed variable of CUDA's: device code reaches the host's copy through the pointer.
  __builtin_memcpy(variable, *static_cast<void **>(pointer->address), bytes);
  *static_cast<void **>(pointer->address) = variable;
  registered.managed = {registered.name.c_str(), variable, bytes};
}

/// The host's pointer and the device's both get the address of one allocation.
void __hipRegisterManagedVar(void *handle, void **pointer, void *initial, const char *name, size_t bytes, unsigned) {
  const char *key = static_cast<const char *>(*static_cast<void **>(handle));
  *pointer = allocate(bytes, hipMemoryTypeManaged);
  noteVariable(*pointer);
  __builtin_memcpy(*pointer, initial, bytes);
  if (const DeviceImage *image = findImage(key))
    if (const VariableEntry *variable = findVariable(*image, name))
      *static_cast<void **>(variable->address) = *pointer;
  std::lock_guard lock(hostSymbols().mutex);
  hostSymbols().variables[pointer] = {key, name, {}};
}

void __hipRegisterTexture(void **handle, void *variable, char *, char *name, int, int, int) {
  std::lock_guard lock(hostSymbols().mutex);
  hostSymbols().variables[variable] = {static_cast<const char *>(*handle), name, {}};
}
void __hipRegisterSurface(void **, void *, char *, char *, int, int) {}
}
