// Random lower triangular matrices before the bits of Sobol's sequences, the most significant first, and random shifts
// behind them: J. Matousek, "On the L2-discrepancy for anchored boxes" (1998). Numbers of 32 bits are the upper halves of
// those of 64.
#include "directions.h"

#include <memory>

namespace porter::rand {

namespace {

/// Random bits of a dimension and a row (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators").
uint64_t randomBits(uint64_t dimension, uint64_t row) {
  uint64_t z = (dimension * 128 + row + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/// A row of a dimension's matrix: ones on the diagonal, chance before it.
template <class Word> Word rowOf(unsigned dimension, int row) {
  constexpr int bits = 8 * sizeof(Word);
  const Word diagonal = Word(1) << (bits - 1 - row), before = Word(~((diagonal << 1) - 1)) * (row > 0);
  return diagonal | (Word(randomBits(dimension, row) >> (64 - bits)) & before);
}

} // namespace

template <class Word> const Word (*scrambledDirections())[8 * sizeof(Word)] {
  constexpr int bits = 8 * sizeof(Word);
  static const std::unique_ptr<Word[][bits]> made = [] {
    std::unique_ptr<Word[][bits]> vectors(new Word[mostDimensions][bits]);
    for (unsigned d = 0; d < mostDimensions; ++d)
      for (int i = 0; i < bits; ++i)
        vectors[d][i] = 0;
    for (unsigned d = 0; d < mostDimensions; ++d)
      for (int row = 0; row < bits; ++row) {
        const Word mask = rowOf<Word>(d, row);
        for (int i = 0; i < bits; ++i)
          vectors[d][i] |= Word(__builtin_parityll(directions<Word>()[d][i] & mask)) << (bits - 1 - row);
      }
    return vectors;
  }();
  return made.get();
}
template const uint32_t (*scrambledDirections<uint32_t>())[32];
template const uint64_t (*scrambledDirections<uint64_t>())[64];

template <class Word> const Word *scrambleConstants() {
  static const std::unique_ptr<Word[]> made = [] {
    std::unique_ptr<Word[]> shifts(new Word[mostDimensions]);
    for (unsigned d = 0; d < mostDimensions; ++d)
      shifts[d] = Word(randomBits(d, 64) >> (64 - 8 * sizeof(Word)));
    return shifts;
  }();
  return made.get();
}
template const uint32_t *scrambleConstants<uint32_t>();
template const uint64_t *scrambleConstants<uint64_t>();

} // namespace porter::rand
