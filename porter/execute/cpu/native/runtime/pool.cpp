// Threads that sleep between launches, and are woken as far as a launch is worth it.
#include "pool.h"

#include "settings.h"

#include <algorithm>
#include <thread>

namespace porter {

Pool::Pool() {
  uint64_t threads = setting("PORTER_CPU_THREADS", std::thread::hardware_concurrency());
  for (uint64_t i = 1; i < threads; ++i)
    std::thread([this] { serve(); }).detach();
  helpers = threads > 1 ? unsigned(threads - 1) : 0;
}

void Pool::run(LaunchState &state, unsigned wanted) {
  const unsigned available = state.isAlone ? 0 : helpers;
  wanted = std::min(wanted, available);
  {
    std::lock_guard lock(mutex);
    job = &state;
    open = wanted;
    busy = wanted;
  }
  if (wanted)
    wake.notify_all();
  const auto most = unsigned(std::min<uint64_t>(available, state.blocks - 1));
  if (wanted < most)
    mine.run(state, [&, more = most - wanted] { recruit(state, more); });
  else
    mine.run(state);
  std::unique_lock lock(mutex);
  done.wait(lock, [&] { return busy == 0; });
  job = nullptr;
}

void Pool::recruit(const LaunchState &state, unsigned more) {
  if (state.nextBlock.load(std::memory_order_relaxed) >= state.blocks)
    return;
  {
    std::lock_guard lock(mutex);
    open += more;
    busy += more;
  }
  wake.notify_all();
}

void Pool::serve() {
  Work work;
  for (;;) {
    LaunchState *state;
    {
      std::unique_lock lock(mutex);
      wake.wait(lock, [&] { return open > 0; });
      --open;
      state = job;
    }
    work.run(*state);
    std::lock_guard lock(mutex);
    if (--busy == 0)
      done.notify_one();
  }
}

} // namespace porter
