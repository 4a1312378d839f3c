// Memory pools: one, which gives everything back at once.
#include "api.h"

using namespace porter::hip;

extern "C" {

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *pool, int) {
  static char thePool;
  *pool = reinterpret_cast<hipMemPool_t>(&thePool);
  return finish(hipSuccess);
}
hipError_t hipDeviceGetMemPool(hipMemPool_t *pool, int device) { return hipDeviceGetDefaultMemPool(pool, device); }
hipError_t hipDeviceSetMemPool(int, hipMemPool_t) { return finish(hipSuccess); }
hipError_t hipMemPoolCreate(hipMemPool_t *pool, const hipMemPoolProps *) { return hipDeviceGetDefaultMemPool(pool, 0); }
hipError_t hipMemPoolDestroy(hipMemPool_t) { return finish(hipSuccess); }
hipError_t hipMemPoolSetAttribute(hipMemPool_t, hipMemPoolAttr, void *) { return finish(hipSuccess); }
hipError_t hipMemPoolGetAttribute(hipMemPool_t, hipMemPoolAttr attribute, void *value) {
  bool is64Bit = attribute >= hipMemPoolAttrReleaseThreshold;
  if (is64Bit)
    *static_cast<uint64_t *>(value) = attribute == hipMemPoolAttrReleaseThreshold ? 0 : allocatedBytes();
  else
    *static_cast<int *>(value) = 1;
  return finish(hipSuccess);
}
hipError_t hipMemPoolTrimTo(hipMemPool_t, size_t) { return finish(hipSuccess); }
}
