// cuSPARSE's names for pruning and compression; it alone prunes halves.
#define NAME(function) cusparse##function
#include "names_pruning.h"

extern "C" {

PRUNE_FUNCTIONS(H, _Float16)
}
