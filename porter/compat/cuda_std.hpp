// What device code uses of libcu++'s `cuda::std` besides atomics and barriers.
//
// clang takes the constexpr functions of the host's library for device functions, too: those
// parts are its own. Pairs and tuples are rocThrust's, whose assignments run on the device, and
// which are what its iterators yield; the host's compiler has its own. All of it needs C++17.
#pragma once

#include "cuda_std_nvidia.hpp"
#include "cuda_std_traits.hpp"
#if __cplusplus >= 201703L && !defined(__HIP_PLATFORM_NVIDIA__)

#if defined(__HIP__)
#include <thrust/pair.h>
#include <thrust/swap.h>
#include <thrust/tuple.h>
#else
#include <tuple>
#endif

#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include <hip/hip_runtime.h>

namespace cuda {
namespace std {

#define PORTER_STD __host__ __device__ constexpr

// utility
using ::std::declval;
using ::std::forward;
using ::std::index_sequence;
using ::std::index_sequence_for;
using ::std::integer_sequence;
using ::std::make_index_sequence;
using ::std::make_integer_sequence;
using ::std::move;

// array, limits, cstddef, cstdint
using ::std::array;
using ::std::byte;
using ::std::int16_t;
using ::std::int32_t;
using ::std::int64_t;
using ::std::int8_t;
using ::std::intptr_t;
using ::std::max_align_t;
using ::std::nullptr_t;
using ::std::numeric_limits;
using ::std::ptrdiff_t;
using ::std::size_t;
using ::std::uint16_t;
using ::std::uint32_t;
using ::std::uint64_t;
using ::std::uint8_t;
using ::std::uintptr_t;

// cstring, initializer_list
using ::memcpy;
using ::memset;
using ::std::initializer_list;

// functional
using ::std::bit_and;
using ::std::bit_not;
using ::std::bit_or;
using ::std::bit_xor;
using ::std::divides;
using ::std::equal_to;
using ::std::greater;
using ::std::greater_equal;
using ::std::less;
using ::std::less_equal;
using ::std::logical_and;
using ::std::logical_not;
using ::std::logical_or;
using ::std::minus;
using ::std::modulus;
using ::std::multiplies;
using ::std::negate;
using ::std::not_equal_to;
using ::std::plus;

// iterator
using ::std::advance;
using ::std::begin;
using ::std::bidirectional_iterator_tag;
using ::std::data;
using ::std::distance;
using ::std::end;
using ::std::forward_iterator_tag;
using ::std::input_iterator_tag;
using ::std::iterator_traits;
using ::std::next;
using ::std::output_iterator_tag;
using ::std::prev;
using ::std::random_access_iterator_tag;
using ::std::reverse_iterator;
using ::std::size;

// complex, cmath
using ::std::abs;
using ::std::acos;
using ::std::acosh;
using ::std::arg;
using ::std::asin;
using ::std::asinh;
using ::std::atan;
using ::std::atan2;
using ::std::atanh;
using ::std::cbrt;
using ::std::ceil;
using ::std::complex;
using ::std::conj;
using ::std::copysign;
using ::std::cos;
using ::std::cosh;
using ::std::erf;
using ::std::erfc;
using ::std::exp;
using ::std::exp2;
using ::std::expm1;
using ::std::fabs;
using ::std::floor;
using ::std::fma;
using ::std::fmax;
using ::std::fmin;
using ::std::fmod;
using ::std::frexp;
using ::std::hypot;
using ::std::imag;
using ::std::isfinite;
using ::std::isinf;
using ::std::isnan;
using ::std::ldexp;
using ::std::lgamma;
using ::std::log;
using ::std::log10;
using ::std::log1p;
using ::std::log2;
using ::std::norm;
using ::std::polar;
using ::std::pow;
using ::std::real;
using ::std::remainder;
using ::std::rint;
using ::std::round;
using ::std::signbit;
using ::std::sin;
using ::std::sinh;
using ::std::sqrt;
using ::std::tan;
using ::std::tanh;
using ::std::tgamma;
using ::std::trunc;

// utility, tuple
#if defined(__HIP__)
namespace tuples = ::thrust;
#else
namespace tuples = ::std;
#endif
using tuples::get;
using tuples::make_pair;
using tuples::make_tuple;
using tuples::pair;
using tuples::swap;
using tuples::tie;
using tuples::tuple;
using tuples::tuple_element;
using tuples::tuple_size;
using ::std::get;

template <typename T>
using remove_cvref = ::std::remove_cv<::std::remove_reference_t<T>>;
template <typename T>
using remove_cvref_t = typename remove_cvref<T>::type;

// libcu++'s gives a reference to what expires, too; rocThrust takes the result for a value's for
// that of every element, and such a reference binds to no element that stays.
struct identity {
  template <typename T>
  PORTER_STD T& operator()(T& value) const noexcept {
    return value;
  }
  template <typename T, ::std::enable_if_t<!::std::is_reference_v<T>, int> = 0>
  PORTER_STD T operator()(T&& value) const {
    return static_cast<T&&>(value);
  }
};

// algorithm
template <typename T>
PORTER_STD const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <typename T>
PORTER_STD const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <typename T, typename Less>
PORTER_STD const T& min(const T& a, const T& b, Less less) {
  return less(b, a) ? b : a;
}
template <typename T, typename Less>
PORTER_STD const T& max(const T& a, const T& b, Less less) {
  return less(a, b) ? b : a;
}
template <typename T>
PORTER_STD const T& clamp(const T& value, const T& low, const T& high) {
  return value < low ? low : high < value ? high : value;
}

#undef PORTER_STD

}  // namespace std
}  // namespace cuda

#endif  // __cplusplus >= 201703L && !defined(__HIP_PLATFORM_NVIDIA__)
