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
  Sites *sites = nullptr;         ///< of a kernel that is cut into regions; else items have theirs
  Column *columns = nullptr;      ///< likewise
  Exchange current = alone(Operation::Exit); ///< where the operands of the exchange are that is answered, else the first
  const Region *regions = nullptr;

  uint32_t siteOf(uint32_t lane) const { return sites ? sites->of[lane] : items[lane].site; }
  Operation operationOf(uint32_t lane) const {
    return sites ? regions[sites->of[lane]].operation : items[lane].operation;
  }
  uint64_t a(uint32_t lane) const { return columns ? columns[current.a].of[lane] : items[lane].a; }
  uint64_t b(uint32_t lane) const { return columns ? columns[current.b].of[lane] : items[lane].b; }
  uint64_t c(uint32_t lane) const { return columns ? columns[current.c].of[lane] : items[lane].c; }
  uint64_t &answer(uint32_t lane) const { return columns ? columns[current.answer].of[lane] : items[lane].a; }
};

/// Answer what the lanes `active` ask for, which wait at the same site.
void answer(Wave &wave, uint64_t active, uint32_t waveSize);

/// MFMA and WMMA.
void multiplyMatrices(Wave &wave, uint64_t active, uint32_t waveSize);

/// The scaled MFMA of gfx950, by all of a wave's lanes.
void multiplyScaledMatrices(Wave &wave, const MatrixShape &shape, const ScaledModifiers &modifiers);

/// CUDA's mma and wmma.
void multiplyWarpMatrices(Wave &wave, uint64_t active);

/// CUDA's ldmatrix, stmatrix and movmatrix.
void moveMatrixRows(Wave &wave, uint64_t active);

/// CUDA's warp operations: the answer for one lane.
uint64_t exchangeWarp(const Wave &wave, Operation operation, uint32_t lane, uint64_t active);

} // namespace porter
