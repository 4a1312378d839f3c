// The discrete Fourier transform of one line, of any length, in double.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace porter::fft {

using Complex = std::complex<double>;

/// X[k] = sum over j of x[j] exp(sign 2 pi i j k / length), without a factor.
class Fourier {
public:
  Fourier(size_t length, int sign);
  void transform(Complex *line);
  size_t length() const { return size; }

private:
  void stage(size_t radix, size_t part, size_t step, const Complex *from, Complex *to) const;
  void chirp(Complex *line);

  size_t size;
  std::vector<Complex> roots; ///< exp(sign 2 pi i t / size)
  std::vector<size_t> radices;
  std::vector<Complex> other;

  // For lengths with a large prime factor: the transform as a convolution (Bluestein, 1970).
  std::unique_ptr<Fourier> forward, backward;
  std::vector<Complex> chirps, filter;
};

} // namespace porter::fft
