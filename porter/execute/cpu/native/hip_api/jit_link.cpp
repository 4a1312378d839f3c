// Links that a program makes while it runs. A code object is whole already, so that one can be given out as it came;
// there is nothing that would join several.
#include "handles.h"
#include "modules.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace porter::hip;

namespace {

struct Link {
  std::vector<std::string> parts;
};
Handles<Link, hipLinkState_t> &links() { return handlesOf<Link, hipLinkState_t>(); }

hipError_t add(hipLinkState_t handle, std::string part) {
  const auto link = links().find(handle);
  if (!link)
    return finish(hipErrorInvalidHandle);
  if (part.size() < 64 || elfBytes(part.data()) > part.size() || !elfBytes(part.data()))
    return finish(hipErrorInvalidImage);
  link->parts.push_back(std::move(part));
  return finish(hipSuccess);
}

} // namespace

extern "C" {

hipError_t hipLinkCreate(unsigned, hipJitOption *, void **, hipLinkState_t *state) {
  if (!state)
    return finish(hipErrorInvalidValue);
  *state = links().add(std::make_shared<Link>());
  return finish(hipSuccess);
}
hipError_t hipLinkAddData(hipLinkState_t state, hipJitInputType, void *data, size_t bytes, const char *, unsigned,
                          hipJitOption *, void **) {
  return data ? add(state, std::string(static_cast<char *>(data), bytes)) : finish(hipErrorInvalidValue);
}
hipError_t hipLinkAddFile(hipLinkState_t state, hipJitInputType, const char *path, unsigned, hipJitOption *, void **) {
  if (!path)
    return finish(hipErrorInvalidValue);
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path))
    return finish(hipErrorFileNotFound);
  return add(state, std::string(std::istreambuf_iterator<char>(file), {}));
}
hipError_t hipLinkComplete(hipLinkState_t state, void **image, size_t *bytes) {
  const auto link = links().find(state);
  if (!link || !image)
    return finish(link ? hipErrorInvalidValue : hipErrorInvalidHandle);
  if (link->parts.size() != 1)
    return finish(link->parts.empty() ? hipErrorInvalidValue : hipErrorNotSupported);
  *image = link->parts[0].data();
  if (bytes)
    *bytes = link->parts[0].size();
  return finish(hipSuccess);
}
hipError_t hipLinkDestroy(hipLinkState_t state) {
  return finish(links().take(state) ? hipSuccess : hipErrorInvalidHandle);
}
}
