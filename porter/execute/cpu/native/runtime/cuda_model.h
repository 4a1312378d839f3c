// What a GPU of each of NVIDIA's compute capabilities has (CUDA C++ Programming Guide, "Technical Specifications per
// Compute Capability"; the numbers of multiprocessors and the clocks are those of V100, T4, A100, RTX 3090, L40, H100).
#pragma once

#include <string>

namespace porter {

struct CudaModel {
  const char *architecture;
  int major, minor, multiprocessors, itemsPerMultiprocessor, blocksPerMultiprocessor;
  /// Shared memory, in KiB: of a multiprocessor, that a block can ask for, and that the system keeps of each block.
  int sharedOfMultiprocessor, sharedOptIn, sharedReserved;
  int clockKilohertz;
};

/// The model of an architecture such as "sm_80", which is also what an unknown one gets.
inline const CudaModel &cudaModel(const std::string &architecture) {
  static const CudaModel models[] = {
      {"sm_80", 8, 0, 108, 2048, 32, 164, 163, 1, 1410000}, {"sm_70", 7, 0, 80, 2048, 32, 96, 96, 0, 1530000},
      {"sm_75", 7, 5, 40, 1024, 16, 64, 64, 0, 1590000},    {"sm_86", 8, 6, 82, 1536, 16, 100, 99, 1, 1695000},
      {"sm_89", 8, 9, 142, 1536, 24, 100, 99, 1, 2490000},  {"sm_90", 9, 0, 132, 2048, 32, 228, 227, 1, 1980000},
  };
  for (const CudaModel &model : models)
    if (architecture == model.architecture)
      return model;
  return models[0];
}

} // namespace porter
