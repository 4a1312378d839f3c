// The GPU's memory as a trace sees it.
#pragma once

#include "trace/reach.h"

#include <map>

namespace porter::trace {

/// Allocations of this process and copies of their content. One launch at a time uses it.
class DeviceMemory final : public Memory {
public:
  bool find(const void *address, const char *&base, size_t &bytes) override;
  const char *read(const char *base, size_t bytes) override;
  /// Whether a number may be a device address: those of memory pools lie lower than the host's.
  bool isLikely(uint64_t word) const override { return word >> 32 != 0 && word >> 48 == 0; }
  /// Forget the content: a kernel may have changed it.
  void forget() { copies.clear(); }

private:
  std::map<const char *, std::vector<char>> copies;
};

} // namespace porter::trace
