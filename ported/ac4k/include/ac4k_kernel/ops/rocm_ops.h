// The operators of the one architecture that this build is for, as `ac4k::impl`.
#pragma once

#if defined(AC4K_ARCH_GFX90A)
#include "rocm/gfx90a/ops.h"
#define AC4K_ARCH_NAME "gfx90a"
namespace ac4k {
namespace impl = gfx90a;
}
#elif defined(AC4K_ARCH_GFX942)
#include "rocm/gfx942/ops.h"
#define AC4K_ARCH_NAME "gfx942"
namespace ac4k {
namespace impl = gfx942;
}
#elif defined(AC4K_ARCH_GFX950)
#include "rocm/gfx950/ops.h"
#define AC4K_ARCH_NAME "gfx950"
namespace ac4k {
namespace impl = gfx950;
}
#elif defined(AC4K_ARCH_GFX1100)
#include "rocm/gfx1100/ops.h"
#define AC4K_ARCH_NAME "gfx1100"
namespace ac4k {
namespace impl = gfx1100;
}
#else
#error "define the architecture: AC4K_ARCH_GFX90A, AC4K_ARCH_GFX942, AC4K_ARCH_GFX950 or AC4K_ARCH_GFX1100"
#endif
