#include <cmath>
#include <cstdio>
#include "classification.h"
