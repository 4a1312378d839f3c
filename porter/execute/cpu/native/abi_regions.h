// What kernels that are cut into regions and the runtime agree on; a part of abi.h.
#pragma once

#include <cstdint>

namespace porter {

enum class Operation : uint32_t;
struct Item;

/// Most lanes that a wave has; how many a loop over lanes takes at a time, so that vectors need no loop for a rest.
constexpr uint32_t mostLanes = 64, laneGroup = 16;

/// Work-items that a block may have, and so the least number along an axis that none has.
constexpr uint32_t mostItems = 1024;

/// Where the lanes of a wave stopped: the region that begins behind the place; 0 for a work-item that has returned.
struct alignas(64) Sites { uint32_t of[mostLanes]; };

/// A word of each of them, which it brought or was answered.
struct alignas(64) Column { uint64_t of[mostLanes]; };

/// What lanes ask for where they stopped, and which columns have the operands and get the answer.
struct Exchange {
  Operation operation;
  uint32_t a, b, c, answer;
};

/// Where a place has one exchange, its answer replaces `a`.
constexpr Exchange alone(Operation operation) { return {operation, 0, 1, 2, 0}; }

/// How many exchanges a place may have, none of which waits for another's answer.
constexpr uint32_t mostTogether = 32;

/// Lanes of one wave that go on from the same place, and lie side by side in x.
struct Turn {
  void **arguments;
  char *slots; ///< of the wave: what lives across places, each value of all lanes side by side
  Item *items; ///< of the wave
  Sites *sites;    ///< of the wave
  Column *columns; ///< of the wave
  uint32_t first, groups, id[3]; ///< the first lane, how many groups of lanes, the first lane's work-item
};

/// Bytes of a wave's slots.
struct SlotRange { uint32_t offset, bytes; };

/// A kernel's code between places where lanes may stop.
struct Region {
  /// Run one lane; returns its next site.
  uint32_t (*one)(const Turn *turn, uint32_t lane, uint32_t x, uint32_t y, uint32_t z);
  void (*all)(const Turn *turn); ///< run the turn's groups of lanes; null where that gains nothing
  Operation operation;           ///< what lanes asked for that begin here: the first exchange of several
  const Exchange *exchanges; uint32_t exchangeCount; ///< null for one alone
  const SlotRange *changed; uint32_t changedCount; ///< slots from which it reads and to which it writes
};

} // namespace porter
