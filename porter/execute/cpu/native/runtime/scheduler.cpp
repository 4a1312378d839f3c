// How the work-items of a block take turns.
//
// Lanes of a wave run until each has suspended. Those that wait at the earliest site then form the active set,
// get their answer and go on; so lanes that took different ways meet again where the ways join.
#include "scheduler.h"

#include "barrier_check.h"
#include "checks.h"
#include "meeting.h"
#include "profile.h"
#include "races.h"

#include <cstring>

namespace porter {
namespace {

/// How long independent lanes that meet where ways join wait for lanes that spin, in nanoseconds. They need not; it
/// keeps lanes together that are soon done. Lanes in lockstep always wait.
constexpr uint64_t patienceLimit = 1'000'000;
/// Rounds of spinning before other blocks get the thread.
constexpr int spinRounds = 16;

uint64_t lowBits(uint32_t count) { return count >= 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1; }

} // namespace

void ResidentBlock::begin(LaunchState &state, uint64_t place) {
  launch = &state;
  index = state.order.block(place, state.blocks);
  rounds = 0;
  const LaunchRequest &request = state.request;
  const DeviceImage &image = *request.kernel.image;
  waveSize = image.waveSize;
  independentLanes = std::strncmp(image.architecture, "sm_", 3) == 0;
  position[0] = uint32_t(index % request.grid.x);
  position[1] = uint32_t(index / request.grid.x % request.grid.y);
  position[2] = uint32_t(index / request.grid.x / request.grid.y);
  inGridSync = false;
  const uint32_t guard = image.isWatched ? ldsGuard : 64;
  lds.reserve(reservedLds + image.dynamicLdsOffset + request.dynamicLds + guard, true);
  std::memset(lds.data(), 0, reservedLds);
  if (image.isWatched)
    shadow.begin(lds.data() + reservedLds, *request.kernel.entry, image.dynamicLdsOffset, uint32_t(request.dynamicLds));
  engine = request.kernel.entry->engine;
  if (engine == Engine::Loop)
    return;
  if (preparedFor != state.serial)
    prepareItems();
  for (uint32_t i = 0; i < items.size(); ++i)
    items[i].context = engine == Engine::Fiber ? stacks.prepare(i, fiberMain) : nullptr;
  std::fill(kept.begin(), kept.end(), 0);
  for (Wave &wave : waves) {
    Wave fresh;
    fresh.size = wave.size;
    fresh.items = wave.items;
    fresh.kept = wave.kept;
    fresh.keptRegisters = keptRegisters;
    wave = fresh;
    wave.runnable = lowBits(wave.size);
  }
  if (engine == Engine::Regions)
    beginRegions();
}

/// Memory and ids, the same for all blocks of a launch.
void ResidentBlock::prepareItems() {
  const LaunchRequest &request = launch->request;
  const auto count = uint32_t(request.block.count());
  if (engine == Engine::Fiber) {
    stacks.reserve(count);
  } else if (engine == Engine::Coroutine) {
    frameStride = (request.kernel.entry->frameBytes + 63) / 64 * 64;
    frames.reserve(count * frameStride, false);
  }
  items.assign(count, Item());
  waves.assign((count + waveSize - 1) / waveSize, Wave());
  keptRegisters = request.kernel.entry->keptRegisters;
  kept.assign(size_t(count) * keptRegisters, 0);
  uint32_t linear = 0;
  for (uint32_t z = 0; z < request.block.z; ++z)
    for (uint32_t y = 0; y < request.block.y; ++y)
      for (uint32_t x = 0; x < request.block.x; ++x, ++linear) {
        items[linear].id[0] = x;
        items[linear].id[1] = y;
        items[linear].id[2] = z;
        items[linear].lane = linear % waveSize;
      }
  for (uint32_t i = 0; i < waves.size(); ++i) {
    waves[i].items = items.data() + i * waveSize;
    waves[i].kept = kept.data() + size_t(i) * waveSize * keptRegisters;
    waves[i].size = std::min(waveSize, count - i * waveSize);
  }
  if (engine == Engine::Regions)
    prepareRegions();
  preparedFor = launch->serial;
}

ResidentBlock::Progress ResidentBlock::run() {
  porter_worker.lds = lds.data() + reservedLds;
  porter_worker.launch = &launch->info;
  current = {launch, this, false, 0, engine != Engine::Loop};
  progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  std::memcpy(porter_worker.block, position, sizeof position);
  if (engine == Engine::Loop) {
    Item only = {};
    porter_worker.item = &only;
    launch->request.kernel.entry->run(launch->request.arguments);
    return Progress::Finished;
  }
  for (int spins = 0;; ++rounds) {
    for (uint32_t i = 0; i < waves.size(); ++i) {
      Wave &wave = waves[launch->order.wave(i, uint32_t(waves.size()), index, rounds)];
      while (wave.runnable || resolve(wave, false))
        runWave(wave);
    }
    if (launch->aborted.load(std::memory_order_relaxed))
      return Progress::Finished;
    if (wakeSpinners()) {
      if (++spins == spinRounds)
        return Progress::Waiting;
      continue;
    }
    if (releaseBarrier())
      continue;
    bool alive = false;
    for (Wave &wave : waves)
      alive |= wave.atGridSync != 0;
    if (!alive)
      return Progress::Finished;
    if (!passGridSync())
      return Progress::Waiting;
  }
}

template <Engine engine> void ResidentBlock::resume(Item &item) {
  porter_worker.item = &item;
  current.place = nullptr;
  if (engine == Engine::Fiber) {
    resumeFiber(item);
  } else if (item.context) {
    auto next = *static_cast<void (**)(void *)>(item.context);
    next(item.context);
  } else {
    const LaunchRequest &request = launch->request;
    char *frame = frames.data() + size_t(&item - items.data()) * frameStride;
    item.context = request.kernel.entry->start(request.arguments, frame);
  }
}

void ResidentBlock::locate() {
  Item item = {};
  porter_worker.item = &item;
  current = {launch, this, true, 0, true};
  if (engine == Engine::Regions)
    return locateLane();
  launch->request.kernel.entry->locate(launch->request.arguments);
}

void ResidentBlock::runWave(Wave &wave) {
  switch (engine) {
  case Engine::Fiber: return runItems<Engine::Fiber>(wave);
  case Engine::Coroutine: return runItems<Engine::Coroutine>(wave);
  default: return runRegions(wave);
  }
}

template <Engine engine> void ResidentBlock::runItems(Wave &wave) {
  progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  uint64_t lanes = wave.runnable, waiting = wave.waiting, atBarrier = 0;
  uint32_t site = wave.site;
  bool mixed = wave.mixedSites && waiting;
  wave.runnable = 0;
  current.exec = lanes;
  for (uint64_t bit; lanes; lanes &= ~bit) {
    bit = launch->order.first(lanes);
    Item &item = wave.items[__builtin_ctzll(bit)];
    resume<engine>(item);
    // The two that come in great numbers go without a jump through a table, and without memory.
    if (item.operation == Operation::Barrier)
      atBarrier |= bit;
    else if (item.operation >= Operation::FirstRendezvous) {
      site = waiting ? site : item.site;
      mixed |= item.site != site;
      waiting |= bit;
    } else
      setAside(wave, bit, item.operation);
  }
  wave.atBarrier |= atBarrier;
  wave.waiting = waiting;
  wave.site = site;
  wave.mixedSites = mixed;
}

/// Let lanes that wait go on: those whose mask's lanes have all come, else those at the earliest site; among NVIDIA's
/// first those that name nobody. Lanes that spin may still come there, so they are waited for.
bool ResidentBlock::resolve(Wave &wave, bool withoutSpinners) {
  if (!wave.waiting)
    return false;
  // A wavefront in lockstep is where its earliest lanes are, and those may be at the block's barrier.
  if (!independentLanes && wave.atBarrier && (atFirstSite(wave, wave.waiting | wave.atBarrier) & wave.atBarrier))
    return false;
  uint64_t active = 0;
  if (independentLanes && (wave.mixedSites || wave.spinning))
    active = allNamed(wave);
  if (!active && (!wave.spinning || withoutSpinners))
    active = !wave.mixedSites ? wave.waiting : atFirstSite(wave, independentLanes ? namingNobody(wave) : wave.waiting);
  if (!active)
    return false;
  if (launch->request.kernel.image->isWatched)
    watchMeeting(wave, active);
  wave.waiting &= ~active;
  wave.waitingSince = 0;
  porter_worker.item = &wave.items[__builtin_ctzll(active)]; // whom a report names
  answer(wave, active, waveSize);
  wave.runnable = active;
  return true;
}

bool ResidentBlock::wakeSpinners() {
  bool woke = false;
  for (Wave &wave : waves) {
    if (!wave.spinning)
      continue;
    woke = true;
    const bool holdsUp = independentLanes && wave.waiting != 0;
    if (holdsUp && !wave.waitingSince)
      wave.waitingSince = steadyNanoseconds();
    if (holdsUp && steadyNanoseconds() - wave.waitingSince > patienceLimit) {
      resolve(wave, true);
    } else {
      wave.runnable = wave.spinning;
      wave.spinning = 0;
    }
  }
  return woke;
}

/// All that live are at a barrier: they go on, with the block's vote if they asked for one. A wavefront in lockstep
/// arrives with the lanes at its earliest barrier; those that took another way arrive at theirs later.
bool ResidentBlock::releaseBarrier() {
  if (votes)
    countVotes();
  if (launch->request.kernel.image->isWatched)
    watchBarrier();
  bool any = false;
  for (Wave &wave : waves) {
    any |= wave.atBarrier != 0;
    wave.runnable = independentLanes ? wave.atBarrier : atFirstSite(wave, wave.atBarrier);
    wave.atBarrier &= ~wave.runnable;
  }
  return any;
}

void ResidentBlock::watchBarrier() {
  bool any = false;
  for (Wave &wave : waves) {
    any |= wave.atBarrier != 0;
    if (checks().profile && wave.atBarrier)
      countBarrier(wave.items[__builtin_ctzll(wave.atBarrier)]);
  }
  if (checks().races)
    settleRaces();
  if (!any)
    return;
  if (checks().barriers)
    checkBarrier(waves);
  if (checks().races)
    noteBlockMeeting();
}

void ResidentBlock::watchMeeting(const Wave &wave, uint64_t active) {
  if (checks().races) {
    settleRaces();
    noteWaveMeeting(uint32_t(wave.items - items.data()));
  }
  if (checks().barriers && independentLanes)
    checkWarpMask(wave, active);
}

} // namespace porter

extern "C" void porter_keep(uint32_t number, uint64_t value) {
  porter::current.block->keep(*porter_worker.item, number, value);
}
