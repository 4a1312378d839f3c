// The operators of the one architecture that this build is for, as `ac4k::impl`.
#pragma once

#if defined(AC4K_ARCH_SM90A)
#include "cuda/sm90a/ops.h"
#define AC4K_ARCH_NAME "sm90a"
namespace ac4k {
namespace impl = sm90a;
}
#elif defined(AC4K_ARCH_SM100)
#include "cuda/sm100/ops.h"
#define AC4K_ARCH_NAME "sm100"
namespace ac4k {
namespace impl = sm100;
}
#elif defined(AC4K_ARCH_SM120)
#include "cuda/sm120/ops.h"
#define AC4K_ARCH_NAME "sm120"
namespace ac4k {
namespace impl = sm120;
}
#else
#error "define the architecture: AC4K_ARCH_SM90A, AC4K_ARCH_SM100 or AC4K_ARCH_SM120"
#endif
