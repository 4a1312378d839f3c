// hipSPARSE's names for blocks.
#include <cstddef>

using WorkSize = std::size_t;
#define NAME(function) hipsparse##function
#include "names_blocks.h"
