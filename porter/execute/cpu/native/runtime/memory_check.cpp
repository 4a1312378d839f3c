// Accesses outside memory, of freed memory, of what was never written, and misaligned ones.
#include "memory_check.h"

#include "allocations.h"
#include "findings.h"
#include "lds_names.h"
#include "scheduler.h"
#include "stopped.h"

#include <cstring>

namespace porter {
namespace {

/// States of the bytes behind `address`, and how many of them lie in a row.
uint8_t *statesOf(uintptr_t address, size_t &inRow) {
  LdsShadow &lds = current.block->ldsShadow();
  if (lds.contains(address)) {
    inRow = lds.bytesFrom(address);
    return lds.statesAt(address);
  }
  inRow = 4096 - address % 4096;
  return byteStates(address);
}

const char *nameOf(uint32_t kind) {
  return kind & IsAtomic ? "atomic access" : kind & Writes ? "write" : "read";
}

void report(std::string kind, uintptr_t address, size_t bytes, uint32_t access, const SourcePlace *place) {
  const auto *pointer = reinterpret_cast<const void *>(address);
  JsonObject finding = describeItem(place);
  finding.text("access", nameOf(access)).number("bytes", bytes).number("address", address);
  LdsShadow &lds = current.block->ldsShadow();
  CheckedAllocation allocation;
  if (lds.contains(address)) {
    describeLds(finding, lds.offsetOf(address));
  } else if (isCheckedSpace(pointer) && nearestAllocation(pointer, allocation)) {
    finding.text("memory", "global").raw("allocation", jsonOf(allocation, pointer));
    if (allocation.isFreed && kind == "out of range")
      kind = "use after free";
  } else {
    finding.text("memory", "global");
    if (kind == "out of range")
      kind = address < 65536 ? "null pointer" : "no allocation";
  }
  noteReportedAccess(place);
  if (isNew("memory", kind, place))
    writeFinding("memory", kind, std::move(finding));
}

/// Bytes at the beginning of an access that are all there, or have all been written.
struct Extent {
  bool isThere = true, hasGap = false; ///< a word, or all of what is less, was never written
};

Extent look(uintptr_t address, size_t bytes, bool writes) {
  Extent extent;
  size_t unwritten = 0, word = 0;
  for (size_t done = 0; done < bytes;) {
    size_t inRow = 0;
    uint8_t *states = statesOf(address + done, inRow);
    for (size_t i = 0; i < inRow && done < bytes; ++i, ++done) {
      if (states[i] == NoMemory)
        return {false, false};
      unwritten += states[i] == Unwritten;
      ++word;
      if ((address + done + 1) % 4 == 0 || done + 1 == bytes) {
        extent.hasGap |= unwritten == word;
        unwritten = word = 0;
      }
      if (writes)
        states[i] = Written;
    }
  }
  return extent;
}

/// Most accesses are of one to sixteen bytes in a row that are all there and written.
bool isPlain(uintptr_t address, size_t bytes) {
  size_t inRow = 0;
  const uint8_t *states = statesOf(address, inRow);
  if (inRow < bytes)
    return false;
  size_t i = 0;
  constexpr uint64_t allWritten = 0x0101010101010101 * Written;
  for (uint64_t word; i + 8 <= bytes; i += 8) {
    std::memcpy(&word, states + i, 8);
    if (word != allWritten)
      return false;
  }
  for (; i < bytes; ++i)
    if (states[i] != Written)
      return false;
  return true;
}

void checkAlignment(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place) {
  if (address % (uintptr_t(1) << (kind >> AlignmentBit)))
    report("misaligned", address, bytes, kind, place);
}

} // namespace

bool isPrivate(uintptr_t address) {
  return isOnThisStack(address) || current.block->contains(reinterpret_cast<const void *>(address));
}

void checkAccess(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place) {
  const bool isAligned = address % (uintptr_t(1) << (kind >> AlignmentBit)) == 0;
  if ((isAligned && isPlain(address, bytes)) || isPrivate(address))
    return;
  checkAlignment(address, bytes, kind, place);
  const Extent extent = look(address, bytes, kind & Writes);
  if (!extent.isThere)
    report("out of range", address, bytes, kind, place);
  else if (extent.hasGap && kind & Reads)
    report("never written", address, bytes, kind, place);
}

void checkCopy(uintptr_t to, uintptr_t from, size_t bytes, uint32_t alignments, const SourcePlace *place) {
  const bool fromOwn = isPrivate(from);
  if (!fromOwn)
    checkAlignment(from, bytes, Reads | (alignments & 0xff00), place);
  if (to && !isPrivate(to))
    checkAlignment(to, bytes, Writes | (alignments >> AlignmentBit & 0xff00), place);
  if (!fromOwn && !look(from, bytes, false).isThere)
    return report("out of range", from, bytes, Reads, place);
  if (!to || isPrivate(to))
    return;
  size_t inRow = 0;
  std::vector<uint8_t> states(bytes, Written);
  for (size_t i = 0; !fromOwn && i < bytes; ++i)
    states[i] = *statesOf(from + i, inRow);
  if (!look(to, bytes, true).isThere)
    return report("out of range", to, bytes, Writes, place);
  for (size_t i = 0; i < bytes; ++i)
    *statesOf(to + i, inRow) = states[i];
}

bool checkVariable(uintptr_t address, uint32_t bytes, uint32_t kind, const SourcePlace *place, uintptr_t variable,
                   uint64_t variableBytes, const char *name) {
  if (address >= variable && address + bytes <= variable + variableBytes)
    return true;
  if (isNew("memory", "out of range", place)) {
    JsonObject finding = describeItem(place);
    finding.text("access", nameOf(kind)).number("bytes", bytes).number("address", address).text("memory", "global");
    finding.raw("variable", JsonObject()
                                .text("name", name)
                                .number("bytes", variableBytes)
                                .raw("offset", std::to_string(int64_t(address - variable)))
                                .str());
    writeFinding("memory", "out of range", std::move(finding));
  }
  return false;
}

void reportDivision(const SourcePlace *place) {
  const std::string kind = "division by zero";
  if (isNew("memory", kind, place))
    writeFinding("memory", kind, describeItem(place));
}

} // namespace porter
