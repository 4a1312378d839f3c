// cuRAND's generators: CUDA's own device functions, compiled for the host.
#define QUALIFIERS static inline
#include <cstring>
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include "quasi.h"
#include "turns.h"
#include "twister.h"

namespace porter::rand {
namespace {

template <class... T> auto pieces(T... values) { return std::array<std::common_type_t<T...>, sizeof...(T)>{values...}; }
auto pieces(float2 two) { return pieces(two.x, two.y); }
auto pieces(double2 two) { return pieces(two.x, two.y); }
auto pieces(double2 first, double2 second) { return pieces(first.x, first.y, second.x, second.y); }
auto pieces(float4 four) { return pieces(four.x, four.y, four.z, four.w); }
auto pieces(uint4 four) { return pieces(four.x, four.y, four.z, four.w); }

/// cuRAND takes one word for each number, too; by what table is not known.
uint32_t poissonOf(uint32_t word, double mean) { return inversePoisson(word * 0x1p-32 + 0x1p-33, mean); }

template <class Generator, uint64_t generators> struct Single {
  using State = Generator;
  static constexpr uint64_t count = generators;
  static void start(State &state, uint64_t seed, uint64_t subsequence, uint64_t offset) {
    curand_init(seed, subsequence, offset, &state);
  }
  static auto words(State &state) { return pieces(curand(&state)); }
  static auto uniform(State &state) { return pieces(curand_uniform(&state)); }
  static auto uniformDouble(State &state) { return pieces(curand_uniform_double(&state)); }
  static auto normal(State &state) { return pieces(curand_normal2(&state)); }
  static auto normalDouble(State &state) { return pieces(curand_normal2_double(&state)); }
  static auto poisson(State &state, double mean) { return pieces(poissonOf(curand(&state), mean)); }
};

template <Algorithm> struct Device : Single<curandStateXORWOW_t, 4096> {};
template <> struct Device<Algorithm::Mrg32k3a> : Single<curandStateMRG32k3a_t, 81920> {};
template <> struct Device<Algorithm::Philox> : Single<curandStatePhilox4_32_10_t, 65536> {
  static auto words(State &state) { return pieces(curand4(&state)); }
  static auto uniform(State &state) { return pieces(curand_uniform4(&state)); }
  static auto uniformDouble(State &state) {
    const double2 first = curand_uniform2_double(&state);
    return pieces(first, curand_uniform2_double(&state));
  }
  static auto normal(State &state) { return pieces(curand_normal4(&state)); }
  static auto normalDouble(State &state) {
    const double2 first = curand_normal2_double(&state);
    return pieces(first, curand_normal2_double(&state));
  }
  static auto poisson(State &state, double mean) {
    const uint4 four = curand4(&state);
    return pieces(poissonOf(four.x, mean), poissonOf(four.y, mean), poissonOf(four.z, mean), poissonOf(four.w, mean));
  }
};

/// Numbers of one word each. The twisters differ in how they put uniform ones between 0 and 1.
struct OfWords {
  static float uniform(uint32_t word) { return float(uniformDouble(word)); }
  static double uniformDouble(uint32_t word) { return word * 0x1p-32 + 0x1p-33; }
  static float normal(uint32_t word) { return float(inverseNormal(word)); }
  static double normalDouble(uint32_t word) { return inverseNormal(word); }
};
struct OfWordsOfMtgp32 : OfWords {
  static float uniform(uint32_t word) { return _curand_uniform(word); }
  static double uniformDouble(uint32_t word) { return word * 0x1p-32 + 0x1p-32; }
};

template <class Generator, class Word, bool isScrambled = false> struct Sobol {
  using State = Generator;
  static void start(State &state, unsigned dimension, uint64_t offset) {
    using Bits = std::conditional_t<sizeof(Word) == 8, unsigned long long, unsigned>; // as the vendor spells it
    Bits own[8 * sizeof(Word)];
    std::copy_n((isScrambled ? scrambledDirections<Word>() : directions<Word>())[dimension], std::size(own), own);
    if constexpr (isScrambled)
      curand_init(own, Bits(scrambleConstants<Word>()[dimension]), Bits(offset), &state);
    else
      curand_init(own, Bits(offset), &state);
  }
  static Word word(State &state) { return curand(&state); }
  static float uniform(State &state) { return curand_uniform(&state); }
  static double uniformDouble(State &state) { return curand_uniform_double(&state); }
};

} // namespace

std::unique_ptr<Engine> makeCudaEngine(const Start &start) {
  switch (start.algorithm) {
  case Algorithm::Mrg32k3a: return std::make_unique<Turns<Device<Algorithm::Mrg32k3a>>>(start.seed, start.offset);
  case Algorithm::Philox: return std::make_unique<Turns<Device<Algorithm::Philox>>>(start.seed, start.offset);
  case Algorithm::Mtgp32: return std::make_unique<Twister<Mtgp32, OfWordsOfMtgp32>>(Mtgp32(mtgp32dc_params_fast_11213, uint32_t(start.seed)));
  case Algorithm::Mt19937: return std::make_unique<Twister<Mt19937, OfWords>>(Mt19937(uint32_t(start.seed)));
  case Algorithm::Sobol32: return std::make_unique<Quasi<Sobol<curandStateSobol32_t, uint32_t>, uint32_t>>(start);
  case Algorithm::Sobol64: return std::make_unique<Quasi<Sobol<curandStateSobol64_t, uint64_t>, uint64_t>>(start);
  case Algorithm::ScrambledSobol32: return std::make_unique<Quasi<Sobol<curandStateScrambledSobol32_t, uint32_t, true>, uint32_t>>(start);
  case Algorithm::ScrambledSobol64: return std::make_unique<Quasi<Sobol<curandStateScrambledSobol64_t, uint64_t, true>, uint64_t>>(start);
  default: return std::make_unique<Turns<Device<Algorithm::Xorwow>>>(start.seed, start.offset);
  }
}

} // namespace porter::rand
