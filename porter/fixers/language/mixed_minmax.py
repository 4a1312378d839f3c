"""Compare signed with unsigned integers as CUDA does.

## What it does
Includes the support header `minmax.hpp` in files that call `min` or `max` with one argument that
is plainly unsigned (`threadIdx.x`, `blockDim.y`, `8u`) and another that is not.

## Why
CUDA has overloads for mixed signs and compares as unsigned. HIP has none: clang's headers turn
`min(threadIdx.x, n)` into a `double`. As an index that does not compile, 64-bit values lose their
lowest bits, and -1 is less than `0u`.

## What it leaves alone
The calls themselves, `std::min`, and calls whose arguments do not show their types. In files that
include the header every mixed call has CUDA's meaning.

## References
CUDA `math_functions.h`, `min` and `max`; clang `__clang_hip_cmath.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_UNSIGNED = re.compile(
    rb"\b(?:threadIdx|blockIdx|blockDim|gridDim)\s*\.\s*[xyz]\b|\b\d+[uU]\b|\b0[xX][0-9a-fA-F]+[uU]\b"
    rb"|\bunsigned\b|\buint\w*\s*[({]"
)
_NO_INTEGER = re.compile(rb"\d\.|\.\d|\bfloat\b|\bdouble\b|\bhalf\b")

#: Without triggers: `min` and `max` are names of many things.
rule = Rule("LNG12", "mixed-minmax")

EXAMPLES = (
    Example(
        "int last = data[min(threadIdx.x, n - 1)];\n",
        """
        #include "porter_compat/minmax.hpp"
        int last = data[min(threadIdx.x, n - 1)];
        """,
    ),
    Example(
        """
        int a = min(x, y);
        int b = std::min(threadIdx.x, 4);
        unsigned c = max(threadIdx.x, 4u);
        """,
        title="nothing that shows two signs, and another min",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Ask for the support header at the first call with mixed signs."""
    names = [name for name in (b"min", b"max") if name in file.names]
    for call in file.calls(*names):
        if file.qualifier(call.start) or len(call.arguments) != 2:
            continue
        first, second = (file.code[start:end] for start, end in call.arguments)
        if _NO_INTEGER.search(first) or _NO_INTEGER.search(second):
            continue
        if (_UNSIGNED.search(first) is None) != (_UNSIGNED.search(second) is None):
            yield rule.support("minmax.hpp")
            return
