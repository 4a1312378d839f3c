// The work loop of a thread: blocks are begun in order, and those that wait take turns.
//
// Order matters: code like decoupled look-back waits for blocks of lower index, and those have always begun.
// A block that waits for something outside itself makes its thread begin another one beside it, so that even
// grids that synchronise by hand, with all blocks resident, get through.
#include "work.h"

#include "abandon.h"
#include "checks.h"
#include "faults.h"
#include "profile.h"
#include "settings.h"
#include "watchdog.h"

#include <new>
#include <thread>
#include <utility>

namespace porter {
namespace {

/// Nanoseconds after which waking a thread costs little beside what is done already.
constexpr uint64_t worthHelp = 20'000;

} // namespace

void Work::run(LaunchState &state, std::function<void()> recruit) {
  callForHelp = std::move(recruit);
  began = callForHelp ? steadyNanoseconds() : 0;
  watchFaults();
  Watched watched(state);
  if (checks().profile)
    beginProfile();
  resident.clear();
  const int left = setjmp(workLoop);
  if (left == Begun) {
    try {
      runBlocks(state);
    } catch (const std::bad_alloc &) {
      abandon(LaunchResult::OutOfMemory, "no memory for the stacks or the LDS of a block");
    }
  } else if (left == LocateFault && setjmp(workLoop) == Begun) {
    current.block->locate();
    current.locating = current.tellsItem = false;
    abandonLocated();
  }
  for (auto &block : resident)
    spare.push_back(std::move(block));
  resident.clear();
  current = {};
  if (checks().profile)
    endProfile(state);
}

void Work::runBlocks(LaunchState &state) {
  uint64_t waitingSince = 0;
  while (!state.aborted.load(std::memory_order_relaxed) && (!resident.empty() || admit(state))) {
    bool finished = false;
    for (size_t i = 0; i < resident.size();)
      if (resident[i]->run() == ResidentBlock::Progress::Finished) {
        finished = true;
        if (callForHelp && steadyNanoseconds() - began > worthHelp)
          std::exchange(callForHelp, {})();
        if (!again(state, *resident[i])) {
          spare.push_back(std::move(resident[i]));
          resident.erase(resident.begin() + long(i));
        }
      } else {
        ++i;
      }
    if (finished)
      waitingSince = 0;
    else if (!admit(state))
      waitForOthers(waitingSince);
  }
}

bool Work::again(LaunchState &state, ResidentBlock &block) {
  uint64_t index = state.nextBlock.fetch_add(1);
  if (index < state.blocks)
    block.begin(state, index);
  return index < state.blocks;
}

bool Work::admit(LaunchState &state) {
  uint64_t index = state.nextBlock.fetch_add(1);
  if (index >= state.blocks)
    return false;
  if (spare.empty())
    spare.push_back(std::make_unique<ResidentBlock>());
  auto block = std::move(spare.back());
  spare.pop_back();
  block->begin(state, index);
  resident.push_back(std::move(block));
  return true;
}

void Work::waitForOthers(uint64_t &since) {
  static const uint64_t limit = setting("PORTER_CPU_SPIN_SECONDS", 60) * 1000000000;
  const uint64_t now = steadyNanoseconds();
  if (since == 0)
    since = now;
  if (now - since > limit)
    abandonLate("the kernel waited " + std::to_string(limit / 1000000000) + " s for memory or work-items that never came",
                {"waits for ever", "waits", resident.front()->pointOut()});
  if (now > lastMoment())
    abandonLate(outOfTime, {"out of time", "waits", resident.front()->pointOut()});
  std::this_thread::yield();
}

} // namespace porter
