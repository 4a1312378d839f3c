// The functions that both vendors have, under the prefix that `NAME` makes, for the vendor `vendor`.
#pragma once

#include "generator.h"

using namespace porter::rand;

extern "C" {

int NAME(CreateGenerator)(void **generator, int type) { return create(vendor, generator, type); }
/// The host's memory is the device's.
int NAME(CreateGeneratorHost)(void **generator, int type) { return create(vendor, generator, type); }
int NAME(DestroyGenerator)(void *generator) { return destroy(generator); }
int NAME(SetStream)(void *handle, hipStream_t stream) {
  return change(handle, [=](Generator &generator) {
    generator.stream = stream;
    return Success;
  });
}
int NAME(SetPseudoRandomGeneratorSeed)(void *handle, unsigned long long seed) {
  return change(handle, [=](Generator &generator) {
    generator.seed = seed;
    generator.engine.reset();
    return Success;
  });
}
int NAME(SetGeneratorOffset)(void *handle, unsigned long long offset) {
  return change(handle, [=](Generator &generator) {
    generator.offset = offset;
    generator.engine.reset();
    return Success;
  });
}
/// Orderings that differ from the usual one are not offered.
int NAME(SetGeneratorOrdering)(void *handle, int ordering) {
  return change(handle, [=](Generator &) {
    return ordering == 100 || ordering == 101 || ordering == 103 ? Success : OutOfRange;
  });
}
int NAME(SetQuasiRandomGeneratorDimensions)(void *handle, unsigned) {
  return change(handle, [](Generator &) { return TypeError; });
}
int NAME(GenerateSeeds)(void *handle) {
  return change(handle, [](Generator &generator) {
    generator.running();
    return Success;
  });
}
int NAME(Generate)(void *generator, unsigned *out, size_t n) { return words(generator, out, n); }
/// For quasi-random generators of 64 bits.
int NAME(GenerateLongLong)(void *generator, unsigned long long *, size_t) {
  return find(generator) ? TypeError : NotInitialized;
}
int NAME(GenerateUniform)(void *generator, float *out, size_t n) { return uniform(generator, out, n); }
int NAME(GenerateUniformDouble)(void *generator, double *out, size_t n) { return uniform(generator, out, n); }
int NAME(GenerateNormal)(void *generator, float *out, size_t n, float mean, float deviation) {
  return normal(generator, out, n, mean, deviation);
}
int NAME(GenerateNormalDouble)(void *generator, double *out, size_t n, double mean, double deviation) {
  return normal(generator, out, n, mean, deviation);
}
int NAME(GenerateLogNormal)(void *generator, float *out, size_t n, float mean, float deviation) {
  return logNormal(generator, out, n, mean, deviation);
}
int NAME(GenerateLogNormalDouble)(void *generator, double *out, size_t n, double mean, double deviation) {
  return logNormal(generator, out, n, mean, deviation);
}
int NAME(GeneratePoisson)(void *generator, unsigned *out, size_t n, double mean) {
  return poisson(generator, out, n, mean);
}
int NAME(GetVersion)(int *version) {
  if (!version)
    return OutOfRange;
  *version = versionNumber;
  return Success;
}
}
