// Memory that nodes of graphs allocate: its addresses are known before any launch, its contents are there from one
// node's run to another's, or to the program's own call.
#pragma once

#include "hip.h"

#include <cstddef>
#include <memory>

namespace porter::hip {

struct GraphMemory {
  char *base;
  size_t bytes;
  bool isThere = false;

  GraphMemory(char *base, size_t bytes) : base(base), bytes(bytes) {}
  ~GraphMemory();
  hipError_t allocate();
};

/// Addresses for a node; null when there are no more.
std::shared_ptr<GraphMemory> reserveForGraph(size_t bytes);
/// False when no such memory, or none that is there, begins at `pointer`.
bool releaseOfGraph(void *pointer);
bool isOfGraph(const void *pointer);
/// Bytes that are there now, and the most that were since the mark was set back.
size_t bytesOfGraphs();
size_t &highMarkOfGraphs();

/// While it lives, memory that is there already is allocated anew without an error.
class ReplacedMemory {
public:
  explicit ReplacedMemory(bool replaces);
  ~ReplacedMemory();

private:
  bool before;
};

} // namespace porter::hip
