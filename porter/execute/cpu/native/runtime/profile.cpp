// Counts of kernels and lines, and their time: the line that touched memory last, or that a loop came by last, gets the
// time until the next one does. Written down when the program ends.
#include "profile.h"

#include "checks.h"
#include "findings.h"
#include "scheduler.h"
#include "stopped.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>
#include <x86intrin.h>

namespace porter {
namespace {

struct LineCounts {
  uint64_t ldsRead = 0, ldsWritten = 0, globalRead = 0, globalWritten = 0, barriers = 0;
  uint64_t ticks = 0; ///< of the processor's clock

  void add(const LineCounts &other) {
    ldsRead += other.ldsRead;
    ldsWritten += other.ldsWritten;
    globalRead += other.globalRead;
    globalWritten += other.globalWritten;
    barriers += other.barriers;
    ticks += other.ticks;
  }
};

/// Nodes stay where they are while others are added.
using Lines = std::unordered_map<const SourcePlace *, LineCounts>;

struct KernelCounts {
  uint64_t launches = 0, nanoseconds = 0, blocks = 0, waves = 0;
  Lines lines;
};

struct Profile {
  std::mutex mutex;
  uint64_t beganTicks = 0, beganNanoseconds = 0; ///< the first launch
  std::map<const KernelEntry *, KernelCounts> kernels;
};
Profile &profile() {
  static Profile &instance = *new Profile;
  return instance;
}

thread_local Lines mine;
thread_local LineCounts *last = nullptr; ///< the line that runs
thread_local const SourcePlace *lastPlace = nullptr;
thread_local uint64_t since = 0; ///< when it began to, by the processor's clock

/// Give the running line its time.
void settle() {
  const uint64_t now = __rdtsc();
  if (last)
    last->ticks += now - since;
  since = now;
}

LineCounts &line(const SourcePlace *place) {
  if (place != lastPlace || !last) {
    settle();
    last = &mine[place];
    lastPlace = place;
  }
  return *last;
}

void write() {
  std::lock_guard lock(profile().mutex);
  const auto ticks = double(__rdtsc() - profile().beganTicks);
  const double nanosecondsEach = double(steadyNanoseconds() - profile().beganNanoseconds) / std::max(ticks, 1.0);
  for (const auto &[kernel, counts] : profile().kernels) {
    auto describe = [&](const auto &entry) {
      const auto &[place, line] = entry;
      return JsonObject()
          .raw("place", jsonOf(place))
          .number("lds_read", line.ldsRead)
          .number("lds_written", line.ldsWritten)
          .number("global_read", line.globalRead)
          .number("global_written", line.globalWritten)
          .number("barriers", line.barriers)
          .number("nanoseconds", uint64_t(double(line.ticks) * nanosecondsEach))
          .str();
    };
    writeLine(JsonObject()
                  .text("profile", kernel->signature)
                  .number("launches", counts.launches)
                  .number("nanoseconds", counts.nanoseconds)
                  .number("blocks", counts.blocks)
                  .number("waves", counts.waves)
                  .raw("lines", jsonArray(counts.lines, describe))
                  .str());
  }
}

void start() {
  static const bool started = [] {
    profile().beganTicks = __rdtsc();
    profile().beganNanoseconds = steadyNanoseconds();
    std::atexit(write);
    return true;
  }();
  (void)started;
}

} // namespace

void countBytes(uintptr_t address, size_t bytes, uint32_t kind, const SourcePlace *place) {
  LineCounts &counts = line(place);
  const bool isLds = current.block->ldsShadow().contains(address);
  if (kind & Reads)
    (isLds ? counts.ldsRead : counts.globalRead) += bytes;
  if (kind & Writes)
    (isLds ? counts.ldsWritten : counts.globalWritten) += bytes;
}

void countBarrier(const Item &item) {
  if (const SourcePlace *place = placeOf(item))
    ++line(place).barriers;
}

void countTurn(const SourcePlace *place) { line(place); }

void beginProfile() { start(); }

void endProfile(const LaunchState &launch) {
  settle();
  last = nullptr;
  std::lock_guard lock(profile().mutex);
  Lines &lines = profile().kernels[launch.request.kernel.entry].lines;
  for (const auto &[place, counts] : mine)
    lines[place].add(counts);
  mine.clear();
}

void countLaunch(const LaunchState &launch, uint64_t nanoseconds) {
  const uint64_t waveSize = launch.request.kernel.image->waveSize;
  std::lock_guard lock(profile().mutex);
  KernelCounts &counts = profile().kernels[launch.request.kernel.entry];
  ++counts.launches;
  counts.nanoseconds += nanoseconds;
  counts.blocks += launch.blocks;
  counts.waves += launch.blocks * ((launch.request.block.count() + waveSize - 1) / waveSize);
}

} // namespace porter
