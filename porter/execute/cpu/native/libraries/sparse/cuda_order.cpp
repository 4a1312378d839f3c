// cuSPARSE's names for sorts and colours.
#define NAME(function) cusparse##function
#include "names_order.h"
