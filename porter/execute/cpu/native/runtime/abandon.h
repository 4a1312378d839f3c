// How a launch ends early: a fault is noted, and the thread leaves device code by a jump to its work loop.
#pragma once

#include "stopped.h"

#include <csetjmp>

namespace porter {

/// Where `abandon` jumps to. Whoever runs device code calls setjmp itself, since its frame must still be there.
extern thread_local std::jmp_buf workLoop;

/// What setjmp answers in the work loop.
enum Landing : int {
  Begun = 0,
  Abandoned = 1,   ///< the launch is over
  LocateFault = 2, ///< the block is to run again, to find the work-item at fault; then `abandonLocated`
};

/// Leave the launch from the middle of device code, which must not go on. Of a watched kernel that is a finding.
[[noreturn]] void abandon(LaunchResult result, const std::string &fault);

/// The same for what has run for too long.
[[noreturn]] void abandonLate(const std::string &fault, const Stop &stop);

/// The same for a fault of one work-item; tells which one, if need be by running the block again.
[[noreturn]] void abandonItem(LaunchResult result, const std::string &fault);

/// The fault that was to be located did not come again: leave the launch with what is known.
[[noreturn]] void abandonLocated();

/// Where the running work-item is: "kernel NAME, block (x, y, z), thread (x, y, z)".
std::string describePlace();

} // namespace porter
