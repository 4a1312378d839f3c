// CubDebugExit, which ends the program at an error: hipCUB has the macro that tells of one alone.
//
// It is an `if` with a block, as CUB's is, so that a call needs no semicolon.
#pragma once

#include <cstdlib>

#define CubDebugExit(e)   \
  if (HipcubDebug(e)) {   \
    ::std::exit(1);       \
  }
