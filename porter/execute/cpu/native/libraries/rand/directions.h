// The direction vectors of Sobol's sequences, by dimension.
#pragma once

#include <cstdint>

namespace porter::rand {

constexpr unsigned mostDimensions = 20000;

/// A vector for each bit of `Word`, which is uint32_t or uint64_t.
template <class Word> const Word (*directions())[8 * sizeof(Word)];

/// The same, scrambled, and what is added to each number, bit by bit. The scrambling is our own: the vendors' are tables of
/// random bits.
template <class Word> const Word (*scrambledDirections())[8 * sizeof(Word)];
template <class Word> const Word *scrambleConstants();

} // namespace porter::rand
