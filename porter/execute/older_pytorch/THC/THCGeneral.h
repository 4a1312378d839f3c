// As THC/THC.h, which included it.
#pragma once

#include <THC/THC.h>
