// Orders: forward, backward, and those of a seed.
#include "order.h"

#include <cstdlib>
#include <cstring>

namespace porter {
namespace {

/// Bits of a word mixed well (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
uint64_t mixed(uint64_t word) {
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

} // namespace

Order Order::wanted() {
  Order order;
  const char *waves = std::getenv("PORTER_CPU_WAVES"), *shuffle = std::getenv("PORTER_CPU_ORDER");
  const char *lanes = std::getenv("PORTER_CPU_LANES");
  order.isBackward = waves && std::strcmp(waves, "backward") == 0;
  order.lanesBackward = lanes && std::strcmp(lanes, "backward") == 0;
  order.isShuffled = shuffle != nullptr;
  order.seed = shuffle ? std::strtoull(shuffle, nullptr, 10) : 0;
  return order;
}

/// A permutation of the numbers below `count`: four rounds of a Feistel network over the next power of four, walked
/// until the number is below.
uint64_t Order::shuffled(uint64_t place, uint64_t count, uint64_t key) const {
  unsigned half = 1;
  while (half < 32 && (uint64_t(1) << 2 * half) < count)
    ++half;
  const uint64_t mask = (uint64_t(1) << half) - 1;
  do {
    uint64_t left = place >> half, right = place & mask;
    for (uint64_t round = 0; round < 4; ++round) {
      const uint64_t next = left ^ (mixed(mixed(seed + round * 0x9e3779b97f4a7c15) ^ mixed(key + 1) ^ right) & mask);
      left = right;
      right = next;
    }
    place = left << half | right;
  } while (place >= count);
  return place;
}

uint64_t Order::block(uint64_t place, uint64_t count) const { return isShuffled ? shuffled(place, count, 0) : place; }

uint32_t Order::wave(uint32_t place, uint32_t count, uint64_t block, uint64_t round) const {
  if (isBackward)
    return count - 1 - place;
  return isShuffled ? uint32_t(shuffled(place, count, 1 + mixed(block) + round)) : place;
}

} // namespace porter
