// hipSPARSE's names for systems of three and five diagonals.
#define NAME(function) hipsparse##function
#include "names_bands.h"
