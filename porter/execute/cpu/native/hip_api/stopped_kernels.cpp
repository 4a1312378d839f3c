// A program whose kernel was stopped does not end as if all had been well, whatever it makes of the error.
#include "api.h"

#include "../runtime/settings.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace porter::hip {
namespace {

std::atomic<const std::string *> firstFault{nullptr}; ///< never destroyed: it is read when the program has ended
std::atomic<pid_t> faultyProcess{0};                  ///< what it forked afterwards has no fault of its own

bool isFaulty() { return firstFault.load() && faultyProcess.load() == getpid(); }

/// The last word on stderr, and a status that says so where the program's own says that all is well.
int lastWord(int status) {
  if (!isFaulty())
    return status;
  std::fprintf(stderr, "porter: a kernel was stopped: %s\n", firstFault.load()->c_str());
  return status ? status : int(setting("PORTER_CPU_FAULT_STATUS", 1));
}

[[noreturn]] void endNow(int status) {
  for (;;)
    syscall(SYS_exit_group, status);
}

void atExit(int status, void *) {
  if (!isFaulty())
    return;
  std::fflush(nullptr);
  const int told = lastWord(status);
  if (told != status)
    endNow(told);
}

/// Early, so that what the program registers itself runs before.
__attribute__((constructor)) void watchExit() { on_exit(atExit, nullptr); }

} // namespace

void noteStoppedKernel(const std::string &fault) {
  std::fprintf(stderr, "porter: %s\n", fault.c_str());
  if (!firstFault.load()) {
    const std::string *none = nullptr;
    const auto *first = new std::string(fault);
    if (!firstFault.compare_exchange_strong(none, first))
      delete first;
  }
  faultyProcess = getpid();
}

} // namespace porter::hip

// The ways to end that nothing hears of that is registered for the end: in place of the C library's.
extern "C" {

void _exit(int status) { porter::hip::endNow(porter::hip::lastWord(status)); }
void _Exit(int status) { _exit(status); }
void quick_exit(int status) noexcept {
  static const auto next = reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "quick_exit"));
  next(porter::hip::lastWord(status));
  _exit(status); // which is not reached
}
}
