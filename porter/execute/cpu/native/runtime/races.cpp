// Who touched what when, and what lies between.
#include "races.h"

#include "allocations.h"
#include "checks.h"
#include "findings.h"
#include "guesses.h"
#include "lds_names.h"
#include "page_map.h"
#include "scheduler.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace porter {
namespace {

/// Work-items that meet: a wave, a block.
struct Group {
  uint32_t met = 0;        ///< when they last did
  uint32_t synchronised = 0; ///< when one of them last did an atomic operation
  uint32_t released = 0;   ///< the last meeting before that: what came before it is seen by those who look
  uint32_t acquired = 0;   ///< the last such operation before the last meeting: what it saw, all have seen

  void meet(uint32_t time) {
    acquired = synchronised;
    met = time;
  }
  void synchronise(uint32_t time) {
    synchronised = time;
    released = met;
  }
};

struct CellPage {
  uint64_t launch; ///< whose accesses it holds
  RaceCell cells[pageBytes / RaceCell::bytes];
};

/// A write over a write of another: a race only where it changes what is there.
struct Pending {
  bool isThere = false;
  PastAccess past;
  JsonObject finding;
  const SourcePlace *place;
  const char *address;
  size_t bytes;
  char before[16];
};

struct Races {
  PageMap<CellPage> pages;
  uint64_t serial = 0;
  uint32_t now = 0, gridMet = 0;
  uint32_t items = 1, waveSize = 64, waves = 1; ///< of a block
  Size3 block, grid;
  bool inLockstep = true;
  std::vector<Group> ofBlocks, ofWaves;
  std::vector<uint32_t> ofItems; ///< when each last did an atomic operation
  Pending pending;
  Guesses guesses;
};
Races &races() {
  static Races &instance = *new Races;
  return instance;
}

uint32_t runningBlock() {
  const uint32_t *block = porter_worker.block;
  return (block[2] * races().grid.y + block[1]) * races().grid.x + block[0];
}

uint32_t runningItem() {
  const uint32_t *id = porter_worker.item->id;
  const Size3 &size = races().block;
  return runningBlock() * races().items + (id[2] * size.y + id[1]) * size.x + id[0];
}

uint32_t waveOf(uint32_t item) {
  return item / races().items * races().waves + item % races().items / races().waveSize;
}

/// Whether what `past` did comes before what `item` does now.
bool isOrdered(const PastAccess &past, uint32_t item) {
  Races &all = races();
  const uint32_t time = past.time, other = past.item;
  if (other == item || time < all.gridMet)
    return true;
  const Group &block = all.ofBlocks[item / all.items], &otherBlock = all.ofBlocks[other / all.items];
  const Group &wave = all.ofWaves[waveOf(item)], &otherWave = all.ofWaves[waveOf(other)];
  if (&block == &otherBlock && time < block.met)
    return true;
  if (&wave == &otherWave && (all.inLockstep || time < wave.met))
    return true;
  const bool isReleased = all.ofItems[other] > time || otherWave.released > time || otherBlock.released > time;
  const bool isAcquired = all.ofItems[item] > time || wave.acquired > time || block.acquired > time;
  return isReleased && isAcquired;
}

/// Whether a past access comes before all that the block still does, and not only before what this work-item does.
bool isOver(const PastAccess &past, uint32_t item) {
  Races &all = races();
  if (past.item / all.items != item / all.items)
    return isOrdered(past, item);
  return past.time < all.gridMet || past.time < all.ofBlocks[item / all.items].met || past.item == item;
}

RaceCell &cellOf(uintptr_t address) {
  Races &all = races();
  LdsShadow &lds = current.block->ldsShadow();
  if (lds.contains(address))
    return lds.cellAt(address);
  CellPage &page = all.pages.at(address, [](CellPage &) {});
  if (page.launch != all.serial) {
    std::memset(&page, 0, sizeof page);
    page.launch = all.serial;
  }
  return page.cells[address % pageBytes / RaceCell::bytes];
}

JsonObject describePast(const PastAccess &past, const char *access) {
  const Races &all = races();
  const uint32_t number = past.item / all.items, item = past.item % all.items;
  const uint32_t block[] = {number % all.grid.x, number / all.grid.x % all.grid.y, number / all.grid.x / all.grid.y};
  const uint32_t thread[] = {item % all.block.x, item / all.block.x % all.block.y, item / all.block.x / all.block.y};
  return describeItem(*current.launch->request.kernel.entry, block, thread, past.source()).text("access", access);
}

const char *nameOf(bool isWrite, bool isAtomic) {
  return isAtomic ? (isWrite ? "atomic write" : "atomic read") : (isWrite ? "write" : "read");
}

void report(const PastAccess &past, const SourcePlace *place, const std::string &kind, JsonObject finding) {
  if (isNew("races", kind, place, past.source()))
    writeFinding("races", kind, std::move(finding));
}

void found(const PastAccess &past, bool pastIsWrite, uintptr_t address, size_t bytes, uint32_t kind,
           const SourcePlace *place) {
  const bool isWrite = kind & Writes, isAtomic = kind & (IsAtomic | IsVolatile);
  const auto *pointer = reinterpret_cast<const void *>(address);
  JsonObject finding = describeItem(place);
  finding.text("access", nameOf(isWrite, isAtomic)).number("bytes", bytes).number("address", address);
  finding.raw("other", describePast(past, nameOf(pastIsWrite, past.isAtomic)).str());
  LdsShadow &lds = current.block->ldsShadow();
  CheckedAllocation allocation;
  if (lds.contains(address))
    describeLds(finding, lds.offsetOf(address));
  else if (isCheckedSpace(pointer) && nearestAllocation(pointer, allocation))
    finding.text("memory", "global").raw("allocation", jsonOf(allocation, pointer));
  else
    finding.text("memory", "global");
  const bool isUnorderedRead = isWrite ? !pastIsWrite && isAtomic && !past.isAtomic : past.isAtomic && !isAtomic;
  if (isUnorderedRead) {
    const uint32_t reader = isWrite ? past.item : runningItem();
    const char *name = isWrite ? "write after read" : "read after write";
    return races().guesses.add(reader, address, bytes, {place, past.source()}, [=, finding = std::move(finding)]() mutable {
      report(past, place, name, std::move(finding));
    });
  }
  Pending &pending = races().pending;
  if (!(isWrite && pastIsWrite) || isAtomic || past.isAtomic || bytes > sizeof pending.before)
    return report(past, place, isWrite ? (pastIsWrite ? "write after write" : "write after read") : "read after write",
                  std::move(finding));
  pending = {true, past, std::move(finding), place, reinterpret_cast<const char *>(address), bytes, {}};
  std::memcpy(pending.before, pointer, bytes);
}

void noteWord(RaceCell &cell, unsigned mask, uint32_t item, uintptr_t address, size_t bytes, uint32_t kind,
              const SourcePlace *place) {
  const bool isAtomic = kind & (IsAtomic | IsVolatile), isWrite = kind & Writes;
  auto conflict = [&](const PastAccesses &past) {
    auto isOne = [&](const PastAccess &one) {
      return one.isThere && one.mask & mask && !(one.isAtomic && isAtomic) && !isOrdered(one, item);
    };
    return isOne(past.first) ? &past.first : isOne(past.last) ? &past.last : nullptr;
  };
  if (const PastAccess *write = conflict(cell.writes))
    found(*write, true, address, bytes, kind, place);
  else if (const PastAccess *read = isWrite ? conflict(cell.reads) : nullptr)
    found(*read, false, address, bytes, kind, place);
  if (kind & IsComparison) // its own plain reads were guesses, which it tests here
    for (PastAccess *one : {&cell.reads.first, &cell.reads.last})
      one->isThere = one->isThere && (one->item != item || one->isAtomic);
  PastAccesses &mine = isWrite ? cell.writes : cell.reads;
  const bool isFirst = !mine.first.isThere || isOver(mine.first, item);
  (isFirst ? mine.first : mine.last) = {reinterpret_cast<uint64_t>(place), mask, isAtomic, true, item, races().now};
}

} // namespace

void beginRaces(const LaunchState &launch) {
  Races &all = races();
  all.serial = launch.serial;
  all.now = 1;
  all.gridMet = 0;
  all.grid = launch.request.grid;
  all.block = launch.request.block;
  all.items = uint32_t(all.block.count());
  const DeviceImage &image = *launch.request.kernel.image;
  all.waveSize = image.waveSize;
  all.inLockstep = std::strncmp(image.architecture, "sm_", 3) != 0;
  all.waves = (all.items + all.waveSize - 1) / all.waveSize;
  all.ofBlocks.assign(launch.blocks, Group());
  all.ofWaves.assign(launch.blocks * all.waves, Group());
  all.ofItems.assign(launch.blocks * all.items, 0);
}

void endRaces() {
  settleRaces();
  races().guesses.tell();
}

void noteRaceAccess(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place) {
  Races &all = races();
  settleRaces();
  const uint32_t item = runningItem();
  if (kind & IsComparison)
    all.guesses.confirm(item, address, bytes);
  for (uintptr_t word = address / RaceCell::bytes * RaceCell::bytes; word < address + bytes; word += RaceCell::bytes) {
    const uintptr_t from = std::max(word, address) - word, to = std::min(word + RaceCell::bytes, address + bytes) - word;
    noteWord(cellOf(word), (1u << to) - (1u << from), item, address, bytes, kind, place);
  }
  if (!(kind & (IsAtomic | IsVolatile)))
    return;
  all.ofItems[item] = ++all.now;
  all.ofBlocks[item / all.items].synchronise(all.now);
  all.ofWaves[waveOf(item)].synchronise(all.now);
}

void noteBlockMeeting() {
  Races &all = races();
  const uint32_t block = runningBlock();
  all.ofBlocks[block].meet(++all.now);
  for (uint32_t wave = 0; wave < all.waves; ++wave)
    all.ofWaves[block * all.waves + wave].meet(all.now);
}

void noteWaveMeeting(uint32_t firstItem) {
  Races &all = races();
  all.ofWaves[waveOf(runningBlock() * all.items + firstItem)].meet(++all.now);
}

void noteGridMeeting() { races().gridMet = ++races().now; }

void settleRaces() {
  Pending &pending = races().pending;
  if (!pending.isThere)
    return;
  pending.isThere = false;
  if (std::memcmp(pending.before, pending.address, pending.bytes) != 0)
    report(pending.past, pending.place, "write after write", std::move(pending.finding));
}

} // namespace porter
