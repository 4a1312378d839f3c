// Blocks of kernels that are cut into regions: the lanes of a wave that stopped at one place go on together.
#include "meeting.h"
#include "scheduler.h"

#include <cstring>

namespace porter {
void ResidentBlock::prepareRegions() {
  frameStride = size_t(launch->request.kernel.entry->frameBytes) * waveSize;
  frames.reserve(waves.size() * frameStride, false);
  running.slots.resize(frameStride);
  sites.resize(waves.size());
  columns.resize(waves.size() * launch->request.kernel.entry->columns);
  rows.assign(waves.size(), {});
  for (size_t i = 0; i < waves.size(); ++i)
    for (uint32_t lane = 0; lane < waves[i].size; ++lane) {
      const uint32_t *id = waves[i].items[lane].id;
      if (lane == 0 || id[0] == 0)
        rows[i].push_back({lane, 0, {id[0], id[1], id[2]}});
      ++rows[i].back().count;
    }
}

void ResidentBlock::beginRegions() {
  for (size_t i = 0; i < waves.size(); ++i) {
    const KernelEntry &kernel = *launch->request.kernel.entry;
    sites[i] = {};
    waves[i].sites = &sites[i];
    waves[i].columns = &columns[i * kernel.columns];
    waves[i].regions = kernel.regions;
  }
  porter_worker.item = items.data();
}

void ResidentBlock::runRegions(Wave &wave) {
  progress.store(progress.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  uint64_t lanes = wave.runnable;
  wave.runnable = 0;
  wave.mixedSites = wave.mixedSites && wave.waiting;
  current.exec = lanes;
  const Sites &asked = *wave.sites;
  while (lanes) {
    const uint64_t together = atFirstSite(wave, lanes);
    lanes &= ~together;
    runRegion(wave, wave.regions[asked.of[__builtin_ctzll(together)]], together);
    for (uint64_t rest = together; rest;) {
      const uint64_t here = atFirstSite(wave, rest);
      const uint32_t site = asked.of[__builtin_ctzll(here)];
      rest &= ~here;
      if (site && wave.regions[site].operation == Operation::Exit)
        lanes |= here; // they only left a loop, and go on
      else
        noteStop(wave, here, site);
    }
  }
}

void ResidentBlock::runRegion(Wave &wave, const Region &region, uint64_t lanes) {
  const size_t index = size_t(&wave - waves.data());
  char *slots = frames.data() + index * frameStride;
  Turn turn = {launch->request.arguments, slots, wave.items, wave.sites, wave.columns, 0, 0, {}};
  if (region.all)
    remember(wave, region, lanes, slots);
  const bool isBackward = launch->order.lanesBackward;
  for (size_t i = 0, last = rows[index].size() - 1; i <= last; ++i) {
    const Row &row = rows[index][isBackward ? last - i : i];
    uint64_t mine = lanes >> row.first << (mostLanes - row.count) >> (mostLanes - row.count);
    turn.groups = row.count / laneGroup;
    if (region.all && !isBackward && turn.groups && mine == ~uint64_t(0) >> (mostLanes - row.count)) {
      turn.first = row.first;
      std::memcpy(turn.id, row.id, sizeof turn.id);
      current.tellsItem = false;
      region.all(&turn);
      current.tellsItem = true;
      mine = mine >> (turn.groups * laneGroup - 1) >> 1 << (turn.groups * laneGroup - 1) << 1;
    }
    if (mine)
      runLanes(region, turn, mine << row.first);
  }
}

void ResidentBlock::runLanes(const Region &region, const Turn &turn, uint64_t lanes) {
  for (uint64_t bit; lanes; lanes &= ~bit) {
    bit = launch->order.first(lanes);
    const auto lane = uint32_t(__builtin_ctzll(bit));
    Item &item = turn.items[lane];
    porter_worker.item = &item;
    turn.sites->of[lane] = region.one(&turn, lane, item.id[0], item.id[1], item.id[2]);
  }
}

template <class Visit> void ResidentBlock::eachAnswer(const Wave &wave, const Region &region, Visit visit) {
  visit(wave.columns[0]);
  for (uint32_t i = 0; i < region.exchangeCount; ++i)
    visit(wave.columns[region.exchanges[i].answer]);
}

void ResidentBlock::remember(Wave &wave, const Region &region, uint64_t lanes, const char *slots) {
  running.wave = &wave;
  running.region = &region;
  running.lanes = lanes;
  running.answers.clear();
  eachAnswer(wave, region, [&](const Column &column) { running.answers.push_back(column); });
  for (uint32_t i = 0; i < region.changedCount; ++i) {
    const SlotRange &range = region.changed[i];
    std::memcpy(running.slots.data() + range.offset, slots + range.offset, range.bytes);
  }
}

/// Run the region that faulted once more, from what it found, one lane after the other.
void ResidentBlock::locateLane() {
  Wave &wave = *running.wave;
  char *slots = frames.data() + size_t(&wave - waves.data()) * frameStride;
  for (uint32_t i = 0; i < running.region->changedCount; ++i) {
    const SlotRange &range = running.region->changed[i];
    std::memcpy(slots + range.offset, running.slots.data() + range.offset, range.bytes);
  }
  auto before = running.answers.begin();
  eachAnswer(wave, *running.region, [&](Column &column) { column = *before++; });
  const Turn turn = {launch->request.arguments, slots, wave.items, wave.sites, wave.columns, 0, 0, {}};
  runLanes(*running.region, turn, running.lanes);
}

} // namespace porter
