#ifndef AITER_COMMON_H
#define AITER_COMMON_H

#include <hip/hip_runtime.h>

#define AITER_API extern "C" __attribute__((visibility("default")))

/// Leave a launcher with HIP's code when a call fails.
#define AITER_CHECK(call)                                  \
    do {                                                   \
        const hipError_t aiter_code = (call);              \
        if (aiter_code != hipSuccess) return aiter_code;   \
    } while (false)

#endif // AITER_COMMON_H
