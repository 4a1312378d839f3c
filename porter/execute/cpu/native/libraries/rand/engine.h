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
  virtual void uniform(float *out, size_t n) = 0;
  virtual void uniform(double *out, size_t n) = 0;
  virtual void normal(float *out, size_t n) = 0;
  virtual void normal(double *out, size_t n) = 0;
  virtual void poisson(uint32_t *out, size_t n, double mean) = 0;
};

enum class Algorithm { Xorwow, Mrg32k3a, Philox };

using MakeEngine = std::unique_ptr<Engine>(Algorithm, uint64_t seed, uint64_t offset);
MakeEngine makeHipEngine, makeCudaEngine;

} // namespace porter::rand
