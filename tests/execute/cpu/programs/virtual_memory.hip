// Memory that is made, and mapped at addresses that were reserved.
#include <hip/hip_runtime.h>
#include <cstdio>

__global__ void fill(int *p, int n) { for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 3 * i; }

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", what, good ? "ok" : "FAILED");
  failures += !good;
}

int main() {
  int offered = 0;
  check("offered", hipDeviceGetAttribute(&offered, hipDeviceAttributeVirtualMemoryManagementSupported, 0) == hipSuccess && offered);
  hipMemAllocationProp how = {};
  how.type = hipMemAllocationTypePinned;
  how.location = {hipMemLocationTypeDevice, 0};
  size_t unit = 0;
  check("granularity", hipMemGetAllocationGranularity(&unit, &how, hipMemAllocationGranularityMinimum) == hipSuccess && unit);
  void *start = nullptr;
  check("reserve", hipMemAddressReserve(&start, 3 * unit, 0, nullptr, 0) == hipSuccess && start);
  check("no part of a unit", hipMemAddressReserve(&start, unit / 2, 0, nullptr, 0) == hipErrorInvalidValue);
  hipMemGenericAllocationHandle_t memory;
  check("create", hipMemCreate(&memory, unit, &how, 0) == hipSuccess);
  char *first = static_cast<char *>(start), *last = first + 2 * unit;
  check("map", hipMemMap(first, unit, 0, memory, 0) == hipSuccess);
  check("map what is mapped", hipMemMap(first, unit, 0, memory, 0) == hipErrorInvalidValue);
  check("map outside", hipMemMap(first + 3 * unit, unit, 0, memory, 0) == hipErrorInvalidValue);
  check("map again elsewhere", hipMemMap(last, unit, 0, memory, 0) == hipSuccess);
  hipMemAccessDesc access = {{hipMemLocationTypeDevice, 0}, hipMemAccessFlagsProtReadWrite};
  check("access", hipMemSetAccess(first, unit, &access, 1) == hipSuccess && hipMemSetAccess(last, unit, &access, 1) == hipSuccess);
  check("access to what is not mapped", hipMemSetAccess(first + unit, unit, &access, 1) == hipErrorInvalidValue);
  unsigned long long flags = 0;
  check("access is told", hipMemGetAccess(&flags, &how.location, first) == hipSuccess && flags == hipMemAccessFlagsProtReadWrite);
  fill<<<1, 64>>>(reinterpret_cast<int *>(first), 1000);
  check("kernel", hipDeviceSynchronize() == hipSuccess);
  int value = 0;
  check("one memory at two addresses", hipMemcpy(&value, last + 4 * 77, 4, hipMemcpyDeviceToHost) == hipSuccess && value == 231);
  hipMemGenericAllocationHandle_t more;
  check("memory between", hipMemCreate(&more, unit, &how, 0) == hipSuccess && hipMemMap(first + unit, unit, 0, more, 0) == hipSuccess && hipMemSetAccess(first, 3 * unit, &access, 1) == hipSuccess);
  const int pair[] = {5, 6};
  int told[2] = {};
  check("copies across", hipMemcpy(first + unit - 4, pair, 8, hipMemcpyHostToDevice) == hipSuccess && hipMemcpy(told, first + unit - 4, 8, hipMemcpyDeviceToHost) == hipSuccess && told[0] == 5 && told[1] == 6);
  check("a fill of all", hipMemset(first + 8, 1, 3 * unit - 8) == hipSuccess && hipMemset(first + 8, 1, 3 * unit) == hipErrorInvalidValue);
  fill<<<1, 64>>>(reinterpret_cast<int *>(first), 1000);
  check("unmap between", hipMemUnmap(first + unit, unit) == hipSuccess && hipMemRelease(more) == hipSuccess);
  check("nothing to copy across", hipMemcpy(told, first + unit - 4, 8, hipMemcpyDeviceToHost) == hipErrorInvalidValue);
  check("release", hipMemRelease(memory) == hipSuccess && hipMemRelease(memory) == hipErrorInvalidValue);
  check("it lives while it is mapped", hipMemcpy(&value, first + 4, 4, hipMemcpyDeviceToHost) == hipSuccess && value == 3);
  check("addresses in use", hipMemAddressFree(start, 3 * unit) == hipErrorInvalidValue);
  check("unmap", hipMemUnmap(first, unit) == hipSuccess && hipMemUnmap(last, unit) == hipSuccess);
  check("unmap again", hipMemUnmap(first, unit) == hipErrorInvalidValue);
  check("free", hipMemAddressFree(start, 3 * unit) == hipSuccess);
  return failures;
}
