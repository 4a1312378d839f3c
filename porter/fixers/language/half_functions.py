"""Give half and bfloat16 to functions of `<cmath>` as CUDA's compilers do.

## What it does
Includes a support header in files with device code that name half or bfloat16 and call `isfinite`,
`isnan`, `sqrt`, `exp` or another function of one argument, with or without `std::`, with a value
that the file declares as half or bfloat16, or whose type is, or may be, a parameter of the template
around it.

## Why
CUDA's `__half` and `__nv_bfloat16` convert to `float` before all, and C++ takes float's overload.
HIP's `__half` converts to every number alike, and so does its bfloat16 for the host: `call to
'isfinite' is ambiguous`. A template meets the type where it is instantiated, which its text does
not show.

## What it leaves alone
Functions that the file defines itself; values of other types; `abs`, `max` and `pow`, of which
CUDA's compilers say the same.

## References
CUDA `cuda_fp16.hpp` and `cuda_bf16.hpp`, the conversions; HIP 6.4 `amd_hip_fp16.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._type_parameters import type_parameters
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import declared_type
from porter.source.cpp.functions import functions_of
from porter.source.text.edits import RuleOutput

_FUNCTIONS = frozenset(
    b"isfinite isinf isnan isnormal signbit acos asin atan cbrt ceil cos cosh erf exp exp2 expm1 "
    b"fabs floor log log10 log1p log2 round sin sinh sqrt tan tanh trunc".split()
)
_NARROW = frozenset((b"half", b"__half", b"__nv_bfloat16", b"nv_bfloat16"))
_DEVICE = frozenset((b"__global__", b"__device__"))
_NAMED = re.compile(rb"\s*+[-*]?+\s*+([A-Za-z_]\w*+)\s*+(?:\[[^\[\]]*+\]\s*+)?+")

rule = Rule("LNG70", "half-functions", names=tuple(sorted(_NARROW)), handles=())

EXAMPLES = (
    Example(
        """
        #include <cuda_fp16.h>
        template <typename T>
        __device__ bool ok(const T *x, int i) { return std::isfinite(x[i]) && !isnan(*x); }
        template __device__ bool ok(const __half *, int);
        """,
        """
        #include "porter_compat/half_functions.hpp"
        #include <cuda_fp16.h>
        template <typename T>
        __device__ bool ok(const T *x, int i) { return std::isfinite(x[i]) && !isnan(*x); }
        template __device__ bool ok(const __half *, int);
        """,
    ),
    Example(
        "__global__ void root(half *x) { half y = x[0]; x[1] = sqrt(y); }\n",
        '#include "porter_compat/half_functions.hpp"\n'
        "__global__ void root(half *x) { half y = x[0]; x[1] = sqrt(y); }\n",
        title="a type that the file shows",
    ),
    Example(
        """
        template <typename T>
        __device__ float root(half x, float y, T z) { return sqrt(y) + own::exp(z) + hsqrt(x); }
        __device__ float log(half x) { return log((float)x); }
        __device__ float twice(half x) { return 2 * log(x); }
        """,
        title="other types, and functions of the project's",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Ask for the header where a call may meet one of the types."""
    wanted = file.names & _FUNCTIONS
    if not wanted or file.names.isdisjoint(_NARROW) or file.names.isdisjoint(_DEVICE):
        return
    wanted -= {function.name for function in functions_of(file)}
    parameters = type_parameters(file)
    everywhere = [span for spans in parameters.values() for span in spans]
    for call in file.calls(*wanted):
        if len(call.arguments) != 1 or file.qualifier(call.start) not in (None, b"", b"std"):
            continue
        operand = _NAMED.fullmatch(file.code, *call.arguments[0])
        if operand is None or declared_type(file, call.name) is not None:
            continue  # no value, or what is called is a variable of the file's
        words = declared_type(file, operand[1])
        # Where several functions of the file call different things so, a template's may be any.
        known = everywhere if words is None else parameters.get(words, ())
        if words in _NARROW or any(first < call.start < last for first, last in known):
            yield rule.support("half_functions.hpp")
            return
