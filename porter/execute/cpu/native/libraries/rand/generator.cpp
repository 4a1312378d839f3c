// Makes and ends generators, and draws from them.
#include "generator.h"

namespace porter::rand {

int create(const Vendor &vendor, void **handle, int type) {
  auto generator = std::make_shared<Generator>();
  if (type == vendor.mrg32k3a) {
    generator->algorithm = Algorithm::Mrg32k3a;
    generator->seed = 12345; // the vendors' for this algorithm; the others' is 0
  } else if (type == vendor.philox) {
    generator->algorithm = Algorithm::Philox;
  } else if (type != vendor.standard && type != vendor.xorwow) {
    return TypeError;
  }
  if (!handle)
    return NotInitialized;
  generator->make = vendor.make;
  *handle = hip::handlesOf<Generator, void *>().add(std::move(generator));
  return Success;
}

int destroy(void *handle) {
  return hip::handlesOf<Generator, void *>().take(handle) ? Success : NotInitialized;
}

int words(void *handle, uint32_t *out, size_t n) {
  return generate(handle, out, n, false, [=](Engine &engine) { engine.words(out, n); });
}

int poisson(void *handle, uint32_t *out, size_t n, double mean) {
  if (!(mean > 0))
    return OutOfRange;
  return generate(handle, out, n, false, [=](Engine &engine) { engine.poisson(out, n, mean); });
}

} // namespace porter::rand
