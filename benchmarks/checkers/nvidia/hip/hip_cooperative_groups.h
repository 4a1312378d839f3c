// See hip_runtime.h.
#pragma once
#include <cooperative_groups.h>
