#include <math.h>
#include <stdio.h>
#include "classification.h"
