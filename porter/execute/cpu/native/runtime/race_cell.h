// Who touched a word of memory last.
#pragma once

#include "../abi.h"

namespace porter {

/// An access that later ones may be at odds with.
struct PastAccess {
  uint64_t place : 48;   ///< a SourcePlace
  uint64_t mask : 4;     ///< which bytes of the word
  uint64_t isAtomic : 1; ///< or volatile
  uint64_t isThere : 1;
  uint32_t item; ///< of the launch
  uint32_t time;

  const SourcePlace *source() const { return reinterpret_cast<const SourcePlace *>(uint64_t(place)); }
};
static_assert(sizeof(PastAccess) == 16);

/// Two accesses of a kind: the first that is not over, and the last one.
struct PastAccesses {
  PastAccess first, last;
};

/// Who wrote and who read a word.
struct RaceCell {
  static constexpr uintptr_t bytes = 4;
  PastAccesses writes, reads;
};

} // namespace porter
