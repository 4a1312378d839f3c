// Which of a wave's waiting lanes go on together.
#pragma once

#include "wave.h"

namespace porter {

/// The lanes at the first site of those that `lanes` wait at.
uint64_t atFirstSite(const Wave &wave, uint64_t lanes);

/// Lanes that take part in one operation of CUDA's `_sync` functions, wherever they call it: all that its mask names
/// and that live (PTX ISA, "shfl.sync"); none where some have not come.
uint64_t allNamed(const Wave &wave);

/// Of the waiting lanes of independent ones, those that name nobody; all where there is none, as then each waits for
/// one that cannot come.
uint64_t namingNobody(const Wave &wave);

} // namespace porter
