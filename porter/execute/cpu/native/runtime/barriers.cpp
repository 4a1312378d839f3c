// What barriers give back: the block's votes, and the grid's passage.
#include "checks.h"
#include "races.h"
#include "scheduler.h"

namespace porter {

void ResidentBlock::countVotes() {
  votes = false;
  uint64_t yes = 0, voters = 0;
  auto each = [&](auto body) {
    for (Wave &wave : waves)
      for (uint64_t rest = wave.atBarrier; rest; rest &= rest - 1)
        if (const auto lane = uint32_t(__builtin_ctzll(rest)); wave.operationOf(lane) != Operation::Barrier)
          body(wave, lane);
  };
  each([&](const Wave &wave, uint32_t lane) {
    ++voters;
    yes += wave.a(lane) != 0;
  });
  each([&](const Wave &wave, uint32_t lane) {
    const Operation operation = wave.operationOf(lane);
    wave.answer(lane) = operation == Operation::BarrierCount ? yes
                        : operation == Operation::BarrierAnd ? yes == voters
                                                             : yes != 0;
  });
}

/// Every live work-item of the block is at the grid's barrier.
bool ResidentBlock::passGridSync() {
  if (!inGridSync) {
    inGridSync = true;
    gridSyncsSeen = launch->gridSyncs.load();
    if (launch->arrivedAtGridSync.fetch_add(1) + 1 == launch->blocks) {
      if (checks().races)
        noteGridMeeting();
      launch->arrivedAtGridSync.store(0);
      launch->gridSyncs.fetch_add(1);
    }
  }
  if (launch->gridSyncs.load() == gridSyncsSeen)
    return false;
  inGridSync = false;
  for (Wave &wave : waves) {
    wave.runnable = wave.atGridSync;
    wave.atGridSync = 0;
  }
  return true;
}

} // namespace porter
