// Whether all come to a barrier, and to the same one.
#pragma once

#include "current.h"
#include "wave.h"

#include <vector>

namespace porter {

/// A block's work-items are about to pass a barrier, all that live.
void checkBarrier(const std::vector<Wave> &waves);
/// Lanes of a CUDA warp are about to be answered: the lanes `active`, though an operation of theirs may name others.
void checkWarpMask(const Wave &wave, uint64_t active);

} // namespace porter
