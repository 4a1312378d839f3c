// The order in which the blocks of a launch begin and the waves of a block run. Hardware promises none.
#pragma once

#include <cstdint>

namespace porter {

class Order {
public:
  /// As the environment says: PORTER_CPU_WAVES "backward", or PORTER_CPU_ORDER, the number of a shuffle.
  static Order wanted();

  /// Which of `count` blocks is the one at `place`.
  uint64_t block(uint64_t place, uint64_t count) const;
  /// Which of `count` waves is the one at `place` in this round of this block.
  uint32_t wave(uint32_t place, uint32_t count, uint64_t block, uint64_t round) const;

private:
  uint64_t shuffled(uint64_t place, uint64_t count, uint64_t key) const;
  bool isBackward = false, isShuffled = false;
  uint64_t seed = 0;
};

} // namespace porter
