// Blocks: which work-item runs next.
#pragma once

#include "current.h"
#include "fiber.h"
#include "lds_shadow.h"
#include "wave.h"

#include <memory>

namespace porter {

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
  /// Make the work-item that waits the running one, for reports; return another that waits elsewhere, as JSON.
  std::string pointOut();
  bool ldsContains(const void *address) const { return lds.contains(address); }
  /// Of instrumented code.
  LdsShadow &ldsShadow() { return shadow; }

private:
  /// Lanes of a wave that lie side by side in x.
  struct Row {
    uint32_t first, count, id[3];
  };
  /// The region that runs, to run it again lane by lane where it faults.
  struct Running {
    Wave *wave = nullptr;
    const Region *region = nullptr;
    uint64_t lanes = 0;
    std::vector<char> slots; ///< what the region changes, as it was
    std::vector<Column> answers;
  };

  void prepareItems();
  void prepareRegions();
  void beginRegions();
  void runRegions(Wave &wave);
  void runRegion(Wave &wave, const Region &region, uint64_t lanes);
  void runLanes(const Region &region, const Turn &turn, uint64_t lanes);
  void remember(Wave &wave, const Region &region, uint64_t lanes, const char *slots);
  /// Call `visit` for each column that lanes may read where they begin a region.
  template <class Visit> static void eachAnswer(const Wave &wave, const Region &region, Visit visit);
  void noteStop(Wave &wave, uint64_t lanes, uint32_t site);
  void locateLane();
  template <Engine engine> void resume(Item &item);
  void runWave(Wave &wave);
  template <Engine engine> void runItems(Wave &wave);
  void setAside(Wave &wave, uint64_t bit, Operation operation);
  bool resolve(Wave &wave, bool withoutSpinners);
  bool releaseBarrier();
  void countVotes();
  /// Tell the checks what is about to happen.
  void watchBarrier();
  void watchMeeting(const Wave &wave, uint64_t active);
  bool wakeSpinners();
  bool passGridSync();

  LaunchState *launch = nullptr;
  Engine engine = Engine::Loop;
  uint64_t preparedFor = 0; ///< the launch that the items' ids belong to
  bool votes = false;       ///< some who wait at the barrier asked for a vote
  uint64_t index = 0, rounds = 0;
  uint32_t position[3] = {};
  uint32_t waveSize = 64;
  bool independentLanes = false; ///< lanes of a warp make progress on their own: NVIDIA's
  uint64_t gridSyncsSeen = 0;
  bool inGridSync = false;
  std::vector<Item> items;
  std::vector<Wave> waves;
  std::vector<uint64_t> kept;
  uint32_t keptRegisters = 0;
  Mapping lds;
  LdsShadow shadow;
  Stacks stacks;   ///< of fibers
  Mapping frames;  ///< of coroutines, or the slots of waves
  size_t frameStride = 0;
  std::vector<Sites> sites;            ///< of waves
  std::vector<Column> columns;         ///< of waves, as many for each as the kernel needs
  std::vector<std::vector<Row>> rows;  ///< of waves
  Running running;
};

} // namespace porter
