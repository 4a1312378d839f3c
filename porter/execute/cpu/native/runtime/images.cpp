// The images that objects announced.
#include "runtime.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace porter {
namespace {

struct Registry {
  std::mutex mutex;
  std::vector<const DeviceImage *> images;
  std::vector<const DeviceImage *> ofModules;
};

/// Where images go that this thread is loading as a module; null when they are the program's own.
thread_local std::vector<const DeviceImage *> *loading = nullptr;

/// Constructors of other objects run before ours would: built on first use.
Registry &registry() {
  static Registry instance;
  return instance;
}

} // namespace

const DeviceImage *findImage(const std::string &key) {
  std::lock_guard lock(registry().mutex);
  for (const DeviceImage *image : registry().images)
    if (key == image->key)
      return image;
  return nullptr;
}

const DeviceImage *firstImage() {
  std::lock_guard lock(registry().mutex);
  return registry().images.empty() ? nullptr : registry().images.front();
}

KernelHandle findKernel(const DeviceImage &image, const std::string &name) {
  for (uint32_t i = 0; i < image.kernelCount; ++i)
    if (name == image.kernels[i].name)
      return {&image, &image.kernels[i]};
  return {};
}

const VariableEntry *findVariable(const DeviceImage &image, const std::string &name) {
  for (uint32_t i = 0; i < image.variableCount; ++i)
    if (name == image.variables[i].name)
      return &image.variables[i];
  return nullptr;
}

std::vector<const DeviceImage *> imagesOf(const std::function<void()> &load) {
  std::vector<const DeviceImage *> images;
  loading = &images;
  load();
  loading = nullptr;
  std::lock_guard lock(registry().mutex);
  registry().ofModules.insert(registry().ofModules.end(), images.begin(), images.end());
  return images;
}

void forget(const std::vector<const DeviceImage *> &images) {
  std::lock_guard lock(registry().mutex);
  auto &known = registry().ofModules;
  for (const DeviceImage *image : images)
    known.erase(std::remove(known.begin(), known.end(), image), known.end());
}

bool isVariable(const void *address) {
  auto holds = [address](const DeviceImage *image) {
    return std::any_of(image->variables, image->variables + image->variableCount, [address](const VariableEntry &variable) {
      const auto *start = static_cast<const char *>(variable.address);
      return start <= address && address < start + variable.bytes;
    });
  };
  std::lock_guard lock(registry().mutex);
  const Registry &all = registry();
  return std::any_of(all.images.begin(), all.images.end(), holds) ||
         std::any_of(all.ofModules.begin(), all.ofModules.end(), holds);
}

} // namespace porter

extern "C" void porter_register_image(const porter::DeviceImage *image) {
  if (porter::loading) {
    porter::loading->push_back(image);
    return;
  }
  std::lock_guard lock(porter::registry().mutex);
  porter::registry().images.push_back(image);
}
