#ifndef CK_TILE_COMMON_H
#define CK_TILE_COMMON_H

#include <hip/hip_runtime.h>

#define CK_TILE_API extern "C" __attribute__((visibility("default")))

/// Leave a launcher with HIP's code when a call fails.
#define CK_TILE_CHECK(call)                                  \
    do {                                                   \
        const hipError_t ck_tile_code = (call);              \
        if (ck_tile_code != hipSuccess) return ck_tile_code;   \
    } while (false)

#endif // CK_TILE_COMMON_H
