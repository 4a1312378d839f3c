// Functions that no processor can stand in for: they are linked, and say that they are not supported.
#pragma once

#include "api.h"

#define REFUSED(name, parameters)                                                                                \
  hipError_t name parameters { return porter::hip::finish(hipErrorNotSupported); }
