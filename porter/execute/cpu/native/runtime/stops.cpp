// Lanes that have stopped, put among those that wait for the same.
#include "scheduler.h"

#include "findings.h"
#include "stopped.h"

#include <cstring>

namespace porter {

void ResidentBlock::setAside(Wave &wave, uint64_t bit, Operation operation) {
  switch (operation) {
  case Operation::Spin:
    wave.spinning |= bit;
    if (launch->request.kernel.image->isWatched) // a region has no requests of items
      wave.items[__builtin_ctzll(bit)].c = reinterpret_cast<uint64_t>(current.place);
    break;
  case Operation::BarrierCount:
  case Operation::BarrierAnd:
  case Operation::BarrierOr:
    votes = true;
    wave.atBarrier |= bit;
    break;
  case Operation::GridSync:
    wave.atGridSync |= bit;
    break;
  default: // it has returned
    break;
  }
}

std::string ResidentBlock::pointOut() {
  const Item *stuck = nullptr, *other = nullptr;
  uint64_t others = 0;
  auto look = [&](auto lanesOf) {
    const Item *first = nullptr;
    uint64_t count = 0;
    for (const Wave &wave : waves)
      if (const uint64_t lanes = lanesOf(wave)) {
        first = first ? first : &wave.items[__builtin_ctzll(lanes)];
        count += uint64_t(__builtin_popcountll(lanes));
      }
    if (!stuck)
      stuck = first;
    else if (first && !other)
      other = first, others = count;
  };
  look([](const Wave &wave) { // between their turns they are runnable
    uint64_t spinning = wave.spinning;
    for (uint64_t rest = wave.runnable; rest; rest &= rest - 1)
      if (wave.items[__builtin_ctzll(rest)].operation == Operation::Spin)
        spinning |= rest & -rest;
    return spinning;
  });
  look([](const Wave &wave) { return wave.waiting; });
  look([](const Wave &wave) { return wave.atBarrier; });
  look([](const Wave &wave) { return wave.atGridSync; });
  if (!stuck)
    return {};
  std::memcpy(porter_worker.block, position, sizeof position);
  porter_worker.item = const_cast<Item *>(stuck);
  if (!launch->request.kernel.image->isWatched)
    return {};
  current.place = placeOf(*stuck);
  if (!other)
    return {};
  return describeItem(*launch->request.kernel.entry, position, other->id, placeOf(*other))
      .text("access", "waits")
      .number("count", others)
      .str();
}

void ResidentBlock::noteStop(Wave &wave, uint64_t lanes, uint32_t site) {
  const Operation operation = wave.regions[site].operation;
  if (site == 0)
    return; // they have returned
  if (operation == Operation::Barrier) {
    wave.atBarrier |= lanes;
  } else if (operation >= Operation::FirstRendezvous) {
    wave.mixedSites |= wave.waiting && wave.site != site;
    wave.site = wave.waiting ? wave.site : site;
    wave.waiting |= lanes;
  } else {
    setAside(wave, lanes, operation);
  }
}

} // namespace porter
