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

/// The last write of a word, and two readers: the last one, and one before it that nothing orders.
struct RaceCell {
  static constexpr uintptr_t bytes = 4;
  PastAccess write, reads[2];
};

} // namespace porter
