// Kernels that compute for ever without waiting for anything: nothing in them asks the scheduler, so a thread of
// its own looks on, and interrupts a thread that has got nothing done for too long.
#include "watchdog.h"

#include "abandon.h"
#include "checks.h"
#include "settings.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <link.h>
#include <list>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <ucontext.h>

namespace porter {
namespace {

using namespace std::chrono_literals;

const int interruption = SIGRTMAX - 3;
/// Between two attempts to interrupt a thread: where each access is checked, most of its time passes in the runtime.
constexpr auto again = 1ms;

uint64_t limitSeconds() {
  static const uint64_t limit = setting("PORTER_CPU_BLOCK_SECONDS", 600);
  return limit;
}

/// Nanoseconds that are kept for the report of a program that is killed soon.
uint64_t timeForReport() {
  static const uint64_t kept = [] {
    const uint64_t end = setting("PORTER_PROCESS_DEADLINE", 0), now = steadyNanoseconds();
    return end > now ? std::min<uint64_t>((end - now) / 5, 5'000'000'000) : 0;
  }();
  return kept;
}

/// Where the code of one object lies. A thread is stopped only there: elsewhere it may hold a lock.
struct CodeRange {
  uintptr_t begin = 0, end = 0;
};

CodeRange rangeAround(const void *function) {
  struct Search {
    uintptr_t wanted;
    CodeRange found;
  } search{reinterpret_cast<uintptr_t>(function), {}};
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const ElfW(Phdr) &segment = object->dlpi_phdr[i];
          const uintptr_t begin = object->dlpi_addr + segment.p_vaddr;
          if (segment.p_type == PT_LOAD && search.wanted >= begin && search.wanted < begin + segment.p_memsz)
            search.found = {begin, begin + segment.p_memsz};
        }
        return 0;
      },
      &search);
  return search.found;
}

struct Entry {
  pthread_t thread;
  const LaunchState *state;
  const std::atomic<uint64_t> *progress;
  uint64_t seen = 0, since = 0;
};

struct Watchdog {
  std::mutex mutex;
  std::condition_variable wake;
  std::list<Entry> entries;
};
Watchdog &watchdog() {
  static Watchdog &instance = *new Watchdog; // its thread outlives static destructors
  return instance;
}

thread_local CodeRange deviceCode;
thread_local std::list<Entry>::iterator own;

void interrupt(int, siginfo_t *, void *context) {
  const auto place = uintptr_t(static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_RIP]);
  if (!current.launch || place < deviceCode.begin || place >= deviceCode.end)
    return; // in the runtime or a library; the watchdog tries again
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, interruption);
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  if (steadyNanoseconds() > lastMoment())
    abandonLate(outOfTime, {"out of time", "computes", {}});
  abandonLate("the kernel computed for " + std::to_string(limitSeconds()) +
                  " s without an end or a barrier (PORTER_CPU_BLOCK_SECONDS)",
              {"computes for ever", "computes", {}});
}

void look() {
  auto usual = 1000ms;
  if (lastMoment() != ~uint64_t(0))
    usual = std::clamp(std::chrono::milliseconds(timeForReport() / 4'000'000), 20ms, usual);
  for (auto pause = usual;;) {
    std::this_thread::sleep_for(pause);
    std::unique_lock lock(watchdog().mutex);
    watchdog().wake.wait(lock, [] { return !watchdog().entries.empty(); });
    pause = usual;
    for (Entry &entry : watchdog().entries) {
      const uint64_t now = steadyNanoseconds(), done = entry.progress->load(std::memory_order_relaxed);
      const bool isOver = now > lastMoment();
      if (!isOver && (done != entry.seen || !entry.since)) {
        entry.seen = done;
        entry.since = now;
      } else if (isOver || now - entry.since > limitSeconds() * 1000000000) {
        pthread_kill(entry.thread, interruption);
        pause = again;
      }
    }
  }
}

} // namespace

uint64_t lastMoment() {
  static const uint64_t last = [] {
    const uint64_t end = checks().any() ? setting("PORTER_PROCESS_DEADLINE", 0) : 0;
    return end ? end - timeForReport() : ~uint64_t(0);
  }();
  return last;
}

Watched::Watched(const LaunchState &state) {
  static const bool started = [] {
    struct sigaction action = {};
    action.sa_sigaction = interrupt;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigaction(interruption, &action, nullptr);
    std::thread(look).detach();
    return true;
  }();
  (void)started;
  static thread_local const KernelEntry *last = nullptr;
  const KernelEntry &kernel = *state.request.kernel.entry;
  if (last != &kernel)
    deviceCode = rangeAround(kernel.run ? reinterpret_cast<const void *>(kernel.run)
                                        : reinterpret_cast<const void *>(kernel.start));
  last = &kernel;
  std::lock_guard lock(watchdog().mutex);
  own = watchdog().entries.insert(watchdog().entries.end(), {pthread_self(), &state, &progress});
  if (watchdog().entries.size() == 1)
    watchdog().wake.notify_one();
}

Watched::~Watched() {
  std::lock_guard lock(watchdog().mutex);
  watchdog().entries.erase(own);
}

} // namespace porter
