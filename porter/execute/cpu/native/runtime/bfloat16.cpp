// Conversions to bfloat16 that compiled code calls where the processor has no instruction for them. The result
// is in the low half of xmm0, as the x86-64 ABI returns a __bf16.
#include <cmath>
#include <cstdint>
#include <cstring>

static uint16_t roundToNearestEven(float value) {
  uint32_t word;
  std::memcpy(&word, &value, sizeof word);
  if ((word & 0x7fffffff) > 0x7f800000)
    return uint16_t(word >> 16 | 0x40); // a quiet NaN
  return uint16_t((word + 0x7fff + (word >> 16 & 1)) >> 16);
}

static __bf16 fromBits(uint16_t word) {
  __bf16 value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

extern "C" __bf16 __truncsfbf2(float value) { return fromBits(roundToNearestEven(value)); }

extern "C" __bf16 __truncdfbf2(double value) {
  // To float with the discarded bits folded into the last one (round to odd), so that rounding happens once.
  float narrow = float(value);
  uint32_t word;
  std::memcpy(&word, &narrow, sizeof word);
  if (double(narrow) != value && std::isfinite(narrow) && !(word & 1))
    word += std::fabs(double(narrow)) > std::fabs(value) ? -1 : 1;
  std::memcpy(&narrow, &word, sizeof word);
  return fromBits(roundToNearestEven(narrow));
}
