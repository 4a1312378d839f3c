// The clock that the runtime measures with, and that device code reads.
#include "runtime.h"

#include <ctime>

namespace porter {

uint64_t steadyNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return uint64_t(now.tv_sec) * 1000000000 + uint64_t(now.tv_nsec);
}

} // namespace porter

extern "C" uint64_t porter_clock() { return porter::steadyNanoseconds(); }
