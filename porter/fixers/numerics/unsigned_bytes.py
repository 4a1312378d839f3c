"""Convert floating-point numbers to `unsigned char` as NVIDIA's GPUs do.

## What it does
In device code, floating-point numbers that become `unsigned char` are converted by
`porter::saturated` of the support header `saturation.hpp`: casts (`(unsigned char)(x * 255.0f)`),
assignments to variables, elements and members of that type, and arguments of `make_uchar4` and its
kin.

## Why
C++ leaves the conversion of what does not fit open. nvcc converts to 32 bits without a sign, which
makes 0 of negative numbers, and takes the lowest eight bits; a pixel that a filter made negative is
black. clang takes AMD's instruction with a sign: -5 becomes 251.

## What it leaves alone
Values that are bounded below where they are cast (`fmaxf`, `clamp`, `fabsf`, `__saturatef`),
integers, `unsigned short` and wider types, whose instructions agree; host code.

## References
C++ standard, [conv.fpint]; PTX ISA, `cvt`; LLVM, `DAGTypeLegalizer::PromoteIntRes_FP_TO_XINT`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.numerics._float_conversions import Conversions, Integers
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_BYTE = rb"(?:unsigned[ \t]++char|(?:std::)?uint8_t|uchar|u_char|Npp8u)"
_BOUNDED = re.compile(
    rb"[\s(]*+(?:\w++::)*+"
    rb"(?:saturated<|(?:f?maxf?|fabsf?|clamp\w*+|saturate\w*+|__saturatef|sqrtf?)[ \t]*+\("
    rb"|f?minf?[ \t]*+\(.*\b(?:f?maxf?|fabsf?)[ \t]*+\()",
    re.DOTALL,
)

rule = Rule("NUM08", "unsigned-bytes", names=(b"__global__", b"__device__"), handles=())

EXAMPLES = (
    Example(
        """
        inline __host__ __device__ uchar3 make_uchar3(const float3 &a);
        __device__ uchar3 pixel(const float3 &a) { return make_uchar3(a); }
        """,
        title="an overload of the project's own",
    ),
    Example(
        """
        __global__ void sharpen(unsigned char *out, const float *in, float k, int i) {
          out[i] = in[i] * k - 1.0f;
          unsigned char edge = static_cast<unsigned char>(k - 0.5f);
          out[i + 1] = edge + (uint8_t)(k * in[i]);
        }
        """,
        """
        #include "porter_compat/saturation.hpp"
        __global__ void sharpen(unsigned char *out, const float *in, float k, int i) {
          out[i] = porter::saturated<unsigned char>(in[i] * k - 1.0f);
          unsigned char edge = porter::saturated<unsigned char>(k - 0.5f);
          out[i + 1] = edge + porter::saturated<uint8_t>(k * in[i]);
        }
        """,
    ),
    Example(
        """
        __device__ uchar4 color(float4 c) { return make_uchar4(c.x * 255.0f, c.y, c.z, 255); }
        """,
        """
        #include "porter_compat/saturation.hpp"
        __device__ uchar4 color(float4 c) { return \
make_uchar4(porter::saturated<unsigned char>(c.x * 255.0f), porter::saturated<unsigned char>(c.y), \
porter::saturated<unsigned char>(c.z), 255); }
        """,
        title="the parts of a vector",
    ),
    Example(
        """
        __global__ void k(unsigned char *out, float *x, int n, int i) {
          out[i] = n + 1;
          out[i] = (unsigned char)fminf(fmaxf(x[i], 0.0f), 255.0f);
          x[i] = (unsigned char)n;
          unsigned short wide = (unsigned short)x[i];
          out[i] = 0.f;
        }
        unsigned char host(float x) { return (unsigned char)x; }
        """,
        title="integers, bounded values, wider types, constants, host code",
    ),
    Example(
        """
        template <int SIZE, int ITEMS> __global__ void k(unsigned char *out, float *x) {
          constexpr int THREADS = SIZE / ITEMS;
          typedef Store<unsigned char, THREADS, ITEMS> StoreT;
          typedef Reduce<float, SIZE> ReduceT;
        }
        __global__ void again(unsigned char *out, float *x) {
          unsigned char n;
          for (int n = x[0]; n < 3; ++n) out[n] = n;
        }
        """,
        title="a type that is an argument of a template, and a name that is declared again",
    ),
)


def _is_bounded(code: bytes, start: int, end: int) -> bool:
    """Tell whether a value cannot be negative."""
    return _BOUNDED.match(code, start, end) is not None


_CONVERSIONS = Conversions(rule, Integers(_BYTE, {b"uchar": b"unsigned char"}, _is_bounded))


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each floating-point number that becomes a byte."""
    yield from _CONVERSIONS.edits(file)
