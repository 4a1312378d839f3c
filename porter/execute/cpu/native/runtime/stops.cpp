// Lanes that have stopped, put among those that wait for the same.
#include "scheduler.h"

namespace porter {

void ResidentBlock::setAside(Wave &wave, uint64_t bit, Operation operation) {
  switch (operation) {
  case Operation::Spin:
    wave.spinning |= bit;
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
