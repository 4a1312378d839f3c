// Whether an access may touch what it touches.
#pragma once

#include "../abi.h"

#include <cstddef>
#include <cstdint>

namespace porter {

/// A work-item's own memory: its stack or frame, or what of it lies on the thread's stack.
bool isPrivate(uintptr_t address);
/// The running work-item is about to touch memory.
void checkAccess(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place);
/// It copies memory; a copy to null goes to memory of its own. The alignments that the copy relies on stand as in an
/// AccessKind, the source's first, the target's from the next bit for alignments.
void checkCopy(uintptr_t to, uintptr_t from, size_t bytes, uint32_t alignments, const SourcePlace *place);
/// It touches memory through a variable; false when that was reported.
bool checkVariable(uintptr_t address, uint32_t bytes, uint32_t kind, const SourcePlace *place, uintptr_t variable,
                   uint64_t variableBytes, const char *name);

/// It divides an integer by zero: the result is what no language defines, as what is read of memory never written.
void reportDivision(const SourcePlace *place);

} // namespace porter
