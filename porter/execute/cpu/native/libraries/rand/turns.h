// Generators of device code, one for each subsequence, that take turns.
//
// A GPU runs many generators at once, and what they make lies in memory in their order: first a piece of each, then the
// next piece of each. cuRAND's manual gives the numbers of generators ("Generator options", orderings); those in
// cuda_engines.cpp agree with what an H200 returned. Nothing is published on rocRAND's.
#pragma once

#include "engine.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace porter::rand {

/// `Device` says how a state is made and what is drawn of it at a time; see cuda_engines.cpp. All that can be drawn but in
/// whole pieces has pieces of one width.
template <class Device> class Turns : public Engine {
public:
  using State = typename Device::State;

  Turns(uint64_t seed, uint64_t offset) : seed(seed) {
    constexpr uint64_t width = std::tuple_size_v<decltype(Device::words(std::declval<State &>()))>;
    skipped = offset / (width * Device::count) * width;
    next = offset / width % Device::count;
    rest = offset % width;
  }
  void words(uint32_t *out, size_t n) override {
    take(out, n, [](State &state) { return Device::words(state); });
  }
  void uniform(float *out, size_t n) override {
    take(out, n, [](State &state) { return Device::uniform(state); });
  }
  void uniform(double *out, size_t n) override {
    take(out, n, [](State &state) { return Device::uniformDouble(state); });
  }
  void normal(float *out, size_t n) override {
    take(out, n, [](State &state) { return Device::normal(state); });
  }
  void normal(double *out, size_t n) override {
    take(out, n, [](State &state) { return Device::normalDouble(state); });
  }
  void poisson(uint32_t *out, size_t n, double mean) override {
    take(out, n, [=](State &state) { return Device::poisson(state, mean); });
  }

private:
  /// A piece that is not drawn to its end is drawn anew by the next call, which goes on within it, whatever it draws.
  template <class T, class Draw> void take(T *out, size_t n, Draw draw) {
    using Piece = decltype(draw(std::declval<State &>()));
    constexpr size_t width = std::tuple_size_v<Piece>;
    while (n) {
      State &own = state(next);
      const size_t count = std::min(width - rest, n);
      const bool isWhole = rest + count == width;
      State copy = own;
      const Piece piece = draw(isWhole ? own : copy);
      out = std::copy_n(piece.begin() + rest, count, out);
      n -= count;
      rest = isWhole ? 0 : rest + count;
      next = (next + isWhole) % Device::count;
    }
  }

  /// The generator of a subsequence, made when its turn first comes.
  State &state(uint64_t index) {
    constexpr uint64_t width = std::tuple_size_v<decltype(Device::words(std::declval<State &>()))>;
    while (states.size() <= index) {
      const uint64_t had = states.size() < begin() ? width : 0; // its turn was over before the offset
      states.emplace_back();
      Device::start(states.back(), seed, states.size() - 1, skipped + had);
    }
    return states[index];
  }
  uint64_t begin() {
    if (!began)
      began = next + 1;
    return began - 1;
  }

  uint64_t seed, skipped, next, rest, began = 0;
  std::vector<State> states;
};

} // namespace porter::rand
