// The allocations of a program that is checked, those that are gone included. Their addresses are never used again.
#pragma once

#include "findings.h"

#include <cstddef>

namespace porter {

struct CheckedAllocation {
  char *base = nullptr;
  size_t bytes = 0;
  const char *kind = ""; ///< "device memory", "page-locked memory", ...
  bool isFreed = false;
  bool isWritten = false; ///< all of it
  HostStack allocated, freed;
};

/// Address space for an allocation of `bytes` with the gaps around it; null when there is no more.
void *reserveChecked(size_t bytes);
/// Bytes at the end of what `reserveChecked` gives that stay unused.
constexpr size_t checkedGap = 65536;

void noteAllocated(char *base, size_t bytes, const char *kind, bool isWritten);
/// False when nothing begins there, or was freed before.
bool noteFreed(char *base);
/// The allocation that holds `address`, or the one nearest to it within the gap; false when there is none.
bool nearestAllocation(const void *address, CheckedAllocation &found);
/// All that were not freed.
std::vector<CheckedAllocation> liveAllocations();

/// Whether `address` is in the space that allocations come from.
bool isCheckedSpace(const void *address);

/// From now on all allocations count as written: the host wrote somewhere, nobody knows where.
void noteAllWritten();
/// Of the allocation that holds them all of the bytes were written.
bool noteWrittenWhole(const void *address, size_t bytes);

/// {"bytes": ..., "offset": ..., "kind": ..., "allocated": [...], "freed": [...]}; `offset` is where the access was.
std::string jsonOf(const CheckedAllocation &allocation, const void *address);

} // namespace porter
