// hipSPARSE's names for sorts and colours.
#define NAME(function) hipsparse##function
#include "names_order.h"
