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
  MISTAKE("launch: null kernel", GPU(LaunchKernel)((const void *)nullptr, dim3(1), dim3(1), arguments, 0, nullptr));
  MISTAKE("launch: unknown kernel", GPU(LaunchKernel)((const void *)&host, dim3(1), dim3(1), arguments, 0, nullptr));
  MISTAKE("launch: no blocks", launched(0, 64));
  MISTAKE("launch: no blocks along y", launched(dim3(1, 0), 64));
  MISTAKE("launch: no threads", launched(1, 0));
  MISTAKE("launch: no threads along z", launched(1, dim3(1, 1, 0)));
  MISTAKE("launch: 1025 threads", launched(1, 1025));
  MISTAKE("launch: 64 * 32 threads", launched(1, dim3(64, 32)));
  MISTAKE("launch: 1025 along y", launched(1, dim3(1, 1025)));
  MISTAKE("launch: 65 along z", launched(1, dim3(1, 1, 65)));
  MISTAKE("launch: 2^32 - 1 threads", launched(1, 0xffffffffu));
  MISTAKE("launch: 2^31 blocks", launched(0x80000000u, 1));
  MISTAKE("launch: 2^32 - 1 blocks", launched(0xffffffffu, 1));
  MISTAKE("launch: 2^32 - 1 blocks along y", launched(dim3(1, 0xffffffffu), 1));
  MISTAKE("launch: 65537 blocks along y", launched(dim3(1, 65537), 1));
  MISTAKE("launch: 65537 blocks along z", launched(dim3(1, 1, 65537), 1));
  MISTAKE("launch: all dimensions 2^32 - 1", launched(dim3(0xffffffffu, 0xffffffffu, 0xffffffffu), 1));
  MISTAKE("launch: shared memory beyond all", launched(1, 1, 1 << 20));
  MISTAKE("launch: shared memory 2^64 - 1", launched(1, 1, huge));
  MISTAKE("launch: shared memory 2^32", launched(1, 1, size_t(1) << 32));
  store<<<1, 2048>>>(to);
  MISTAKE("launch: chevrons, 2048 threads", GPU(GetLastError)());
  store<<<0, 64>>>(to);
  MISTAKE("launch: chevrons, no blocks", GPU(GetLastError)());
  store<<<1, 64, 1 << 20>>>(to);
  MISTAKE("launch: chevrons, shared memory", GPU(GetLastError)());
  MISTAKE("cooperative: null kernel", cooperative(nullptr, 1, 1));
  MISTAKE("cooperative: unknown kernel", cooperative(&host, 1, 1));
  MISTAKE("cooperative: no blocks", cooperative((const void *)store, 0, 64));
  MISTAKE("cooperative: no threads", cooperative((const void *)store, 1, 0));
  MISTAKE("cooperative: 1025 threads", cooperative((const void *)store, 1, 1025));
  MISTAKE("cooperative: more blocks than fit", cooperative((const void *)store, 1 << 20, 64));
  MISTAKE("cooperative: shared memory beyond all", cooperative((const void *)store, 1, 64, 1 << 20));
  MISTAKE("launch: afterwards", launched(1, 64));
  MISTAKE("synchronize: afterwards", GPU(DeviceSynchronize)());
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
  MISTAKE("function: null", GPU(FuncGetAttributes)((GPU(FuncAttributes) *)nullptr, kernel));
  MISTAKE("function: null kernel", GPU(FuncGetAttributes)(&attributes, nothing));
  MISTAKE("function: unknown kernel", GPU(FuncGetAttributes)(&attributes, other));
  MISTAKE("function set: null kernel", GPU(FuncSetAttribute)(nothing, shared, 1024));
  MISTAKE("function set: unknown kernel", GPU(FuncSetAttribute)(other, shared, 1024));
  MISTAKE("function set: unknown attribute", GPU(FuncSetAttribute)(kernel, unknown<GPU(FuncAttribute)>(), 1));
  MISTAKE("function set: all shared memory", GPU(FuncSetAttribute)(kernel, shared, optIn));
  MISTAKE("launch: all shared memory", launched(1, 1, size_t(optIn)));
  MISTAKE("function set: one byte more", GPU(FuncSetAttribute)(kernel, shared, optIn + 1));
  MISTAKE("launch: one byte more", launched(1, 1, size_t(optIn) + 1));
  MISTAKE("function set: negative", GPU(FuncSetAttribute)(kernel, shared, -1));
  MISTAKE("function set: carveout 101", GPU(FuncSetAttribute)(kernel, GPU(FuncAttributePreferredSharedMemoryCarveout), 101));
  MISTAKE("function cache: null kernel", GPU(FuncSetCacheConfig)(nothing, GPU(FuncCachePreferL1)));
  MISTAKE("function cache: unknown", GPU(FuncSetCacheConfig)(kernel, unknown<FuncCache>()));
  MISTAKE("occupancy: null", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(nullptr, kernel, 64, 0));
  MISTAKE("occupancy: null kernel", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, nothing, 64, 0));
  MISTAKE("occupancy: unknown kernel", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, other, 64, 0));
  MISTAKE("occupancy: no threads", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, 0, 0));
  MISTAKE("occupancy: negative", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, -1, 0));
  MISTAKE("occupancy: 2048 threads", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, 2048, 0));
  MISTAKE("occupancy: shared memory 2^64 - 1", GPU(OccupancyMaxActiveBlocksPerMultiprocessor)(&blocks, kernel, 64, huge));
}

inline void launches() {
  configurations();
  kernel_questions();
}
