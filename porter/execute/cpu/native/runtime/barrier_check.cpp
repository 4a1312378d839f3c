// Barriers that part of a block does not come to, or comes to elsewhere; warp operations that name who does not come.
#include "barrier_check.h"

#include "findings.h"
#include "stopped.h"

namespace porter {
namespace {

/// Copies of one line that the optimiser made are one place.
bool isSamePlace(const SourcePlace *a, const SourcePlace *b) {
  if (a == b)
    return true;
  return a && b && a->line == b->line && a->column == b->column && a->file == b->file &&
         isSamePlace(a->calledFrom, b->calledFrom);
}

JsonObject describe(const Item &item, const SourcePlace *place) {
  return describeItem(*current.launch->request.kernel.entry, porter_worker.block, item.id, place);
}

void report(const std::string &kind, const Item &item, const SourcePlace *place, const Item &other,
            const SourcePlace *otherPlace, const char *otherDoes, uint64_t others) {
  if (!isNew("barriers", kind, place, otherPlace))
    return;
  JsonObject finding = describe(item, place);
  finding.raw("other", describe(other, otherPlace).text("access", otherDoes).number("count", others).str());
  writeFinding("barriers", kind, std::move(finding));
}

uint64_t lanesOf(const Wave &wave) { return wave.size >= 64 ? ~uint64_t(0) : (uint64_t(1) << wave.size) - 1; }

} // namespace

void checkBarrier(const std::vector<Wave> &waves) {
  const Item *first = nullptr, *absent = nullptr, *elsewhere = nullptr, *atGrid = nullptr;
  const SourcePlace *firstPlace = nullptr, *otherPlace = nullptr;
  uint64_t ended = 0, otherwise = 0;
  for (const Wave &wave : waves) {
    for (uint64_t rest = wave.atBarrier; rest; rest &= rest - 1) {
      const Item &item = wave.items[__builtin_ctzll(rest)];
      const SourcePlace *place = placeOf(item);
      if (!first)
        first = &item, firstPlace = place;
      else if (!isSamePlace(place, firstPlace) && ++otherwise == 1)
        elsewhere = &item, otherPlace = place;
    }
    if (wave.atGridSync)
      atGrid = &wave.items[__builtin_ctzll(wave.atGridSync)];
    const uint64_t gone = lanesOf(wave) & ~(wave.atBarrier | wave.atGridSync);
    if (gone && !absent)
      absent = &wave.items[__builtin_ctzll(gone)];
    ended += uint64_t(__builtin_popcountll(gone));
  }
  if (!first)
    return;
  if (elsewhere)
    report("different barriers", *first, firstPlace, *elsewhere, otherPlace, "waits", otherwise);
  if (atGrid)
    report("different barriers", *first, firstPlace, *atGrid, placeOf(*atGrid), "waits", 1);
  if (absent)
    report("ended before the barrier", *first, firstPlace, *absent, nullptr, "has ended", ended);
}

void checkWarpMask(const Wave &wave, uint64_t active) {
  for (uint64_t rest = active; rest; rest &= rest - 1) {
    const auto lane = unsigned(__builtin_ctzll(rest));
    const Item &item = wave.items[lane];
    const bool hasMask = item.operation == Operation::WaveBarrier ||
                         (item.operation >= Operation::ShuffleIndex && item.operation <= Operation::Reduce);
    const uint64_t named = item.c & 0xffffffff;
    if (!hasMask || !named)
      continue;
    const SourcePlace *place = placeOf(item);
    if (!(named >> lane & 1)) {
      report("lane outside its own mask", item, place, item, nullptr, "calls", 1);
      continue;
    }
    const uint64_t alive = wave.runnable | wave.waiting | wave.atBarrier | wave.atGridSync | wave.spinning | active;
    if (const uint64_t missing = named & alive & ~active) {
      const Item &other = wave.items[__builtin_ctzll(missing)];
      report("named lanes do not come", item, place, other, placeOf(other), "is elsewhere",
             uint64_t(__builtin_popcountll(missing)));
    }
  }
}

} // namespace porter
