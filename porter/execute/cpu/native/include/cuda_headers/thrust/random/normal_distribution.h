// Stands before Thrust's header of this name: until Thrust 1.6 the distribution was in a namespace that later ones lack.
#pragma once
#include_next <thrust/random/normal_distribution.h>

namespace thrust {
namespace random {
namespace experimental {
using random::normal_distribution;
}
} // namespace random
} // namespace thrust
