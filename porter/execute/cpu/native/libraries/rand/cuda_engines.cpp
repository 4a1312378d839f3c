// cuRAND's generators: CUDA's own device functions, compiled for the host.
#define QUALIFIERS static inline
#include <cstring>
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include "turns.h"

namespace porter::rand {
namespace {

template <class... T> auto pieces(T... values) { return std::array<std::common_type_t<T...>, sizeof...(T)>{values...}; }
auto pieces(float2 two) { return pieces(two.x, two.y); }
auto pieces(double2 two) { return pieces(two.x, two.y); }
auto pieces(double2 first, double2 second) { return pieces(first.x, first.y, second.x, second.y); }
auto pieces(float4 four) { return pieces(four.x, four.y, four.z, four.w); }
auto pieces(uint4 four) { return pieces(four.x, four.y, four.z, four.w); }

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
  static auto poisson(State &state, double mean) { return pieces(curand_poisson(&state, mean)); }
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
  static auto poisson(State &state, double mean) { return pieces(curand_poisson4(&state, mean)); }
};

} // namespace

std::unique_ptr<Engine> makeCudaEngine(Algorithm algorithm, uint64_t seed, uint64_t offset) {
  return engineOf<Device>(algorithm, seed, offset);
}

} // namespace porter::rand
