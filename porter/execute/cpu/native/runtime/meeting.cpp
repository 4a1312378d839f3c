// Which of a wave's waiting lanes go on together: by the place in the code, as lanes in lockstep do, or by the masks
// of CUDA's operations.
#include "meeting.h"

namespace porter {
namespace {

/// The lanes that CUDA's operation waits for: those that its mask names, the whole warp for a matrix, none where lanes
/// only meet if they happen to be there.
uint64_t partners(const Item &item) { return answersInMemory(item.operation) ? ~uint64_t(0) : item.c; }

} // namespace

uint64_t atFirstSite(const Wave &wave, uint64_t lanes) {
  uint32_t first = ~0u;
  uint64_t found = 0;
  for (; lanes; lanes &= lanes - 1) {
    const uint32_t site = wave.items[__builtin_ctzll(lanes)].site;
    if (site < first)
      found = 0, first = site;
    if (site == first)
      found |= lanes & -lanes;
  }
  return found;
}

uint64_t allNamed(const Wave &wave) {
  const uint64_t alive = wave.runnable | wave.waiting | wave.atBarrier | wave.atGridSync | wave.spinning;
  for (uint64_t rest = wave.waiting; rest; rest &= rest - 1) {
    const Item &asking = wave.items[__builtin_ctzll(rest)];
    const uint64_t asked = partners(asking);
    uint64_t group = 0;
    for (uint64_t others = wave.waiting & asked; others; others &= others - 1) {
      const Item &other = wave.items[__builtin_ctzll(others)];
      if (other.operation == asking.operation && other.c == asking.c)
        group |= others & -others;
    }
    if (group && (asked & alive) == group)
      return group;
  }
  return 0;
}

uint64_t namingNobody(const Wave &wave) {
  uint64_t found = 0;
  for (uint64_t rest = wave.waiting; rest; rest &= rest - 1)
    if (!partners(wave.items[__builtin_ctzll(rest)]))
      found |= rest & -rest;
  return found ? found : wave.waiting;
}

} // namespace porter
