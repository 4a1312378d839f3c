// Which of a wave's waiting lanes go on together: by the place in the code, as lanes in lockstep do, or by the masks
// of CUDA's operations.
#include "meeting.h"

#include <emmintrin.h>

namespace porter {
namespace {

/// The lanes that CUDA's operation waits for: those that its mask names, the whole warp for a matrix, none where lanes
/// only meet if they happen to be there.
uint64_t partners(const Wave &wave, uint32_t lane) {
  return answersInMemory(wave.operationOf(lane)) ? ~uint64_t(0) : wave.c(lane);
}

/// Which of a wave's lanes are at `site`.
uint64_t lanesAt(const Sites &places, uint32_t site) {
  const __m128i wanted = _mm_set1_epi32(int(site));
  const auto *sites = reinterpret_cast<const __m128i *>(places.of);
  auto same = [&](uint32_t four) { return _mm_cmpeq_epi32(_mm_load_si128(sites + four), wanted); };
  uint64_t lanes = 0;
  for (uint32_t four = 0; four < mostLanes / 4; four += 4) {
    const __m128i words = _mm_packs_epi32(same(four), same(four + 1));
    const __m128i more = _mm_packs_epi32(same(four + 2), same(four + 3));
    lanes |= uint64_t(uint32_t(_mm_movemask_epi8(_mm_packs_epi16(words, more)))) << 4 * four;
  }
  return lanes;
}

} // namespace

uint64_t atFirstSite(const Wave &wave, uint64_t lanes) {
  if (!lanes)
    return 0;
  // Nearly always they are together.
  if (wave.sites && !(lanes & ~lanesAt(*wave.sites, wave.siteOf(uint32_t(__builtin_ctzll(lanes))))))
    return lanes;
  uint32_t first = ~0u;
  uint64_t found = 0;
  for (; lanes; lanes &= lanes - 1) {
    const uint32_t site = wave.siteOf(uint32_t(__builtin_ctzll(lanes)));
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
    const auto asking = uint32_t(__builtin_ctzll(rest));
    const uint64_t asked = partners(wave, asking);
    uint64_t group = 0;
    for (uint64_t others = wave.waiting & asked; others; others &= others - 1) {
      const auto other = uint32_t(__builtin_ctzll(others));
      if (wave.operationOf(other) == wave.operationOf(asking) && wave.c(other) == wave.c(asking))
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
    if (!partners(wave, uint32_t(__builtin_ctzll(rest))))
      found |= rest & -rest;
  return found ? found : wave.waiting;
}

} // namespace porter
