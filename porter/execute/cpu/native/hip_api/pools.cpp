// Memory pools: they remember what they are told, and give memory back at once whatever it is.
#include "streams.h"

#include <atomic>
#include <iterator>

using namespace porter::hip;

namespace {

struct Pool {
  int reuse[3] = {1, 1, 1}; ///< the three ways in which a pool may take memory up again
  uint64_t releaseThreshold = 0;
};
Handles<Pool, hipMemPool_t> &pools() { return handlesOf<Pool, hipMemPool_t>(); }

hipMemPool_t standardPool() {
  static const hipMemPool_t pool = pools().add(std::make_shared<Pool>());
  return pool;
}
std::atomic<hipMemPool_t> &currentPool() {
  static std::atomic<hipMemPool_t> pool{standardPool()};
  return pool;
}

hipError_t answer(hipMemPool_t *pool, int device, hipMemPool_t value) {
  if (!pool || !isDevice(device))
    return finish(pool ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *pool = value;
  return finish(hipSuccess);
}

/// How much is there and how much is used; the high marks can be set back, the others only read.
bool isMark(hipMemPoolAttr attribute) {
  return attribute >= hipMemPoolAttrReservedMemCurrent && attribute <= hipMemPoolAttrUsedMemHigh;
}
bool canBeSetBack(hipMemPoolAttr attribute) {
  return attribute == hipMemPoolAttrReservedMemHigh || attribute == hipMemPoolAttrUsedMemHigh;
}

} // namespace

extern "C" {

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device) { return answer(pool, device, standardPool()); }
hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device) { return answer(pool, device, currentPool()); }
hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool) {
  const bool isPool = pools().find(pool) != nullptr;
  if (!isPool || !isDevice(device))
    return finish(isPool ? hipErrorInvalidDevice : hipErrorInvalidValue);
  currentPool() = pool;
  return finish(hipSuccess);
}
hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *properties) {
  if (!pool || !properties || properties->allocType != hipMemAllocationTypePinned ||
      properties->location.type != hipMemLocationTypeDevice || !isDevice(properties->location.id))
    return finish(hipErrorInvalidValue);
  *pool = pools().add(std::make_shared<Pool>());
  return finish(hipSuccess);
}
hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  if (pool == standardPool() || !pools().take(pool))
    return finish(hipErrorInvalidValue);
  hipMemPool_t destroyed = pool;
  currentPool().compare_exchange_strong(destroyed, standardPool());
  return finish(hipSuccess);
}
hipError_t hipMemPoolSetAttribute(hipMemPool_t handle, hipMemPoolAttr attribute, void *value) {
  const auto pool = pools().find(handle);
  if (!pool || !value)
    return finish(hipErrorInvalidValue);
  const size_t reuse = size_t(attribute) - hipMemPoolReuseFollowEventDependencies;
  if (reuse < std::size(pool->reuse))
    pool->reuse[reuse] = *static_cast<int *>(value);
  else if (attribute == hipMemPoolAttrReleaseThreshold)
    pool->releaseThreshold = *static_cast<uint64_t *>(value);
  else if (!canBeSetBack(attribute) || *static_cast<uint64_t *>(value))
    return finish(hipErrorInvalidValue);
  return finish(hipSuccess);
}
hipError_t hipMemPoolGetAttribute(hipMemPool_t handle, hipMemPoolAttr attribute, void *value) {
  const auto pool = pools().find(handle);
  if (!pool || !value)
    return finish(hipErrorInvalidValue);
  const size_t reuse = size_t(attribute) - hipMemPoolReuseFollowEventDependencies;
  if (reuse < std::size(pool->reuse))
    *static_cast<int *>(value) = pool->reuse[reuse];
  else if (attribute == hipMemPoolAttrReleaseThreshold)
    *static_cast<uint64_t *>(value) = pool->releaseThreshold;
  else if (isMark(attribute))
    *static_cast<uint64_t *>(value) = allocatedBytes();
  else
    return finish(hipErrorInvalidValue);
  return finish(hipSuccess);
}
hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t) {
  return finish(pools().find(pool) ? hipSuccess : hipErrorInvalidValue);
}
/// Devices share their memory: each has access to every pool.
hipError_t hipMemPoolSetAccess(hipMemPool_t pool, const hipMemAccessDesc *wanted, size_t count) {
  if (!pools().find(pool) || (count && !wanted))
    return finish(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (wanted[i].location.type != hipMemLocationTypeDevice || !isDevice(wanted[i].location.id))
      return finish(hipErrorInvalidDevice);
  return finish(hipSuccess);
}
hipError_t hipMemPoolGetAccess(hipMemAccessFlags *flags, hipMemPool_t pool, hipMemLocation *location) {
  if (!flags || !location || !pools().find(pool) || location->type != hipMemLocationTypeDevice ||
      !isDevice(location->id))
    return finish(hipErrorInvalidValue);
  *flags = hipMemAccessFlagsProtReadWrite;
  return finish(hipSuccess);
}
hipError_t hipMallocFromPoolAsync(void **pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream) {
  return pools().find(pool) ? hipMallocAsync(pointer, bytes, stream) : finish(hipErrorInvalidValue);
}
}
