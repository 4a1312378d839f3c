// What cuda_std.hpp gives, on NVIDIA's GPUs: libcu++'s own.
#pragma once

#if defined(__HIP_PLATFORM_NVIDIA__)
#include <cassert>
#include <cfloat>
#include <climits>
#include <cstring>
#include <cuda/std/array>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
// Not in the oldest.
#if __has_include(<cuda/std/cstring>)
#include <cuda/std/cstring>
#endif
#if __has_include(<cuda/std/initializer_list>)
#include <cuda/std/initializer_list>
#endif
#endif  // defined(__HIP_PLATFORM_NVIDIA__)
