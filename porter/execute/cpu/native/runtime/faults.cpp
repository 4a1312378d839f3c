// Accesses outside memory become reports that name the kernel, the block, the thread and the address.
#include "faults.h"

#include "abandon.h"
#include "scheduler.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace porter {
namespace {

struct sigaction previous[NSIG];

void report(int signal, siginfo_t *information, void *) {
  if (!current.launch) { // not ours: let the process have what it would have had
    sigaction(signal, &previous[signal], nullptr);
    raise(signal);
    return;
  }
  // The signal stays blocked when the handler is left by a jump.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, signal);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  char address[32];
  std::snprintf(address, sizeof address, "%p", information->si_addr);
  // A processor tells no address where an access is misaligned, or its address has more than 48 bits.
  const bool isProtection = signal == SIGSEGV && information->si_code == SI_KERNEL;
  const char *what = signal == SIGFPE ? "integer division fault"
                     : isProtection   ? "misaligned access, or access outside memory,"
                                      : "access outside memory";
  abandonItem(LaunchResult::IllegalAddress, std::string(what) + " at address " + address);
}

/// Signal handlers run on a stack of their own: the work-item's may be what overflowed.
struct AlternateStack {
  AlternateStack() {
    stack_t stack = {};
    stack.ss_size = 64 * 1024;
    stack.ss_sp = memory = std::malloc(stack.ss_size);
    sigaltstack(&stack, &before);
  }
  ~AlternateStack() {
    sigaltstack(&before, nullptr);
    std::free(memory);
  }
  stack_t before = {};
  void *memory;
};

} // namespace

void watchFaults() {
  static const bool installed = [] {
    struct sigaction action = {};
    action.sa_sigaction = report;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
      sigaction(signal, &action, &previous[signal]);
    return true;
  }();
  (void)installed;
  static thread_local AlternateStack stack;
  (void)stack;
}

} // namespace porter

extern "C" uint32_t porter_address_is_lds(const void *address) {
  return porter::current.block && porter::current.block->ldsContains(address);
}

extern "C" uint32_t porter_address_is_private(const void *address) {
  return porter::current.block && porter::current.block->contains(address);
}
