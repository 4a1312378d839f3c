// Inverses of distributions, which make one number of one uniform number.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace porter::rand {

/// Where the normal distribution reaches `p`: Newton's steps on the smaller tail, so that nothing cancels.
inline double inverseNormal(double p) {
  const bool isUpper = p > 0.5;
  const double tail = isUpper ? 1 - p : p, t = std::sqrt(-2 * std::log(tail));
  double x = -(t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))));
  for (int step = 0; step < 4; ++step) {
    const double reached = std::erfc(-x * M_SQRT1_2) / 2, density = std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
    const double e = (reached - tail) / density;
    x -= e / (1 + x * e / 2); // Halley's, of third order
  }
  return isUpper ? -x : x;
}
inline double inverseNormal(uint32_t word) { return inverseNormal(word * 0x1p-32 + 0x1p-33); }
inline double inverseNormal(uint64_t word) { return inverseNormal(double(word >> 11) * 0x1p-53 + 0x1p-54); }

/// The least number whose cumulative probability reaches a uniform number.
inline uint32_t inversePoisson(double wanted, double mean) {
  const double first = std::max(0.0, std::floor(mean - 12 * std::sqrt(mean) - 12)); // nothing to speak of is below
  double reached = 0;
  for (double k = first;; ++k) {
    reached += std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
    if (reached >= wanted || k > mean + 12 * std::sqrt(mean) + 40)
      return uint32_t(k);
  }
}

} // namespace porter::rand
