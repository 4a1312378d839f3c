// Compares rounding.hpp with the processor's own rounding modes; prints what differs.
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rounding.hpp"

namespace {

uint64_t state = 88172645463325252ull;
long wrong = 0;

uint64_t bits() {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

template <class T, class Bits>
T from(Bits value) {
  T result;
  memcpy(&result, &value, sizeof(T));
  return result;
}

// Special values, values of close exponents (so that sums cancel), subnormals, anything.
float any_float() {
  static const uint32_t special[] = {0,           0x80000000u, 0x3F800000u, 0x7F800000u, 0xFF800000u,
                                     0x7F7FFFFFu, 1u,          0x80000001u, 0x7FC00000u, 0x00800000u};
  const uint32_t random = uint32_t(bits());
  switch (bits() % 8) {
    case 0: return from<float>(special[bits() % 10]);
    case 1: return from<float>(random & 0x80FFFFFFu);
    case 2:
    case 3:
    case 4: return from<float>((random & 0x807FFFFFu) | uint32_t(120 + bits() % 16) << 23);
    default: return from<float>(random);
  }
}

double any_double() {
  static const uint64_t special[] = {0,
                                     1ull << 63,
                                     0x3FF0000000000000ull,
                                     0x7FF0000000000000ull,
                                     0xFFF0000000000000ull,
                                     0x7FEFFFFFFFFFFFFFull,
                                     1,
                                     0x8000000000000001ull,
                                     0x7FF8000000000000ull,
                                     0x0010000000000000ull};
  const uint64_t random = bits();
  switch (bits() % 8) {
    case 0: return from<double>(special[bits() % 10]);
    case 1: return from<double>(random & 0x801FFFFFFFFFFFFFull);
    case 2:
    case 3:
    case 4: return from<double>((random & 0x800FFFFFFFFFFFFFull) | (1010 + bits() % 26) << 52);
    default: return from<double>(random);
  }
}

template <class T>
void compare(const char* name, T a, T b, T c, T wanted, T got) {
  const bool both_nan = wanted != wanted && got != got;
  if (both_nan || memcmp(&wanted, &got, sizeof(T)) == 0) return;
  if (++wrong <= 10) {
    printf("%s(%a, %a, %a): %a, not %a\n", name, double(a), double(b), double(c), double(wanted),
           double(got));
  }
}

#define CHECK(NAME, MODE, HARDWARE, OURS)       \
  {                                             \
    fesetround(MODE);                           \
    volatile auto wanted = HARDWARE;            \
    fesetround(FE_TONEAREST);                   \
    compare<T>(NAME, a, b, c, wanted, OURS);    \
  }

#define MODE_CHECKS(S, MODE, P, FMA, SQRT, OUR_FMA)              \
  CHECK(#P "add_" #S, MODE, a + b, porter::P##add_##S(a, b))     \
  CHECK(#P "sub_" #S, MODE, a - b, porter::P##sub_##S(a, b))     \
  CHECK(#P "mul_" #S, MODE, a * b, porter::P##mul_##S(a, b))     \
  CHECK(#P "div_" #S, MODE, a / b, porter::P##div_##S(a, b))     \
  CHECK(#P "rcp_" #S, MODE, T(1) / a, porter::P##rcp_##S(a))     \
  CHECK(#P "sqrt_" #S, MODE, SQRT(a), porter::P##sqrt_##S(a))    \
  CHECK(#OUR_FMA "_" #S, MODE, FMA(a, b, c), porter::OUR_FMA##_##S(a, b, c))

void check_floats() {
  using T = float;
  volatile T a = any_float(), b = any_float(), c = any_float();
  if (bits() % 4 == 0) c = -(a * b);
  MODE_CHECKS(rz, FE_TOWARDZERO, f, fmaf, sqrtf, fmaf)
  MODE_CHECKS(ru, FE_UPWARD, f, fmaf, sqrtf, fmaf)
  MODE_CHECKS(rd, FE_DOWNWARD, f, fmaf, sqrtf, fmaf)
  CHECK("fdiv_rn", FE_TONEAREST, a / b, porter::fdiv_rn(a, b))
  CHECK("fsqrt_rn", FE_TONEAREST, sqrtf(a), porter::fsqrt_rn(a))
  CHECK("frsqrt_rn", FE_TONEAREST, T(1.0L / sqrtl(a)), porter::frsqrt_rn(a))
}

void check_doubles() {
  using T = double;
  volatile T a = any_double(), b = any_double(), c = any_double();
  if (bits() % 4 == 0) c = -(a * b);
  MODE_CHECKS(rz, FE_TOWARDZERO, d, fma, sqrt, fma)
  MODE_CHECKS(ru, FE_UPWARD, d, fma, sqrt, fma)
  MODE_CHECKS(rd, FE_DOWNWARD, d, fma, sqrt, fma)
}

}  // namespace

int main(int, char** arguments) {
  for (long left = atol(arguments[1]); left > 0; --left) {
    check_floats();
    check_doubles();
  }
  printf("%ld wrong\n", wrong);
  return wrong != 0;
}
