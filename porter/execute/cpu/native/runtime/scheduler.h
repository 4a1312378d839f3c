// Waves and blocks: which work-item runs next.
#pragma once

#include "runtime.h"

#include <atomic>
#include <memory>

namespace porter {

/// Lanes of one wave, each in exactly one of the sets.
struct Wave {
  uint64_t runnable = 0;
  uint64_t waiting = 0;   ///< at a rendezvous of the wave
  uint64_t atBarrier = 0;
  uint64_t atGridSync = 0;
  uint64_t spinning = 0;
  uint32_t size = 0;      ///< lanes that exist
  uint32_t site = 0;      ///< where those wait that wait, unless `mixedSites`
  bool mixedSites = false;
  uint64_t waitingSince = 0; ///< when lanes began to wait for spinning ones, 0 for not
  Item *items = nullptr;
  const uint64_t *kept = nullptr; ///< registers of the first lane, then of the next
  uint32_t keptRegisters = 0;
};

/// Answer a rendezvous of the lanes `active`, which wait at the same site.
void exchange(Wave &wave, uint64_t active, uint32_t waveSize);

/// MFMA and WMMA.
void multiplyMatrices(Wave &wave, uint64_t active, uint32_t waveSize);

/// CUDA's warp operations: the answer for one lane.
uint64_t exchangeWarp(const Item &item, uint32_t lane, const Item *items, uint64_t active);

/// What all blocks of one launch share.
struct LaunchState {
  uint64_t serial = 0;
  LaunchRequest request;
  LaunchInfo info = {};
  uint64_t blocks = 0;
  bool wavesBackward = false; ///< the last wave of a block runs first
  std::atomic<uint64_t> nextBlock{0};
  std::atomic<uint64_t> arrivedAtGridSync{0};
  std::atomic<uint64_t> gridSyncs{0};
  std::atomic<bool> aborted{false};
  LaunchResult result = LaunchResult::Success;
};

/// Memory mapped for LDS or stacks, unmapped in the end.
class Mapping {
public:
  Mapping() = default;
  ~Mapping() { release(); }
  Mapping(const Mapping &) = delete;
  Mapping &operator=(const Mapping &) = delete;
  /// Have at least `bytes`; below 4 GiB when `low`. Throws std::bad_alloc.
  char *reserve(size_t bytes, bool low);
  char *data() const { return base; }
  bool contains(const void *address) const { return address >= base && address < base + bytes; }

private:
  void release();
  char *base = nullptr;
  size_t bytes = 0;
};

/// Stacks for the fibers of one block.
class Stacks {
public:
  /// Have at least `count` stacks.
  void reserve(size_t count);
  /// A context that begins `entry` on stack `index` when it is first switched to.
  void *prepare(size_t index, void (*entry)());
  bool contains(const void *address) const { return memory.contains(address); }

private:
  Mapping memory;
  size_t count = 0;
};

/// A block in progress, with the memory its work-items need. Reused from block to block.
class ResidentBlock {
public:
  enum class Progress { Finished, Waiting };

  void begin(LaunchState &launch, uint64_t index);
  /// Run until every work-item is done or all that are left wait for something outside the block.
  Progress run();
  /// Note a value that other lanes of the wave may read when `item` is switched off.
  void keep(const Item &item, uint32_t number, uint64_t value) {
    kept[size_t(&item - items.data()) * keptRegisters + number] = value;
  }
  bool contains(const void *address) const { return stacks.contains(address) || frames.contains(address); }
  /// Run a block of independent work-items again, slowly, to find out which one faults.
  void locate();
  bool ldsContains(const void *address) const { return lds.contains(address); }

private:
  void prepareItems();
  template <Engine engine> void resume(Item &item);
  template <Engine engine> void runWave(Wave &wave);
  void setAside(Wave &wave, uint64_t bit, Operation operation);
  bool resolve(Wave &wave, bool withoutSpinners);
  bool releaseBarrier();
  void countVotes();
  bool wakeSpinners();
  bool passGridSync();

  LaunchState *launch = nullptr;
  Engine engine = Engine::Loop;
  uint64_t preparedFor = 0; ///< the launch that the items' ids belong to
  bool votes = false;       ///< some who wait at the barrier asked for a vote
  uint32_t position[3] = {};
  uint32_t waveSize = 64;
  uint64_t gridSyncsSeen = 0;
  bool inGridSync = false;
  std::vector<Item> items;
  std::vector<Wave> waves;
  std::vector<uint64_t> kept;
  uint32_t keptRegisters = 0;
  Mapping lds;
  Stacks stacks;   ///< of fibers
  Mapping frames;  ///< of coroutines
  size_t frameStride = 0;
};

/// What this thread runs: for the fibers that begin on it, and for reports.
struct Current {
  LaunchState *launch = nullptr;
  ResidentBlock *block = nullptr;
  bool locating = false; ///< the block runs again: it must not print again
};
extern thread_local Current current;

/// Leave the launch from the middle of device code, which must not go on.
[[noreturn]] void abandon(LaunchResult result, const std::string &fault);

/// The same for a fault of one work-item; tells which one, if need be by running the block again.
[[noreturn]] void abandonItem(LaunchResult result, const std::string &fault);

/// Counts what a thread gets done: waves resumed, blocks begun. Read by the watchdog.
extern thread_local std::atomic<uint64_t> progress;

/// Have this thread interrupted when it runs device code of `state` for long without progress.
class Watched {
public:
  explicit Watched(const LaunchState &state);
  ~Watched();
};

/// Where the running work-item is: "kernel NAME, block (x, y, z), thread (x, y, z)".
std::string describePlace();

/// Make this thread report bad accesses of device code.
void watchFaults();

/// Run `item` on its fiber until it suspends or returns.
void resumeFiber(Item &item);

/// First code of a fiber.
void fiberMain();

} // namespace porter

/// The worker of this thread; compiled device code reads it too.
extern thread_local porter::Worker porter_worker __attribute__((tls_model("initial-exec")));
