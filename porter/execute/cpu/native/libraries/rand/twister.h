// The Mersenne Twisters: words, and one of them for each number of a distribution.
#pragma once

#include "engine.h"
#include "inverses.h"

#include <memory>
#include <mutex>
#include <vector>

namespace porter::rand {

/// MT19937 as GPUs run it: 8192 generators, each 2^2048 words behind the last, and eight threads of each that take its
/// words in an order of their own. So are cuRAND's numbers, as an H200 gave them.
class Mt19937 {
public:
  explicit Mt19937(uint32_t seed);
  uint32_t next();

private:
  static constexpr unsigned count = 8192, threads = 8, size = 624;
  struct Twister {
    uint32_t x[size];
    void turn();
  };
  /// How the generators of a seed begin, as far as somebody has asked.
  struct Starts {
    uint32_t seed;
    std::vector<Twister> twisters;
    std::mutex mutex;
  };
  static std::shared_ptr<Starts> startsOf(uint32_t seed);
  static Twister jumped(const Twister &from);
  Twister &twister(unsigned index);

  std::shared_ptr<Starts> starts;
  std::vector<Twister> twisters; ///< made when their turn first comes; the state after as many turns as `turns`
  unsigned round = 0, element = 0, turns = 1;
};

/// Mersenne Twisters for graphics processors (M. Saito and M. Matsumoto), of period 2^11213: on an H200 cuRAND has 192 that
/// take turns with 256 words each.
class Mtgp32 {
public:
  /// `Parameters` is the vendors' structure, of which there is a table in their headers.
  template <class Parameters> Mtgp32(const Parameters *table, uint32_t seed) {
    for (unsigned i = 0; i < count; ++i) {
      Twister made;
      made.pos = table[i].pos, made.sh1 = table[i].sh1, made.sh2 = table[i].sh2, made.mask = table[i].mask;
      for (int k = 0; k < 16; ++k)
        made.table[k] = table[i].tbl[k], made.temper[k] = table[i].tmp_tbl[k];
      made.begin(seed + i + 1);
      twisters.push_back(made);
    }
  }
  uint32_t next();

private:
  static constexpr unsigned count = 192, words = 256, size = 351;
  struct Twister {
    uint32_t pos, sh1, sh2, mask, table[16], temper[16], x[size], at = 0;
    void begin(uint32_t seed);
    uint32_t next();
  };
  std::vector<Twister> twisters;
  unsigned element = 0;
};

/// `Numbers` makes numbers of words.
template <class Source, class Numbers> class Twister : public Engine {
public:
  explicit Twister(Source source) : source(std::move(source)) {}
  void words(uint32_t *out, size_t n) override { take(out, n, [](uint32_t word) { return word; }); }
  void uniform(float *out, size_t n) override { take(out, n, Numbers::uniform); }
  void uniform(double *out, size_t n) override { take(out, n, Numbers::uniformDouble); }
  void normal(float *out, size_t n) override { take(out, n, Numbers::normal); }
  void normal(double *out, size_t n) override { take(out, n, Numbers::normalDouble); }
  void poisson(uint32_t *out, size_t n, double mean) override {
    take(out, n, [=](uint32_t word) { return inversePoisson(Numbers::uniformDouble(word), mean); });
  }

private:
  template <class T, class Make> void take(T *out, size_t n, Make make) {
    for (size_t i = 0; i < n; ++i)
      out[i] = make(source.next());
  }
  Source source;
};

} // namespace porter::rand
