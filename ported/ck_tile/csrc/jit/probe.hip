// Whether what the compiler made runs on this machine: one kernel, which says how many lanes a wave has.
#include "ck_tile_common.h"

namespace {

__global__ void count_lanes(int *lanes) { atomicMax(lanes, static_cast<int>(__lane_id()) + 1); }

} // namespace

/// The lanes of a wave; HIP's code, negated, where the kernel did not run.
CK_TILE_API int ck_tile_probe() {
    int *lanes = nullptr, found = 0;
    hipError_t code = hipMalloc(&lanes, sizeof(int));
    if (code != hipSuccess) return -code;
    code = hipMemset(lanes, 0, sizeof(int));
    if (code == hipSuccess) {
        count_lanes<<<1, 64>>>(lanes);
        code = hipGetLastError();
    }
    if (code == hipSuccess) code = hipMemcpy(&found, lanes, sizeof(int), hipMemcpyDeviceToHost);
    const hipError_t freed = hipFree(lanes);
    return code != hipSuccess ? -code : freed != hipSuccess ? -freed : found;
}
