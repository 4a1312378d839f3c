// Stockham's transform with mixed radices, which needs no reordering, and Bluestein's for large primes.
//
// Sources: C. Van Loan, Computational Frameworks for the Fast Fourier Transform, 1.7 and 4.2.
#include "fourier.h"

#include <algorithm>
#include <cmath>

namespace porter::fft {
namespace {

/// Above it, a convolution is faster than a sum over all pairs.
constexpr size_t largestRadix = 31;

/// exp(sign 2 pi i numerator / denominator), the angle reduced before it is rounded.
Complex root(int sign, size_t numerator, size_t denominator) {
  const long double turn = (long double)(numerator % denominator) / denominator;
  const long double angle = sign * 2 * 3.14159265358979323846264338327950288L * turn;
  return {double(std::cos(angle)), double(std::sin(angle))};
}

std::vector<size_t> factors(size_t n) {
  std::vector<size_t> found;
  for (; n % 4 == 0; n /= 4)
    found.push_back(4);
  for (size_t factor = 2; factor * factor <= n; ++factor)
    for (; n % factor == 0; n /= factor)
      found.push_back(factor);
  if (n > 1)
    found.push_back(n);
  return found;
}

/// std::complex's own product looks for infinities.
inline Complex product(const Complex &a, const Complex &b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

} // namespace

Fourier::Fourier(size_t length, int sign) : size(length), radices(factors(length)) {
  if (radices.empty() || *std::max_element(radices.begin(), radices.end()) <= largestRadix) {
    for (size_t t = 0; t < size; ++t)
      roots.push_back(root(sign, t, size));
    other.resize(size);
    return;
  }
  size_t padded = 1;
  while (padded < 2 * size - 1)
    padded *= 2;
  forward = std::make_unique<Fourier>(padded, -1);
  backward = std::make_unique<Fourier>(padded, 1);
  filter.resize(padded);
  for (size_t k = 0; k < size; ++k) {
    chirps.push_back(root(sign, size_t((unsigned __int128)(k) * k % (2 * size)), 2 * size));
    filter[k] = filter[(padded - k) % padded] = std::conj(chirps[k]);
  }
  forward->transform(filter.data());
}

void Fourier::transform(Complex *line) {
  if (forward)
    return chirp(line);
  Complex *from = line, *to = other.data();
  size_t part = size, step = 1;
  for (size_t radix : radices) {
    part /= radix;
    stage(radix, part, step, from, to);
    step *= radix;
    std::swap(from, to);
  }
  if (from != line)
    std::copy_n(from, size, line);
}

/// One factor of the transform: `step` interleaved lines of `radix` pieces, each `part` long.
void Fourier::stage(size_t radix, size_t part, size_t step, const Complex *from, Complex *to) const {
  const size_t turn = size / radix; // roots of unity of the radix lie so far apart
  for (size_t p = 0; p < part; ++p)
    for (size_t q = 0; q < step; ++q) {
      const Complex *in = from + q + step * p;
      Complex *out = to + q + step * radix * p;
      const auto piece = [=](size_t j) { return in[step * part * j]; };
      if (radix == 2) {
        out[0] = piece(0) + piece(1);
        out[step] = product(piece(0) - piece(1), roots[p * step]);
      } else if (radix == 4) {
        const Complex even = piece(0) + piece(2), odd = piece(1) + piece(3);
        const Complex difference = piece(0) - piece(2), turned = product(piece(1) - piece(3), roots[turn]);
        out[0] = even + odd;
        out[step] = product(difference + turned, roots[p * step]);
        out[2 * step] = product(even - odd, roots[2 * p * step]);
        out[3 * step] = product(difference - turned, roots[3 * p * step]);
      } else {
        for (size_t k = 0; k < radix; ++k) {
          Complex sum{};
          for (size_t j = 0; j < radix; ++j)
            sum += product(piece(j), roots[j * k % radix * turn]);
          out[k * step] = product(sum, roots[p * k * step]);
        }
      }
    }
}

void Fourier::chirp(Complex *line) {
  const size_t padded = filter.size();
  std::vector<Complex> work(padded);
  for (size_t k = 0; k < size; ++k)
    work[k] = product(line[k], chirps[k]);
  forward->transform(work.data());
  for (size_t k = 0; k < padded; ++k)
    work[k] = product(work[k], filter[k]);
  backward->transform(work.data());
  for (size_t k = 0; k < size; ++k)
    line[k] = product(work[k], chirps[k]) / double(padded);
}

} // namespace porter::fft
