// What is known of the bytes of a block's LDS.
#pragma once

#include "race_cell.h"
#include "shadow.h"

#include "../abi.h"

#include <vector>

namespace porter {

/// Bytes behind a block's LDS that are no part of it, for accesses that leave it.
constexpr uint32_t ldsGuard = 4096;

/// States of a block's LDS, from its reserved bytes on to its guard.
class LdsShadow {
public:
  /// A block begins whose LDS lies at `start`, behind its reserved bytes.
  void begin(const char *start, const KernelEntry &kernel, uint32_t dynamicOffset, uint32_t dynamicBytes);

  bool contains(uintptr_t address) const { return address - first < states.size(); }
  uint8_t *statesAt(uintptr_t address) { return states.data() + (address - first); }
  RaceCell &cellAt(uintptr_t address) { return cells[(address - first) / RaceCell::bytes]; }
  uint32_t offsetOf(uintptr_t address) const { return uint32_t(address - first) - reservedLds; }
  size_t bytesFrom(uintptr_t address) const { return states.size() - (address - first); }

private:
  const KernelEntry *preparedFor = nullptr;
  uint32_t preparedDynamic = 0;
  uintptr_t first = 0;
  std::vector<uint8_t> fresh, states;
  std::vector<RaceCell> cells;
};

} // namespace porter
