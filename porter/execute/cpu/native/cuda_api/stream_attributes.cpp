// Attributes of streams, in both of CUDA's APIs: they advise the hardware, so that they are kept and told, and change
// nothing. A stream's number is its handle.
#include "../hip_api/streams.h"

#include <array>
#include <cstring>
#include <map>
#include <mutex>

using namespace porter::hip;

namespace {

/// cudaStreamAttrValue and CUstreamAttrValue.
using Value = std::array<char, 64>;

/// cudaLaunchAttributeID, those that streams have.
enum Attribute { AccessPolicyWindow = 1, SynchronizationPolicy = 3, Priority = 8, MemSyncDomainMap = 9, MemSyncDomain = 10 };
constexpr int kept[] = {AccessPolicyWindow, SynchronizationPolicy, MemSyncDomainMap, MemSyncDomain};

struct Known {
  std::mutex mutex;
  std::map<std::pair<hipStream_t, int>, Value> values;
};
Known &known() {
  static auto &all = *new Known;
  return all;
}

bool isKept(int attribute) {
  for (int one : kept)
    if (one == attribute)
      return true;
  return false;
}

hipError_t get(hipStream_t stream, int attribute, void *value) {
  std::shared_ptr<Stream> found;
  Value answer = {};
  if (!findStream(stream, found))
    return finish(mistakes::stream);
  if (!value || (!isKept(attribute) && attribute != Priority))
    return finish(hipErrorInvalidValue);
  if (attribute == Priority) {
    const int priority = found ? found->priority : 0;
    std::memcpy(answer.data(), &priority, sizeof priority);
  } else {
    std::lock_guard lock(known().mutex);
    const auto set = known().values.find({stream, attribute});
    if (set != known().values.end())
      answer = set->second;
  }
  std::memcpy(value, answer.data(), answer.size());
  return finish(hipSuccess);
}

hipError_t set(hipStream_t stream, int attribute, const void *value) {
  std::shared_ptr<Stream> found;
  if (!findStream(stream, found))
    return finish(mistakes::stream);
  if (!value || !isKept(attribute))
    return finish(hipErrorInvalidValue);
  std::lock_guard lock(known().mutex);
  std::memcpy(known().values[{stream, attribute}].data(), value, sizeof(Value));
  return finish(hipSuccess);
}

hipError_t copy(hipStream_t to, hipStream_t from) {
  Value value;
  for (int attribute : kept) {
    hipError_t error = get(from, attribute, value.data());
    if (!error)
      error = set(to, attribute, value.data());
    if (error)
      return error;
  }
  return finish(hipSuccess);
}

hipError_t number(hipStream_t stream, unsigned long long *id) {
  std::shared_ptr<Stream> found;
  if (!findStream(stream, found))
    return finish(mistakes::stream);
  if (!id)
    return finish(hipErrorInvalidValue);
  *id = reinterpret_cast<unsigned long long>(stream);
  return finish(hipSuccess);
}

} // namespace

extern "C" {

#define BOTH(name, parameters, call)                                                                             \
  hipError_t cuda##name parameters { return call; }                                                              \
  hipError_t cu##name parameters { return call; }
BOTH(StreamGetAttribute, (hipStream_t stream, int attribute, void *value), get(stream, attribute, value))
BOTH(StreamSetAttribute, (hipStream_t stream, int attribute, const void *value), set(stream, attribute, value))
BOTH(StreamCopyAttributes, (hipStream_t to, hipStream_t from), copy(to, from))
BOTH(CtxResetPersistingL2Cache, (), finish(hipSuccess))
BOTH(StreamGetId, (hipStream_t stream, unsigned long long *id), number(stream, id))
#undef BOTH
}
