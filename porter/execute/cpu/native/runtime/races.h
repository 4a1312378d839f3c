// Races: two work-items touch a place, one of them writes, and nothing orders the two. Barriers order a block's
// work-items, rendezvous a wave's, the end of a kernel all. Atomic and volatile accesses order what comes before one
// with what comes after another's, in time, whatever they touch: an order that is there is always seen, and one that is
// seen need not be there.
#pragma once

#include "current.h"

#include <cstddef>

namespace porter {

/// A launch begins; its blocks run on one thread.
void beginRaces(const LaunchState &launch);
/// It has ended.
void endRaces();
/// The running work-item touches memory.
void noteRaceAccess(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place);
/// All of the block have come to a barrier.
void noteBlockMeeting();
/// Lanes of the wave whose first work-item has this number in the block have met.
void noteWaveMeeting(uint32_t firstItem);
/// All of the grid have come to its barrier.
void noteGridMeeting();
/// The block stops running for now: what is to be looked at after the next access is looked at.
void settleRaces();

} // namespace porter
