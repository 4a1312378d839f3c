// Launches, and questions about kernels.
#pragma once

#include "misuse.h"

inline GPU(Error_t) launched(dim3 grid, dim3 block, size_t shared = 0) {
  int *to = reinterpret_cast<int *>(buffer());
  void *arguments[] = {&to};
  return GPU(LaunchKernel)((const void *)store, grid, block, arguments, shared, nullptr);
}
inline GPU(Error_t) cooperative(const void *kernel, dim3 grid, dim3 block, size_t shared = 0) {
  int *to = reinterpret_cast<int *>(buffer());
  void *arguments[] = {&to};
  return GPU(LaunchCooperativeKernel)(kernel, grid, block, arguments, unsigned(shared), nullptr);
}

inline void configurations() {
  int *to = reinterpret_cast<int *>(buffer());
  void *arguments[] = {&to};
  static int host;
  say("launch: null kernel", GPU(LaunchKernel)((const void *)nullptr, dim3(1), dim3(1), arguments, 0, nullptr));
  say("launch: unknown kernel", GPU(LaunchKernel)((const void *)&host, dim3(1), dim3(1), arguments, 0, nullptr));
  say("launch: no blocks", launched(0, 64));
  say("launch: no blocks along y", launched(dim3(1, 0), 64));
  say("launch: no threads", launched(1, 0));
  say("launch: no threads along z", launched(1, dim3(1, 1, 0)));
  say("launch: 1025 threads", launched(1, 1025));
  say("launch: 64 * 32 threads", launched(1, dim3(64, 32)));
  say("launch: 1025 along y", launched(1, dim3(1, 1025)));
  say("launch: 65 along z", launched(1, dim3(1, 1, 65)));
  say("launch: 2^32 - 1 threads", launched(1, 0xffffffffu));
  say("launch: 2^31 blocks", launched(0x80000000u, 1));
  say("launch: 2^32 - 1 blocks", launched(0xffffffffu, 1));
  say("launch: 2^32 - 1 blocks along y", launched(dim3(1, 0xffffffffu), 1));
  say("launch: 65537 blocks along y", launched(dim3(1, 65537), 1));
  say("launch: 65537 blocks along z", launched(dim3(1, 1, 65537), 1));
  say("launch: all dimensions 2^32 - 1", launched(dim3(0xffffffffu, 0xffffffffu, 0xffffffffu), 1));
  say("launch: shared memory beyond all", launched(1, 1, 1 << 20));
  say("launch: shared memory 2^64 - 1", launched(1, 1, huge));
  say("launch: shared memory 2^32", launched(1, 1, size_t(1) << 32));
  store<<<1, 2048>>>(to);
  say("launch: chevrons, 2048 threads", GPU(GetLastError)());
  store<<<0, 64>>>(to);
  say("launch: chevrons, no blocks", GPU(GetLastError)());
  store<<<1, 64, 1 << 20>>>(to);
  say("launch: chevrons, shared memory", GPU(GetLastError)());
  say("cooperative: null kernel", cooperative(nullptr, 1, 1));
  say("cooperative: unknown kernel", cooperative(&host, 1, 1));
  say("cooperative: no blocks", cooperative((const void *)store, 0, 64));
  say("cooperative: no threads", cooperative((const void *)store, 1, 0));
  say("cooperative: 1025 threads", cooperative((const void *)store, 1, 1025));
  say("cooperative: more blocks than fit", cooperative((const void *)store, 1 << 20, 64));
  say("cooperative: shared memory beyond all", cooperative((const void *)store, 1, 64, 1 << 20));
  say("launch: afterwards", launched(1, 64));
  say("synchronize: afterwards", GPU(DeviceSynchronize)());
}

inline void kernel_questions() {
  GPU(FuncAttributes) attributes;
  static int host;
  int blocks = 0, optIn = 0;
  const void *kernel = (const void *)store, *other = &host;
  const void *nothing = nullptr;
  (void)GPU(DeviceGetAttribute)(&optIn,
#ifdef __HIP__
                                hipDeviceAttributeSharedMemPerBlockOptin, 0);
#else
                                cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
#endif
  const auto shared = GPU(FuncAttributeMaxDynamicSharedMemorySize);
  say("function: null", GPU(FuncGetAttributes)((GPU(FuncAttributes) *)nullptr, kernel));
  say("function: null kernel", GPU(FuncGetAttributes)(&attributes, nothing));
  say("function: unknown kernel", GPU(FuncGetAttributes)(&attributes, other));
  say("function set: null kernel", GPU(FuncSetAttribute)(nothing, shared, 1024));
  say("function set: unknown kernel", GPU(FuncSetAttribute)(other, shared, 1024));
  say("function set: unknown attribute", GPU(FuncSetAttribute)(kernel, unknown<GPU(FuncAttribute)>(), 1));
  say("function set: all shared memory", GPU(FuncSetAttribute)(kernel, shared, optIn));
  say("launch: all shared memory", launched(1, 1, size_t(optIn)));
  say("function set: one byte more", GPU(FuncSetAttribute)(kernel, shared, optIn + 1));
  say("launch: one byte more", launched(1, 1, size_t(optIn) + 1));
  say("function set: negative", GPU(FuncSetAttribute)(kernel, shared, -1));
  say("function set: carveout 101", GPU(FuncSetAttribute)(kernel, GPU(FuncAttributePreferredSharedMemoryCarveout), 101));
  say("function cache: null kernel", GPU(FuncSetCacheConfig)(nothing, GPU(FuncCachePreferL1)));
  say("function cache: unknown", GPU(FuncSetCacheConfig)(kernel, unknown<FuncCache>()));
  say("occupancy: null", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(nullptr, kernel, 64, 0));
  say("occupancy: null kernel", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, nothing, 64, 0));
  say("occupancy: unknown kernel", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, other, 64, 0));
  say("occupancy: no threads", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, 0, 0));
  say("occupancy: negative", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, -1, 0));
  say("occupancy: 2048 threads", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, 2048, 0));
  say("occupancy: shared memory 2^64 - 1", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, 64, huge));
}

inline void launches() {
  configurations();
  kernel_questions();
}
