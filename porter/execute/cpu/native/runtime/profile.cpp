// Counts of kernels and lines, and samples of time: a timer of the process interrupts who runs, and the line that last
// touched memory gets the sample. Written down when the program ends.
#include "profile.h"

#include "checks.h"
#include "findings.h"
#include "scheduler.h"
#include "stopped.h"

#include <atomic>
#include <csignal>
#include <map>
#include <mutex>
#include <sys/time.h>
#include <unordered_map>

namespace porter {
namespace {

constexpr int sampleMicroseconds = 1000;

struct LineCounts {
  uint64_t ldsRead = 0, ldsWritten = 0, globalRead = 0, globalWritten = 0, barriers = 0;
  std::atomic<uint64_t> samples{0};

  void add(const LineCounts &other) {
    ldsRead += other.ldsRead;
    ldsWritten += other.ldsWritten;
    globalRead += other.globalRead;
    globalWritten += other.globalWritten;
    barriers += other.barriers;
    samples += other.samples;
  }
};

/// Nodes stay where they are, so that an interrupted thread can add to one.
using Lines = std::unordered_map<const SourcePlace *, LineCounts>;

struct KernelCounts {
  uint64_t launches = 0, nanoseconds = 0, blocks = 0, waves = 0;
  Lines lines;
};

struct Profile {
  std::mutex mutex;
  std::map<const KernelEntry *, KernelCounts> kernels;
};
Profile &profile() {
  static Profile &instance = *new Profile;
  return instance;
}

thread_local Lines mine;
thread_local LineCounts *last = nullptr; ///< the line that touched memory last
thread_local const SourcePlace *lastPlace = nullptr;

LineCounts &line(const SourcePlace *place) {
  if (place != lastPlace || !last) {
    last = &mine[place];
    lastPlace = place;
  }
  return *last;
}

void sample(int) {
  if (LineCounts *counts = last)
    counts->samples.fetch_add(1, std::memory_order_relaxed);
}

void write() {
  std::lock_guard lock(profile().mutex);
  for (const auto &[kernel, counts] : profile().kernels) {
    auto describe = [](const auto &entry) {
      const auto &[place, line] = entry;
      return JsonObject()
          .raw("place", jsonOf(place))
          .number("lds_read", line.ldsRead)
          .number("lds_written", line.ldsWritten)
          .number("global_read", line.globalRead)
          .number("global_written", line.globalWritten)
          .number("barriers", line.barriers)
          .number("samples", line.samples)
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

void startTimer() {
  static const bool started = [] {
    struct sigaction action = {};
    action.sa_handler = sample;
    action.sa_flags = SA_RESTART;
    sigaction(SIGPROF, &action, nullptr);
    const itimerval every = {{0, sampleMicroseconds}, {0, sampleMicroseconds}};
    setitimer(ITIMER_PROF, &every, nullptr);
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

void beginProfile() { startTimer(); }

void endProfile(const LaunchState &launch) {
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
