// States of LDS when a block begins: variables are there, and nothing is written.
#include "lds_shadow.h"

#include "checks.h"

#include <algorithm>
#include <cstring>

namespace porter {

void LdsShadow::begin(const char *start, const KernelEntry &kernel, uint32_t dynamicOffset, uint32_t dynamicBytes) {
  first = reinterpret_cast<uintptr_t>(start) - reservedLds;
  if (preparedFor != &kernel || preparedDynamic != dynamicBytes) {
    const size_t used = reservedLds + dynamicOffset + dynamicBytes;
    fresh.assign(used + ldsGuard, NoMemory);
    std::fill_n(fresh.begin(), reservedLds, Written); // CUDA's headers have it cleared
    for (uint32_t i = 0; i < kernel.ldsVariableCount; ++i)
      std::fill_n(fresh.begin() + reservedLds + kernel.ldsVariables[i].offset, kernel.ldsVariables[i].bytes, Unwritten);
    std::fill_n(fresh.begin() + long(used - dynamicBytes), dynamicBytes, Unwritten);
    preparedFor = &kernel;
    preparedDynamic = dynamicBytes;
  }
  states = fresh;
  if (checks().races)
    cells.assign(states.size() / RaceCell::bytes + 1, RaceCell());
}

} // namespace porter
