// What kernels that are cut into regions and the runtime agree on; a part of abi.h.
#pragma once

#include <cstdint>

namespace porter {

enum class Operation : uint32_t;
struct Item;

/// Most lanes that a wave has; how many a loop over lanes takes at a time, so that vectors need no loop for a rest.
constexpr uint32_t mostLanes = 64, laneGroup = 16;

/// What the lanes of a wave asked for where they stopped, each field of all lanes side by side.
struct alignas(64) Requests {
  uint32_t site[mostLanes]; ///< the region that begins behind the place; 0 for a work-item that has returned
  uint64_t a[mostLanes], b[mostLanes], c[mostLanes];
};

/// Lanes of one wave that go on from the same place, and lie side by side in x.
struct Turn {
  void **arguments;
  char *slots; ///< of the wave: what lives across places, each value of all lanes side by side
  Item *items; ///< of the wave
  Requests *requests;
  uint32_t first, groups, id[3]; ///< the first lane, how many groups of lanes, the first lane's work-item
};

/// Bytes of a wave's slots.
struct SlotRange { uint32_t offset, bytes; };

/// A kernel's code between places where lanes may stop.
struct Region {
  /// Run one lane; returns its next site.
  uint32_t (*one)(const Turn *turn, uint32_t lane, uint32_t x, uint32_t y, uint32_t z);
  void (*all)(const Turn *turn); ///< run the turn's groups of lanes; null where that gains nothing
  Operation operation;           ///< what lanes asked for that begin here
  const SlotRange *changed; uint32_t changedCount; ///< slots from which it reads and to which it writes
};

} // namespace porter
