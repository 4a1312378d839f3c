// The order in which the blocks of a launch begin, the waves of a block run and the lanes of a wave take turns. Hardware
// promises none of the first two, and NVIDIA's none of the third.
#pragma once

#include <cstdint>

namespace porter {

class Order {
public:
  /// As the environment says: PORTER_CPU_WAVES or PORTER_CPU_LANES "backward", or PORTER_CPU_ORDER, the number of a
  /// shuffle.
  static Order wanted();

  /// Which of `count` blocks is the one at `place`.
  uint64_t block(uint64_t place, uint64_t count) const;
  /// Which of `count` waves is the one at `place` in this round of this block.
  uint32_t wave(uint32_t place, uint32_t count, uint64_t block, uint64_t round) const;

  /// Of some lanes, the one that runs first.
  uint64_t first(uint64_t lanes) const {
    return lanesBackward ? uint64_t(1) << (63 - __builtin_clzll(lanes)) : lanes & -lanes;
  }
  bool lanesBackward = false;

private:
  uint64_t shuffled(uint64_t place, uint64_t count, uint64_t key) const;
  bool isBackward = false, isShuffled = false;
  uint64_t seed = 0;
};

} // namespace porter
