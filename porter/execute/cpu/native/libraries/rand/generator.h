// The generators of the host's interface, for either vendor's names.
#pragma once

#include "engine.h"

#include "../../hip_api/handles.h"
#include "../../hip_api/streams.h"

#include <cmath>
#include <mutex>

namespace porter::rand {

/// hiprandStatus_t and curandStatus_t, which agree.
enum Status {
  Success = 0,
  NotInitialized = 101,
  TypeError = 103,
  OutOfRange = 104,
  LengthNotMultiple = 105,
  LaunchFailure = 201,
};

/// A vendor's numbers for algorithms, and what it calls standard ones.
struct Vendor {
  int standard, xorwow, mrg32k3a, mtgp32, mt19937, philox, sobol, sobol32, scrambled32, sobol64, scrambled64;
  MakeEngine *make;
};

struct Generator {
  Start start;
  MakeEngine *make = nullptr;
  hipStream_t stream = nullptr;
  std::unique_ptr<Engine> engine; ///< none until numbers are asked for, so that a seed can still be set
  std::mutex mutex;

  Engine &running() {
    if (!engine)
      engine = make(start);
    return *engine;
  }
};

int create(const Vendor &vendor, void **handle, int type);
int destroy(void *handle);

inline std::shared_ptr<Generator> find(void *handle) { return hip::handlesOf<Generator, void *>().find(handle); }

/// Normal numbers come of pairs of others, but for those of the Mersenne Twisters.
constexpr bool isMadeInPairs(Algorithm algorithm) {
  return algorithm != Algorithm::Mtgp32 && algorithm != Algorithm::Mt19937;
}

/// Change what the next numbers depend on.
template <class Change> int change(void *handle, Change make) {
  const auto generator = find(handle);
  if (!generator)
    return NotInitialized;
  std::lock_guard lock(generator->mutex);
  return make(*generator);
}

/// Make numbers on the generator's stream.
template <class Work> int generate(void *handle, const void *out, size_t n, bool inPairs, Work work) {
  const auto generator = find(handle);
  if (!generator)
    return NotInitialized;
  if (n == 0)
    return Success;
  if (!out)
    return LaunchFailure;
  const Start &start = generator->start;
  if (isQuasi(start.algorithm) ? n % start.dimensions : inPairs && isMadeInPairs(start.algorithm) && n % 2)
    return LengthNotMultiple;
  const hipError_t error = hip::issue(generator->stream, hipGraphNodeTypeHost, [generator, work] {
    std::lock_guard lock(generator->mutex);
    work(generator->running());
    return hipSuccess;
  });
  return error ? LaunchFailure : Success;
}

template <class T> int uniform(void *handle, T *out, size_t n) {
  return generate(handle, out, n, false, [=](Engine &engine) { engine.uniform(out, n); });
}
template <class T> int normal(void *handle, T *out, size_t n, T mean, T deviation) {
  return generate(handle, out, n, true, [=](Engine &engine) {
    engine.normal(out, n);
    for (size_t i = 0; i < n; ++i)
      out[i] = mean + deviation * out[i];
  });
}
template <class T> int logNormal(void *handle, T *out, size_t n, T mean, T deviation) {
  return generate(handle, out, n, true, [=](Engine &engine) {
    engine.normal(out, n);
    for (size_t i = 0; i < n; ++i)
      out[i] = std::exp(mean + deviation * out[i]);
  });
}
int poisson(void *handle, uint32_t *out, size_t n, double mean);
int words(void *handle, uint32_t *out, size_t n);
int wideWords(void *handle, uint64_t *out, size_t n);
/// The lower bits of words.
template <class T> int small(void *handle, T *out, size_t n) {
  return generate(handle, out, n, false, [=](Engine &engine) {
    for (size_t i = 0; i < n; ++i) {
      uint32_t word = 0;
      engine.words(&word, 1);
      out[i] = T(word);
    }
  });
}

} // namespace porter::rand
