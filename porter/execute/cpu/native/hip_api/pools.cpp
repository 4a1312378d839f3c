// Memory pools: they remember what they are told, and give memory back at once whatever it is.
#include "api.h"

#include <atomic>
#include <iterator>

using namespace porter::hip;

struct ihipMemPoolHandle_t {
  int reuse[3] = {1, 1, 1}; ///< the three ways in which a pool may take memory up again
  uint64_t releaseThreshold = 0;
};

namespace {

ihipMemPoolHandle_t standardPool;
std::atomic<hipMemPool_t> currentPool{&standardPool};

} // namespace

extern "C" {

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int device) {
  if (!pool || device != 0)
    return finish(pool ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *pool = &standardPool;
  return finish(hipSuccess);
}
hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device) {
  if (!pool || device != 0)
    return finish(pool ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *pool = currentPool;
  return finish(hipSuccess);
}
hipError_t hipDeviceSetMemPool(int device, hipMemPool_t pool) {
  if (!pool || device != 0)
    return finish(pool ? hipErrorInvalidDevice : hipErrorInvalidValue);
  currentPool = pool;
  return finish(hipSuccess);
}
hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *properties) {
  if (!pool || !properties || properties->allocType != hipMemAllocationTypePinned)
    return finish(hipErrorInvalidValue);
  *pool = new ihipMemPoolHandle_t;
  return finish(hipSuccess);
}
hipError_t hipMemPoolDestroy(hipMemPool_t pool) {
  if (!pool || pool == &standardPool)
    return finish(hipErrorInvalidValue);
  hipMemPool_t destroyed = pool;
  currentPool.compare_exchange_strong(destroyed, &standardPool);
  delete pool;
  return finish(hipSuccess);
}
hipError_t hipMemPoolSetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *value) {
  if (!pool || !value)
    return finish(hipErrorInvalidValue);
  const size_t reuse = size_t(attribute) - hipMemPoolReuseFollowEventDependencies;
  if (reuse < std::size(pool->reuse))
    pool->reuse[reuse] = *static_cast<int *>(value);
  else if (attribute == hipMemPoolAttrReleaseThreshold)
    pool->releaseThreshold = *static_cast<uint64_t *>(value);
  else if (*static_cast<uint64_t *>(value)) // high marks can only be set back
    return finish(hipErrorInvalidValue);
  return finish(hipSuccess);
}
hipError_t hipMemPoolGetAttribute(hipMemPool_t pool, hipMemPoolAttr attribute, void *value) {
  if (!pool || !value)
    return finish(hipErrorInvalidValue);
  const size_t reuse = size_t(attribute) - hipMemPoolReuseFollowEventDependencies;
  if (reuse < std::size(pool->reuse))
    *static_cast<int *>(value) = pool->reuse[reuse];
  else
    *static_cast<uint64_t *>(value) =
        attribute == hipMemPoolAttrReleaseThreshold ? pool->releaseThreshold : allocatedBytes();
  return finish(hipSuccess);
}
hipError_t hipMemPoolTrimTo(hipMemPool_t pool, size_t) { return finish(pool ? hipSuccess : hipErrorInvalidValue); }
}
