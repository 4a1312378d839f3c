"""Let a project's own `fma` of half go before clang's templates.

## What it does
Includes `half_promotion.hpp` in a file that defines a function called as one of the mathematical
functions that clang has for several types at once (`fma`, `fmax`, `pow` …) and names half or
bfloat16.

## Why
clang's headers for HIP have templates of these functions, which find out the number that each
argument converts to. Of half and bfloat16 there are several, and that is an error inside of the
header ("call to '__test' is ambiguous") where any overload is looked up with such an argument:
also where the project's own `fma(half, half, half)` fits best. CUDA has no such templates.

## What it leaves alone
Calls without a definition of the project's, and files without these types.

## References
`__clang_hip_cmath.h`: `__hip::__numeric_type`, `__HIP_OVERLOAD2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_NAMES = tuple(
    name.encode()
    for name in (
        "fma atan2 copysign fdim fmax fmin fmod hypot max min nextafter pow remainder remquo"
    ).split()
)
_DEFINED = re.compile(rb"\b(?:" + b"|".join(_NAMES) + rb")\s*+\([^(){};]*+\)\s*+\{")
_NARROW = frozenset(
    b"half __half half2 __half2 __nv_bfloat16 nv_bfloat16 __nv_bfloat162 nv_bfloat162".split()
)

rule = Rule("LNG53", "own-math-overloads", names=_NAMES, handles=())

EXAMPLES = (
    Example(
        """
        namespace own {
        __device__ half2 fma(half a, half2 b, half2 c) { return __hfma2(half2{a, a}, b, c); }
        }
        """,
        """
        #include "porter_compat/half_promotion.hpp"
        namespace own {
        __device__ half2 fma(half a, half2 b, half2 c) { return __hfma2(half2{a, a}, b, c); }
        }
        """,
    ),
    Example(
        """
        __device__ float3 fma(float3 a, float3 b, float3 c) { return a; }
        """,
        title="no half",
    ),
    Example(
        """
        __device__ float widened(half a) {
          if (fmax(float(a), 0.0f) > 1) { return pow(2.0f, 3.0f); }
          return 0;
        }
        """,
        title="calls alone",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Ask for the header where such a function is defined."""
    if not file.names.isdisjoint(_NARROW) and _DEFINED.search(file.code):
        yield rule.support("half_promotion.hpp")
