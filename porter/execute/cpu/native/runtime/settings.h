// Settings of the process's environment.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace porter {

inline uint64_t setting(const char *name, uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

} // namespace porter
