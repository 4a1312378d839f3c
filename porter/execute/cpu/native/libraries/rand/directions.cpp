// Direction vectors from primitive polynomials and first numbers: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with
// better two-dimensional projections" (2008), whose numbers both vendors take.
#include "directions.h"

#include <memory>

namespace porter::rand {

namespace {

/// Of each dimension but the first: its polynomial, then as many numbers as that has degrees.
const uint32_t numbers[] = {
#include "sobol_numbers.inc"
};

template <class Word> void fill(Word *vectors, const uint32_t *&next) {
  constexpr int bits = 8 * sizeof(Word);
  const uint32_t polynomial = *next++;
  const int degree = 31 - __builtin_clz(polynomial);
  for (int i = 0; i < bits; ++i) {
    if (i < degree) {
      vectors[i] = Word(*next++) << (bits - 1 - i);
      continue;
    }
    vectors[i] = vectors[i - degree] ^ (vectors[i - degree] >> degree);
    for (int k = 1; k < degree; ++k)
      if (polynomial >> (degree - k) & 1)
        vectors[i] ^= vectors[i - k];
  }
}

} // namespace

template <class Word> const Word (*directions())[8 * sizeof(Word)] {
  constexpr int bits = 8 * sizeof(Word);
  static const std::unique_ptr<Word[][bits]> made = [] {
    std::unique_ptr<Word[][bits]> vectors(new Word[mostDimensions][bits]);
    for (int i = 0; i < bits; ++i)
      vectors[0][i] = Word(1) << (bits - 1 - i);
    const uint32_t *next = numbers;
    for (unsigned d = 1; d < mostDimensions; ++d)
      fill(vectors[d], next);
    return vectors;
  }();
  return made.get();
}
template const uint32_t (*directions<uint32_t>())[32];
template const uint64_t (*directions<uint64_t>())[64];

} // namespace porter::rand
