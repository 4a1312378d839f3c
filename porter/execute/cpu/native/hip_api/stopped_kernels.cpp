// A program whose kernel was stopped does not end as if all had been well, whatever it makes of the error.
#include "api.h"

#include "../runtime/settings.h"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unistd.h>

namespace porter::hip {
namespace {

std::mutex mutex;
const std::string *firstFault = nullptr; ///< never destroyed: it is read when the program has ended
pid_t faultyProcess = 0;                 ///< what it forked afterwards has no fault of its own

/// The last word on stderr, and a status that says so where the program's own says that all is well.
void atExit(int status, void *) {
  std::lock_guard lock(mutex);
  if (!firstFault || faultyProcess != getpid())
    return;
  std::fflush(nullptr);
  std::fprintf(stderr, "porter: a kernel was stopped: %s\n", firstFault->c_str());
  if (status == 0)
    _exit(int(setting("PORTER_CPU_FAULT_STATUS", 1)));
}

/// Early, so that what the program registers itself runs before.
__attribute__((constructor)) void watchExit() { on_exit(atExit, nullptr); }

} // namespace

void noteStoppedKernel(const std::string &fault) {
  std::fprintf(stderr, "porter: %s\n", fault.c_str());
  std::lock_guard lock(mutex);
  if (!firstFault)
    firstFault = new std::string(fault);
  faultyProcess = getpid();
}

} // namespace porter::hip
