// Stacks of work-items, and the switch between them.
#pragma once

#include "../abi.h"

#include <cstddef>

namespace porter {

/// Memory mapped for LDS or stacks, unmapped in the end.
class Mapping {
public:
  Mapping() = default;
  ~Mapping() { release(); }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  /// Have at least `bytes`; below 4 GiB when `low`. Throws std::bad_alloc.
  char *reserve(size_t bytes, bool low);
  char *data() const { return base; }
  bool contains(const void *address) const { return address >= base && address < base + bytes; }

private:
  void release();
  char *base = nullptr;
  size_t bytes = 0;
};

/// Stacks for the fibers of one block.
class Stacks {
public:
  /// Have at least `count` stacks.
  void reserve(size_t count);
  /// A context that begins `entry` on stack `index` when it is first switched to.
  void *prepare(size_t index, void (*entry)());
  bool contains(const void *address) const { return memory.contains(address); }

private:
  Mapping memory;
  size_t count = 0;
};

/// Run `item` on its fiber until it suspends or returns.
void resumeFiber(Item &item);

/// First code of a fiber.
void fiberMain();

} // namespace porter
