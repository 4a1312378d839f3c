// hipRAND's generators: rocRAND's device functions, compiled for the host.
#define __HIP_PLATFORM_AMD__ 1
#include <hip/hip_runtime.h>
#include <rocrand/rocrand_kernel.h>

#include "turns.h"

namespace porter::rand {
namespace {

template <class... T> auto pieces(T... values) { return std::array<std::common_type_t<T...>, sizeof...(T)>{values...}; }
auto pieces(float2 two) { return pieces(two.x, two.y); }
auto pieces(double2 two) { return pieces(two.x, two.y); }
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
  static auto uniformDouble(State &state) { return pieces(rocrand_uniform_double2(&state)); }
  static auto normal(State &state) { return pieces(rocrand_normal4(&state)); }
  static auto poisson(State &state, double mean) { return pieces(rocrand_poisson4(&state, mean)); }
};

} // namespace

std::unique_ptr<Engine> makeHipEngine(Algorithm algorithm, uint64_t seed, uint64_t offset) {
  return engineOf<Device>(algorithm, seed, offset);
}

} // namespace porter::rand
