// cuSPARSE's names of the older interface.
#define NAME(function) cusparse##function
#include "names_old.h"
