// What makes the numbers of a generator, whichever vendor's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace porter::rand {

class Engine {
public:
  virtual ~Engine() = default;
  virtual void words(uint32_t *out, size_t n) = 0;
  virtual void wideWords(uint64_t *, size_t) {} ///< of quasi-random generators of 64 bits
  virtual void uniform(float *out, size_t n) = 0;
  virtual void uniform(double *out, size_t n) = 0;
  virtual void normal(float *out, size_t n) = 0;
  virtual void normal(double *out, size_t n) = 0;
  virtual void poisson(uint32_t *out, size_t n, double mean) = 0;
};

enum class Algorithm { Xorwow, Mrg32k3a, Philox, Mtgp32, Mt19937, Sobol32, ScrambledSobol32, Sobol64, ScrambledSobol64 };

/// Whether the numbers of an algorithm fill a space instead of seeming random.
constexpr bool isQuasi(Algorithm algorithm) { return algorithm >= Algorithm::Sobol32; }
/// Whether its words have 64 bits.
constexpr bool isWide(Algorithm algorithm) { return algorithm >= Algorithm::Sobol64; }

/// Where a generator begins.
struct Start {
  Algorithm algorithm = Algorithm::Xorwow;
  uint64_t seed = 0, offset = 0;
  unsigned dimensions = 1; ///< of quasi-random numbers
};

using MakeEngine = std::unique_ptr<Engine>(const Start &);
MakeEngine makeHipEngine, makeCudaEngine;

} // namespace porter::rand
