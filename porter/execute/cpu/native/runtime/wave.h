// A wave: the lanes that run together, and what they tell each other.
#pragma once

#include "../abi.h"

namespace porter {

/// Lanes of one wave, each in exactly one of the sets.
struct Wave {
  uint64_t runnable = 0;
  uint64_t waiting = 0;   ///< at a rendezvous of the wave
  uint64_t atBarrier = 0;
  uint64_t atGridSync = 0;
  uint64_t spinning = 0;
  uint32_t size = 0;      ///< lanes that exist
  uint32_t site = 0;      ///< where those wait that wait, unless `mixedSites`
  bool mixedSites = false;
  uint64_t waitingSince = 0; ///< when lanes began to wait for spinning ones, 0 for not
  Item *items = nullptr;
  const uint64_t *kept = nullptr; ///< registers of the first lane, then of the next
  uint32_t keptRegisters = 0;
};

/// Answer a rendezvous of the lanes `active`, which wait at the same site.
void exchange(Wave &wave, uint64_t active, uint32_t waveSize);

/// MFMA and WMMA.
void multiplyMatrices(Wave &wave, uint64_t active, uint32_t waveSize);

/// The scaled MFMA of gfx950, by all of a wave's lanes.
void multiplyScaledMatrices(Wave &wave, const MatrixShape &shape, const ScaledModifiers &modifiers);

/// CUDA's mma and wmma.
void multiplyWarpMatrices(Wave &wave, uint64_t active);

/// CUDA's ldmatrix, stmatrix and movmatrix.
void moveMatrixRows(Wave &wave, uint64_t active);

/// CUDA's warp operations: the answer for one lane.
uint64_t exchangeWarp(const Item &item, uint32_t lane, const Item *items, uint64_t active);

} // namespace porter
