// Plain reads beside atomic writes. What is read so is no fault where it is only a guess: where the same work-item then
// compares and exchanges the word, so that a stale value costs a turn of its loop ("Arithmetic Functions" in the CUDA
// C++ Programming Guide builds all atomic functions so).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>

namespace porter {

class Guesses {
public:
  /// The two lines that are at odds.
  using Lines = std::pair<const void *, const void *>;

  /// A work-item has read, or will be found to have read, without an order; `report` says so.
  void add(uint32_t reader, uintptr_t address, size_t bytes, Lines lines, std::function<void()> report) {
    unsigned &open = openOf[lines];
    if (open < mostOpen && found.try_emplace({reader, address}, Guess{bytes, lines, std::move(report)}).second)
      ++open;
  }

  /// It compares what is there now.
  void confirm(uint32_t reader, uintptr_t address, size_t bytes) {
    auto one = found.lower_bound({reader, address});
    while (one != found.end() && one->first.first == reader && one->first.second < address + bytes)
      if (one->first.second + one->second.bytes <= address + bytes) {
        --openOf[one->second.lines];
        one = found.erase(one);
      } else {
        ++one;
      }
  }

  /// All that are left were none.
  void tell() {
    for (auto &[place, guess] : found)
      guess.report();
    found.clear();
    openOf.clear();
  }

private:
  /// Of two lines one finding is told: so many work-items are enough to know whether all were guesses.
  static constexpr unsigned mostOpen = 1000;

  struct Guess {
    size_t bytes;
    Lines lines;
    std::function<void()> report;
  };
  std::map<std::pair<uint32_t, uintptr_t>, Guess> found;
  std::map<Lines, unsigned> openOf;
};

} // namespace porter
