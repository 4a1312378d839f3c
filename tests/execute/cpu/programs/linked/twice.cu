// Nothing of the host's: an archive gives this unit for its device code alone.
#include "shared.h"

__device__ int twice(int value) { return 2 * value; }
