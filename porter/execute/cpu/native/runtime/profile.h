// Where kernels spend what: counted by kernel and source line.
#pragma once

#include "current.h"

#include <cstddef>

namespace porter {

/// The running work-item touches memory.
void countBytes(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place);
/// It goes around in a loop that touches none.
void countTurn(const SourcePlace *place);
/// A wave comes to a barrier.
void countBarrier(const Item &item);
/// A thread starts or stops running blocks of a launch: its counts are added to the kernel's.
void beginProfile();
void endProfile(const LaunchState &launch);
/// A launch has ended.
void countLaunch(const LaunchState &launch, uint64_t nanoseconds);

} // namespace porter
