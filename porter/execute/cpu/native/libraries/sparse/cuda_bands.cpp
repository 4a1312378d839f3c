// cuSPARSE's names for systems of three and five diagonals.
#define NAME(function) cusparse##function
#include "names_bands.h"
