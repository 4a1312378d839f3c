// hipSPARSE's names for pruning and compression; it alone asks for work areas by two names.
#define NAME(function) hipsparse##function
#include "names_pruning.h"

extern "C" {

PRUNE_SIZES(S, float, bufferSize)
PRUNE_SIZES(D, double, bufferSize)
}
