// How a kernel asks for its share of shared memory, in per cent: what CUDA has names for.
#pragma once

namespace porter {

constexpr int sharedmem_carveout_default = -1;
constexpr int sharedmem_carveout_max_l1 = 0;
constexpr int sharedmem_carveout_max_shared = 100;

}  // namespace porter
