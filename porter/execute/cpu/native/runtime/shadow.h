// What is known of each byte of memory that kernels touch: whether it is there, and whether it was ever written.
#pragma once

#include <cstddef>
#include <cstdint>

namespace porter {

enum ByteState : uint8_t {
  Unwritten = 1, ///< there, and never written
  Written = 3,
  NoMemory = 4,
};

/// The state of the byte at `address` and of those behind it on its page.
uint8_t *byteStates(uintptr_t address);

/// Who knows of memory that is no allocation, such as the host's where it was registered: false for none. The range is
/// that which holds the address.
using MemoryFinder = bool (*)(const void *address, const void *&base, size_t &bytes);
void setMemoryFinder(MemoryFinder finder);

/// Whether it is the running thread's stack that `address` is on.
bool isOnThisStack(uintptr_t address);

/// Look again at the bytes of an allocation that came, went or was written as a whole.
void refreshStates(const void *base, size_t bytes);
/// The host wrote these bytes.
void noteWritten(const void *address, size_t bytes);
/// The host copied them: what was never written stays so.
void noteCopied(const void *to, const void *from, size_t bytes);
/// The host wrote, nobody knows where.
void noteWrittenSomewhere();

} // namespace porter
