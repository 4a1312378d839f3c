#include <stdio.h>
#include "classification.h"
