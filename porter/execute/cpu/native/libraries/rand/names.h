// The functions that both vendors have, under the prefix that `NAME` makes, for the vendor `vendor`.
#pragma once

#include "directions.h"
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
    if (isQuasi(generator.start.algorithm))
      return TypeError;
    generator.start.seed = seed;
    generator.engine.reset();
    return Success;
  });
}
int NAME(SetGeneratorOffset)(void *handle, unsigned long long offset) {
  return change(handle, [=](Generator &generator) {
    if (!isMadeInPairs(generator.start.algorithm) && offset)
      return TypeError; // Mersenne Twisters begin at their beginning
    generator.start.offset = offset;
    generator.engine.reset();
    return Success;
  });
}
/// Orderings that differ from the usual one are not offered.
int NAME(SetGeneratorOrdering)(void *handle, int ordering) {
  return change(handle, [=](Generator &generator) {
    if (isQuasi(generator.start.algorithm))
      return ordering == 201 ? Success : OutOfRange;
    return ordering == 100 || ordering == 101 || ordering == 103 ? Success : OutOfRange;
  });
}
int NAME(SetQuasiRandomGeneratorDimensions)(void *handle, unsigned dimensions) {
  return change(handle, [=](Generator &generator) {
    if (!isQuasi(generator.start.algorithm))
      return TypeError;
    if (dimensions < 1 || dimensions > mostDimensions)
      return OutOfRange;
    generator.start.dimensions = dimensions;
    generator.engine.reset();
    return Success;
  });
}
int NAME(GetDirectionVectors32)(const uint32_t (**vectors)[32], int set) {
  return !vectors || (set != 101 && set != 102)
             ? OutOfRange
             : (*vectors = set == 101 ? directions<uint32_t>() : scrambledDirections<uint32_t>(), Success);
}
int NAME(GetDirectionVectors64)(const uint64_t (**vectors)[64], int set) {
  return !vectors || (set != 103 && set != 104)
             ? OutOfRange
             : (*vectors = set == 103 ? directions<uint64_t>() : scrambledDirections<uint64_t>(), Success);
}
int NAME(GetScrambleConstants32)(const uint32_t **constants) {
  return constants ? (*constants = scrambleConstants<uint32_t>(), Success) : OutOfRange;
}
int NAME(GetScrambleConstants64)(const uint64_t **constants) {
  return constants ? (*constants = scrambleConstants<uint64_t>(), Success) : OutOfRange;
}
int NAME(GenerateSeeds)(void *handle) {
  return change(handle, [](Generator &generator) {
    generator.running();
    return Success;
  });
}
int NAME(Generate)(void *generator, unsigned *out, size_t n) { return words(generator, out, n); }
int NAME(GenerateLongLong)(void *generator, uint64_t *out, size_t n) { return wideWords(generator, out, n); }
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
