// hipRAND's generators: rocRAND's device functions, compiled for the host.
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime.h>
#include <rocrand/rocrand_kernel.h>
#include <rocrand/rocrand_mtgp32_11213.h>

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

template <class Generator> struct Single {
  using State = Generator;
  static constexpr uint64_t count = 131072;
  static void start(State &state, uint64_t seed, uint64_t subsequence, uint64_t offset) {
    rocrand_init(seed, subsequence, offset, &state);
  }
  static auto words(State &state) { return pieces(rocrand(&state)); }
  static auto uniform(State &state) { return pieces(rocrand_uniform(&state)); }
  static auto uniformDouble(State &state) { return pieces(rocrand_uniform_double(&state)); }
  static auto normal(State &state) { return pieces(rocrand_normal2(&state)); }
  static auto normalDouble(State &state) { return pieces(rocrand_normal_double2(&state)); }
  static auto poisson(State &state, double mean) { return pieces(rocrand_poisson(&state, mean)); }
};

template <Algorithm> struct Device : Single<rocrand_state_xorwow> {};
template <> struct Device<Algorithm::Mrg32k3a> : Single<rocrand_state_mrg32k3a> {};
template <> struct Device<Algorithm::Philox> : Single<rocrand_state_philox4x32_10> {
  static auto words(State &state) { return pieces(rocrand4(&state)); }
  static auto uniform(State &state) { return pieces(rocrand_uniform4(&state)); }
  static auto uniformDouble(State &state) {
    const double2 first = rocrand_uniform_double2(&state);
    return pieces(first, rocrand_uniform_double2(&state));
  }
  static auto normal(State &state) { return pieces(rocrand_normal4(&state)); }
  static auto normalDouble(State &state) {
    const double2 first = rocrand_normal_double2(&state);
    return pieces(first, rocrand_normal_double2(&state));
  }
  static auto poisson(State &state, double mean) { return pieces(rocrand_poisson4(&state, mean)); }
};

/// Numbers of one word each.
struct OfWords {
  static float uniform(uint32_t word) { return rocrand_device::detail::uniform_distribution(word); }
  static double uniformDouble(uint32_t word) { return word * 0x1p-32 + 0x1p-33; }
  static float normal(uint32_t word) { return float(inverseNormal(word)); }
  static double normalDouble(uint32_t word) { return inverseNormal(word); }
};

template <class Generator, class Word, bool isScrambled = false> struct Sobol {
  using State = Generator;
  static void start(State &state, unsigned dimension, uint64_t offset) {
    using Bits = std::conditional_t<sizeof(Word) == 8, unsigned long long, unsigned>; // as the vendor spells it
    Bits own[8 * sizeof(Word)];
    std::copy_n((isScrambled ? scrambledDirections<Word>() : directions<Word>())[dimension], std::size(own), own);
    if constexpr (isScrambled)
      rocrand_init(own, Bits(scrambleConstants<Word>()[dimension]), Bits(offset), &state);
    else
      rocrand_init(own, Bits(offset), &state);
  }
  static Word word(State &state) { return rocrand(&state); }
  static float uniform(State &state) { return rocrand_uniform(&state); }
  static double uniformDouble(State &state) { return rocrand_uniform_double(&state); }
};

} // namespace

std::unique_ptr<Engine> makeHipEngine(const Start &start) {
  switch (start.algorithm) {
  case Algorithm::Mrg32k3a: return std::make_unique<Turns<Device<Algorithm::Mrg32k3a>>>(start.seed, start.offset);
  case Algorithm::Philox: return std::make_unique<Turns<Device<Algorithm::Philox>>>(start.seed, start.offset);
  case Algorithm::Mtgp32: return std::make_unique<Twister<Mtgp32, OfWords>>(Mtgp32(mtgp32dc_params_fast_11213, uint32_t(start.seed)));
  case Algorithm::Mt19937: return std::make_unique<Twister<Mt19937, OfWords>>(Mt19937(uint32_t(start.seed)));
  case Algorithm::Sobol32: return std::make_unique<Quasi<Sobol<rocrand_state_sobol32, uint32_t>, uint32_t>>(start);
  case Algorithm::Sobol64: return std::make_unique<Quasi<Sobol<rocrand_state_sobol64, uint64_t>, uint64_t>>(start);
  case Algorithm::ScrambledSobol32: return std::make_unique<Quasi<Sobol<rocrand_state_scrambled_sobol32, uint32_t, true>, uint32_t>>(start);
  case Algorithm::ScrambledSobol64: return std::make_unique<Quasi<Sobol<rocrand_state_scrambled_sobol64, uint64_t, true>, uint64_t>>(start);
  default: return std::make_unique<Turns<Device<Algorithm::Xorwow>>>(start.seed, start.offset);
  }
}

} // namespace porter::rand
