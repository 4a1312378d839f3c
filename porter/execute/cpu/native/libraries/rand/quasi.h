// Sobol's sequences: all numbers of one dimension, then those of the next. `Device` is the vendor's generator of device
// code for one dimension.
#pragma once

#include "directions.h"
#include "engine.h"
#include "inverses.h"

#include <type_traits>

namespace porter::rand {

template <class Device, class Word> class Quasi : public Engine {
public:
  using State = typename Device::State;

  explicit Quasi(const Start &start) : dimensions(start.dimensions), position(start.offset) {}
  void words(uint32_t *out, size_t n) override {
    if constexpr (std::is_same_v<Word, uint32_t>)
      take(out, n, [](State &state) { return Device::word(state); });
  }
  void wideWords(uint64_t *out, size_t n) override {
    if constexpr (std::is_same_v<Word, uint64_t>)
      take(out, n, [](State &state) { return Device::word(state); });
  }
  void uniform(float *out, size_t n) override { take(out, n, [](State &state) { return Device::uniform(state); }); }
  void uniform(double *out, size_t n) override {
    take(out, n, [](State &state) { return Device::uniformDouble(state); });
  }
  void normal(float *out, size_t n) override { take(out, n, [](State &state) { return float(inverseNormal(uint32_t(Device::word(state) >> (8 * sizeof(Word) - 32)))); }); }
  void normal(double *out, size_t n) override {
    take(out, n, [](State &state) { return inverseNormal(Word(Device::word(state))); });
  }
  void poisson(uint32_t *out, size_t n, double mean) override {
    take(out, n, [=](State &state) { return inversePoisson(Device::uniformDouble(state), mean); });
  }

private:
  template <class T, class Draw> void take(T *out, size_t n, Draw draw) {
    const size_t each = n / dimensions;
    for (unsigned d = 0; d < dimensions; ++d) {
      State state;
      Device::start(state, d, position);
      for (size_t i = 0; i < each; ++i)
        *out++ = draw(state);
    }
    position += each;
  }

  unsigned dimensions;
  uint64_t position;
};

} // namespace porter::rand
