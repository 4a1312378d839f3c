// Results rounded to nearest, corrected to another rounding mode.
//
// AMD's rounding mode is a register of the wavefront that the compiler takes to be "to nearest".
// The exact residue of a result (Knuth's TwoSum, a product in twice the width, a residue by fma)
// tells on which side of it the exact result lies, and the neighbour is taken where the mode asks
// for it.
#pragma once

#if !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>

#include <cstdint>
#endif

#if defined(__HIP__)

namespace porter {
namespace detail {

#define PORTER_ROUNDING __host__ __device__ inline
#define PORTER_EXACT _Pragma("clang fp contract(off) reassociate(off)")

enum class rounding { zero, up, down };

PORTER_ROUNDING uint32_t bits_of(float a) { return __builtin_bit_cast(uint32_t, a); }
PORTER_ROUNDING uint64_t bits_of(double a) { return __builtin_bit_cast(uint64_t, a); }
PORTER_ROUNDING float from_bits(uint32_t a) { return __builtin_bit_cast(float, a); }
PORTER_ROUNDING double from_bits(uint64_t a) { return __builtin_bit_cast(double, a); }

PORTER_ROUNDING float magnitude(float a) { return __builtin_fabsf(a); }
PORTER_ROUNDING double magnitude(double a) { return __builtin_fabs(a); }

/// The next value away from zero; the largest finite one becomes infinity.
template <class T>
PORTER_ROUNDING T grown(T a) {
  return from_bits(bits_of(a) + 1);
}

/// The next value towards zero; infinity becomes the largest finite value. `a` is not zero.
template <class T>
PORTER_ROUNDING T shrunk(T a) {
  return from_bits(bits_of(a) - 1);
}

template <class T>
PORTER_ROUNDING T smallest(bool negative) {
  using U = decltype(bits_of(T()));
  return from_bits(U(1) | (negative ? U(1) << (sizeof(T) * 8 - 1) : U(0)));
}

/// `nearest`, which is not zero, corrected: `residue` has the sign of the exact result minus `nearest`.
/// Of infinity that finite numbers gave it is infinite with the other sign, of what is exact 0 or NaN.
template <rounding Mode, class T, class Residue>
PORTER_ROUNDING T corrected(T nearest, Residue residue) {
  const bool negative = nearest < 0;
  const bool shrinks = negative ? residue > 0 : residue < 0;
  const bool grows = negative ? residue < 0 : residue > 0;
  const bool towards_zero = Mode == rounding::zero || (Mode == rounding::up) == negative;
  if (towards_zero) return shrinks ? shrunk(nearest) : nearest;
  return grows ? grown(nearest) : nearest;
}

/// As `corrected`, of any number.
template <rounding Mode, class T, class Residue>
PORTER_ROUNDING T directed(T nearest, Residue residue) {
  if (nearest != 0) return corrected<Mode>(nearest, residue);
  if (!(residue < 0) && !(residue > 0)) return nearest;
  const bool above = residue > 0;
  if (Mode == rounding::up && above) return smallest<T>(false);
  if (Mode == rounding::down && !above) return smallest<T>(true);
  return T(above ? 0.0 : -0.0);
}

template <class T>
PORTER_ROUNDING bool is_infinite(T a) {
  return a == T(__builtin_huge_val()) || a == T(-__builtin_huge_val());
}

/// What `a` becomes when finite operands overflowed to it.
template <rounding Mode, class T>
PORTER_ROUNDING T overflowed(T a) {
  if (Mode == rounding::up) return a < 0 ? shrunk(a) : a;
  if (Mode == rounding::down) return a < 0 ? a : shrunk(a);
  return shrunk(a);
}

/// The error of `sum` = a + b rounded to nearest.
PORTER_ROUNDING double sum_error(double a, double b, double sum) {
  PORTER_EXACT
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return (a - a_part) + (b - b_part);
}

/// A double with what rounding it left out, as a float.
template <rounding Mode>
PORTER_ROUNDING float narrowed(double value, double left_out = 0) {
  PORTER_EXACT
  const float nearest = static_cast<float>(value);
  const double residue = value - static_cast<double>(nearest);
  return directed<Mode>(nearest, residue != 0 ? residue : left_out);
}

/// The zero that x - x gives: negative only when rounding down.
template <rounding Mode, class T>
PORTER_ROUNDING T exact_zero(T a, T b, T sum) {
  return Mode == rounding::down && sum == 0 && (bits_of(a) ^ bits_of(b)) >> (sizeof(T) * 8 - 1)
             ? T(-0.0)
             : sum;
}

/// The error of a sum is a number of its type: Dekker's, of the larger summand first. Where finite numbers
/// overflow it is infinite, with the other sign.
template <rounding Mode, class T>
PORTER_ROUNDING T add(T a, T b) {
  PORTER_EXACT
  const T sum = a + b;
  if (sum == 0) return exact_zero<Mode>(a, b, sum);
  const bool in_order = magnitude(a) >= magnitude(b);
  const T larger = in_order ? a : b, smaller = in_order ? b : a;
  return corrected<Mode>(sum, smaller - (sum - larger));
}

template <rounding Mode>
PORTER_ROUNDING float multiply(float a, float b) {
  return narrowed<Mode>(static_cast<double>(a) * b);
}

template <rounding Mode>
PORTER_ROUNDING float divide(float a, float b) {
  return narrowed<Mode>(static_cast<double>(a) / b);
}

template <rounding Mode>
PORTER_ROUNDING float root(float a) {
  return narrowed<Mode>(__builtin_sqrt(static_cast<double>(a)));
}

template <rounding Mode>
PORTER_ROUNDING float multiply_add(float a, float b, float c) {
  PORTER_EXACT
  const double product = static_cast<double>(a) * b;
  const double sum = product + c;
  if (sum == 0) return static_cast<float>(exact_zero<Mode>(product, static_cast<double>(c), sum));
  return narrowed<Mode>(sum, is_infinite(sum) ? 0 : sum_error(product, c, sum));
}

/// `nearest`, computed from finite operands when `finite`, in the mode that `residue` decides.
template <rounding Mode>
PORTER_ROUNDING double settled(double nearest, bool finite, double residue) {
  if (nearest != nearest) return nearest;
  if (is_infinite(nearest)) return finite ? overflowed<Mode>(nearest) : nearest;
  return directed<Mode>(nearest, residue);
}

PORTER_ROUNDING bool is_finite(double a) { return a - a == 0; }

/// `a` made smaller so that sums with it do not overflow; what is tiny already stays not zero.
PORTER_ROUNDING double scaled_down(double a) {
  const bool tiny = a != 0 && __builtin_fabs(a) < 0x1p-900;
  return tiny ? __builtin_copysign(0x1p-1000, a) : a * 0x1p-100;
}

template <rounding Mode>
PORTER_ROUNDING double multiply(double a, double b) {
  PORTER_EXACT
  const double product = a * b;
  double p = product;
  if (__builtin_fabs(p) < 0x1p-900) {  // where the residue of the product would underflow
    const bool a_is_small = __builtin_fabs(a) < 1;
    const bool b_is_small = __builtin_fabs(b) < 1;
    a *= a_is_small ? 0x1p600 : 1;
    b *= b_is_small ? 0x1p600 : 1;
    if (a_is_small != b_is_small) (a_is_small ? a : b) *= 0x1p600;
    p = p * 0x1p600 * 0x1p600;
  }
  return settled<Mode>(product, is_finite(a) && is_finite(b), __builtin_fma(a, b, -p));
}

template <rounding Mode>
PORTER_ROUNDING double divide(double a, double b) {
  PORTER_EXACT
  const double quotient = a / b;
  double q = quotient;
  double divisor = b;
  double scaled = a;
  if (__builtin_fabs(a) < 0x1p-900) {  // where the residue of the quotient would underflow
    (__builtin_fabs(b) > 1 ? q : divisor) *= 0x1p600;
    scaled *= 0x1p600;
  }
  const double residue = __builtin_fma(-q, divisor, scaled);
  const bool finite = is_finite(a) && is_finite(b) && b != 0;
  return settled<Mode>(quotient, finite, is_finite(b) ? (b < 0 ? -residue : residue) : 0);
}

template <rounding Mode>
PORTER_ROUNDING double root(double a) {
  PORTER_EXACT
  const double root = __builtin_sqrt(a);
  if (!is_finite(a) || a <= 0) return root;
  const double scale = a < 0x1p-900 ? 0x1p300 : 1;
  return directed<Mode>(root, __builtin_fma(-root * scale, root * scale, a * scale * scale));
}

/// The sign of a * b + c - nearest, after Boldo and Muller, "Some functions computable with a
/// fused-mac" (2005): the error of an fma is a sum of two doubles.
PORTER_ROUNDING double multiply_add_error(double a, double b, double c, double nearest) {
  PORTER_EXACT
  const double product = a * b;
  const double product_error = __builtin_fma(a, b, -product);
  const double low = c + product_error;
  const double low_error = sum_error(c, product_error, low);
  const double high = product + low;
  const double high_error = sum_error(product, low, high);
  const double rest = (high - nearest) + high_error;
  return rest + low_error;
}

template <rounding Mode>
PORTER_ROUNDING double multiply_add(double a, double b, double c) {
  PORTER_EXACT
  const double nearest = __builtin_fma(a, b, c);
  const bool finite = is_finite(a) && is_finite(b) && is_finite(c);
  if (!finite || is_infinite(nearest)) return settled<Mode>(nearest, finite, 0);
  const double product = a * b;
  if (a == 0 || b == 0) return c == 0 ? exact_zero<Mode>(product, c, nearest) : nearest;
  const double size = __builtin_fabs(product);
  double n = nearest;
  if (size > 0x1p1000) {  // where the product might overflow
    (__builtin_fabs(a) > 1 ? a : b) *= 0x1p-100;
    c = scaled_down(c);
    n *= 0x1p-100;
  } else if (size < 0x1p-800) {  // where residues might underflow
    const double sign = (a < 0) != (b < 0) ? -1.0 : 1.0;
    if (__builtin_fabs(c) > 0x1p-600) return directed<Mode>(nearest, sign);
    const bool a_is_small = __builtin_fabs(a) < 1;
    const bool b_is_small = __builtin_fabs(b) < 1;
    a *= a_is_small ? 0x1p500 : 1;
    b *= b_is_small ? 0x1p500 : 1;
    if (a_is_small != b_is_small) (a_is_small ? a : b) *= 0x1p500;
    if (__builtin_fabs(a * b) < 0x1p-900) return directed<Mode>(nearest, sign);
    c *= 0x1p1000;
    n *= 0x1p1000;
  }
  const double residue = multiply_add_error(a, b, c, n);
  return nearest == 0 && residue == 0 ? exact_zero<Mode>(product, c, nearest)
                                      : directed<Mode>(nearest, residue);
}

}  // namespace detail

#undef PORTER_ROUNDING
#undef PORTER_EXACT

}  // namespace porter

#endif  // defined(__HIP__)
