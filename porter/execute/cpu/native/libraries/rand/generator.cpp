// Makes and ends generators, and draws from them.
#include "generator.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace porter::rand {

int create(const Vendor &vendor, void **handle, int type) {
  const std::pair<int, Algorithm> known[] = {
      {vendor.standard, Algorithm::Xorwow}, {vendor.xorwow, Algorithm::Xorwow},   {vendor.mrg32k3a, Algorithm::Mrg32k3a},
      {vendor.mtgp32, Algorithm::Mtgp32},   {vendor.mt19937, Algorithm::Mt19937}, {vendor.philox, Algorithm::Philox},
      {vendor.sobol, Algorithm::Sobol32},   {vendor.sobol32, Algorithm::Sobol32}, {vendor.sobol64, Algorithm::Sobol64},
      {vendor.scrambled32, Algorithm::ScrambledSobol32}, {vendor.scrambled64, Algorithm::ScrambledSobol64}};
  const auto found = std::find_if(std::begin(known), std::end(known), [=](auto &one) { return one.first == type; });
  if (found == std::end(known))
    return TypeError;
  if (!handle)
    return NotInitialized;
  auto generator = std::make_shared<Generator>();
  generator->start.algorithm = found->second;
  if (found->second == Algorithm::Mrg32k3a)
    generator->start.seed = 12345; // the vendors' for this algorithm; the others' is 0
  // CUDA's sources can be asked to draw what ROCm draws (porter/execute/cpu/rocm_random.py).
  generator->make = std::getenv("PORTER_CPU_ROCM_RANDOM") ? makeHipEngine : vendor.make;
  *handle = hip::handlesOf<Generator, void *>().add(std::move(generator));
  return Success;
}

int destroy(void *handle) {
  return hip::handlesOf<Generator, void *>().take(handle) ? Success : NotInitialized;
}

int words(void *handle, uint32_t *out, size_t n) {
  const auto generator = find(handle);
  if (generator && isWide(generator->start.algorithm))
    return TypeError;
  return generate(handle, out, n, false, [=](Engine &engine) { engine.words(out, n); });
}

int wideWords(void *handle, uint64_t *out, size_t n) {
  const auto generator = find(handle);
  if (generator && !isWide(generator->start.algorithm))
    return TypeError;
  return generate(handle, out, n, false, [=](Engine &engine) { engine.wideWords(out, n); });
}

int poisson(void *handle, uint32_t *out, size_t n, double mean) {
  if (!(mean > 0))
    return OutOfRange;
  return generate(handle, out, n, false, [=](Engine &engine) { engine.poisson(out, n, mean); });
}

} // namespace porter::rand
