// The memory that a launch can reach, and so may write: the allocations that its pointers point into, and those that
// pointers inside aggregates and inside reached allocations point into.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace porter::trace {

/// Bytes of an allocation that are searched for pointers.
constexpr size_t searched = 65536;

struct Buffer {
  std::string place; ///< argument number, then "+bytes" inside an aggregate, ">bytes" inside an allocation
  const char *base;
  size_t bytes;
  size_t offset; ///< where in it the pointer points
};

/// Where device memory is and what it holds.
class Memory {
public:
  /// The allocation that holds `address`; false when there is none.
  virtual bool find(const void *address, const char *&base, size_t &bytes) = 0;
  /// The first `bytes` of an allocation, readable by the host.
  virtual const char *read(const char *base, size_t bytes) = 0;
  /// Whether a number may be an address at all: what is asked of every word.
  virtual bool isLikely(uint64_t word) const { return word >> 46 == 1; } // where mmap puts things

protected:
  ~Memory() = default;
};

/// Collects what a launch can reach, each allocation once.
class Reach {
public:
  explicit Reach(Memory &memory) : memory(memory) {}

  std::vector<Buffer> buffers;

  /// Follow a pointer; false when it points to no allocation.
  bool pointer(const void *address, const std::string &place) {
    const char *base;
    size_t bytes;
    if (!memory.find(address, base, bytes))
      return false;
    if (!seen.insert(base).second)
      return true;
    buffers.push_back({place, base, bytes, size_t(static_cast<const char *>(address) - base)});
    inside(memory.read(base, std::min(bytes, searched)), std::min(bytes, searched), place + ">");
    return true;
  }

  /// Follow the pointers among the words of some host memory.
  void inside(const char *data, size_t bytes, const std::string &place) {
    for (size_t i = 0; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
      uint64_t word;
      std::memcpy(&word, data + i, sizeof word);
      if (memory.isLikely(word))
        pointer(reinterpret_cast<const void *>(word), place + std::to_string(i));
    }
  }

private:
  Memory &memory;
  std::set<const char *> seen;
};

} // namespace porter::trace
