// Sources: M. Matsumoto and T. Nishimura, "Mersenne Twister" (1998), its characteristic polynomial likewise; H. Haramoto
// et al., "Efficient jump ahead for F2-linear random number generators" (2008); M. Saito and M. Matsumoto, "Variants of
// Mersenne Twister suitable for graphic processors" (2013).
#include "twister.h"

#include <algorithm>
#include <bitset>
#include <cstring>

namespace porter::rand {

namespace {

constexpr int size = 624, middle = 397, wordBits = 32, lost = 31, degree = size * wordBits - lost;
constexpr uint32_t matrix = 0x9908b0df;
/// 2^2048 words lie between two generators.
constexpr int squarings = 2048;

using Polynomial = std::bitset<2 * degree>;

/// (t^a + t^b)^n times another.
Polynomial times(Polynomial p, int a, int b, int n) {
  for (int i = 0; i < n; ++i)
    p = p << a ^ p << b;
  return p;
}

/// The terms of the generator's characteristic polynomial below the highest.
std::vector<int> characteristic() {
  Polynomial one, sum;
  one.set(0);
  const auto product = [&](int ofA, int ofB) {
    return times(times(one, size, middle, ofA), size - 1, middle - 1, ofB);
  };
  sum = product(wordBits - lost, lost);
  for (int i = 0; i < wordBits; ++i)
    if (matrix >> i & 1)
      sum ^= i < lost ? product(wordBits - lost, lost - 1 - i) : product(wordBits - 1 - i, 0);
  std::vector<int> terms;
  for (int i = 0; i < degree; ++i)
    if (sum[i])
      terms.push_back(i);
  return terms;
}

/// t^(2^2048) modulo the characteristic polynomial, a bit a coefficient.
std::vector<uint64_t> jump() {
  constexpr int words = degree / 64 + 1;
  const std::vector<int> terms = characteristic();
  std::vector<uint64_t> p(words);
  p[0] = 2;
  for (int step = 0; step < squarings; ++step) {
    std::vector<uint64_t> square(2 * words + 1);
    for (int i = 0; i < words; ++i)
      for (int half = 0; half < 2; ++half) {
        uint64_t x = p[i] >> 32 * half & 0xffffffff;
        for (int shift = 16; shift; shift /= 2) { // spread the bits
          const uint64_t mask = ~uint64_t(0) / ((uint64_t(1) << shift) + 1);
          x = (x | x << shift) & mask;
        }
        square[2 * i + half] = x;
      }
    for (int i = 2 * words - 1; i >= degree / 64; --i) { // from the top, a word at a time
      const int begin = i == degree / 64 ? degree % 64 : 0;
      const uint64_t high = square[i] >> begin << begin;
      square[i] ^= high;
      for (int term : terms) {
        const int place = 64 * (i + 1) - degree + term, word = place / 64 - 1, shift = place % 64;
        if (word >= 0)
          square[word] ^= high << shift;
        if (shift)
          square[word + 1] ^= high >> (64 - shift);
      }
    }
    std::copy_n(square.begin(), words, p.begin());
  }
  return p;
}

} // namespace

void Mt19937::Twister::turn() {
  for (unsigned i = 0; i < size; ++i) {
    const uint32_t y = (x[i] & 0x80000000) | (x[(i + 1) % size] & 0x7fffffff);
    x[i] = x[(i + middle) % size] ^ y >> 1 ^ (y & 1 ? matrix : 0);
  }
}

/// Those of the last seed are kept: programs make several generators with one.
std::shared_ptr<Mt19937::Starts> Mt19937::startsOf(uint32_t seed) {
  static std::mutex mutex;
  static std::shared_ptr<Starts> last;
  std::lock_guard lock(mutex);
  if (last && last->seed == seed)
    return last;
  last = std::make_shared<Starts>();
  last->seed = seed;
  Twister first;
  first.x[0] = seed;
  for (unsigned i = 1; i < size; ++i)
    first.x[i] = 1812433253 * (first.x[i - 1] ^ first.x[i - 1] >> 30) + i;
  last->twisters = {first};
  return last;
}

/// Horner's scheme over four coefficients at a time, with the sixteen sums that these can make.
Mt19937::Twister Mt19937::jumped(const Twister &from) {
  static const std::vector<uint64_t> polynomial = jump();
  constexpr unsigned digit = 4;
  std::vector<uint32_t> window(8 * size), sums((1 << digit) * size); // the window slides, and is seldom moved
  const auto append = [&](unsigned at) {
    const uint32_t y = (window[at] & 0x80000000) | (window[at + 1] & 0x7fffffff);
    window[at + size] = window[at + middle] ^ y >> 1 ^ (y & 1 ? matrix : 0);
  };
  std::copy_n(from.x, size, window.data());
  for (unsigned i = 0; i < digit; ++i)
    append(i);
  for (unsigned value = 1; value < 1u << digit; ++value)
    for (unsigned bit = 0; bit < digit; ++bit)
      for (unsigned k = 0; value >> bit & 1 && k < size; ++k)
        sums[value * size + k] ^= window[bit + k];
  std::fill(window.begin(), window.end(), 0);
  unsigned at = 0;
  for (int top = degree / digit * digit; top >= 0; top -= digit) {
    if (at + size + digit > window.size()) {
      std::memmove(window.data(), window.data() + at, size * sizeof(uint32_t));
      at = 0;
    }
    for (unsigned i = 0; i < digit; ++i, ++at)
      append(at);
    const unsigned value = polynomial[top / 64] >> top % 64 & ((1 << digit) - 1);
    for (unsigned k = 0; value && k < size; ++k)
      window[at + k] ^= sums[value * size + k];
  }
  Twister made;
  std::copy_n(&window[at], size, made.x);
  return made;
}

Mt19937::Mt19937(uint32_t seed) : starts(startsOf(seed)) {}

Mt19937::Twister &Mt19937::twister(unsigned index) {
  while (twisters.size() <= index) {
    std::lock_guard lock(starts->mutex);
    while (starts->twisters.size() <= twisters.size())
      starts->twisters.push_back(jumped(starts->twisters.back()));
    twisters.push_back(starts->twisters[twisters.size()]);
    for (unsigned turn = 0; turn < turns; ++turn)
      twisters.back().turn();
  }
  return twisters[index];
}

uint32_t Mt19937::next() {
  constexpr unsigned rounds = size / threads; // in a turn
  constexpr unsigned first[threads] = {0, 113, 170, 283, 340, 397, 510, 567};
  constexpr unsigned bases[] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
  const unsigned index = element / threads, thread = element % threads;
  const unsigned place = round ? bases[(round - 1) / 7] + (round - 1) % 7 + 7 * thread : first[thread];
  uint32_t y = twister(index).x[place];
  if (++element == count * threads) {
    element = 0;
    if (++round == rounds) {
      round = 0;
      ++turns;
      for (Twister &one : twisters)
        one.turn();
    }
  }
  y ^= y >> 11;
  y ^= y << 7 & 0x9d2c5680;
  y ^= y << 15 & 0xefc60000;
  return y ^ y >> 18;
}

void Mtgp32::Twister::begin(uint32_t seed) {
  const uint32_t hidden = table[4] ^ table[8] << 16;
  uint32_t sum = hidden;
  sum += sum >> 16;
  sum += sum >> 8;
  std::memset(x, int(sum & 0xff), sizeof x);
  x[0] = seed;
  x[1] = hidden;
  for (uint32_t i = 1; i < size; ++i)
    x[i] ^= 1812433253 * (x[i - 1] ^ x[i - 1] >> 30) + i;
}
uint32_t Mtgp32::Twister::next() {
  uint32_t y = (x[at] & mask) ^ x[(at + 1) % size];
  y ^= y << sh1;
  y ^= x[(at + pos) % size] >> sh2;
  const uint32_t made = y ^ table[y & 15];
  uint32_t t = x[(at + pos - 1) % size];
  t ^= t >> 16;
  t ^= t >> 8;
  x[at] = made;
  at = (at + 1) % size;
  return made ^ temper[t & 15];
}
uint32_t Mtgp32::next() {
  Twister &one = twisters[element / words];
  element = (element + 1) % (count * words);
  return one.next();
}

} // namespace porter::rand
