"""Copy `threadIdx` and `blockIdx` member by member into a `uint3`.

## What it does
Writes `make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)` where a `uint3` is made of the whole of
`threadIdx` or `blockIdx`: in its declaration and in casts.

## Why
In CUDA the two are `uint3`. In HIP they are objects of types of their own, which convert to `dim3`
and to nothing else.

## What it leaves alone
Single members, `dim3`, and `blockDim` and `gridDim`, which are `dim3` on both sides.

## References
CUDA C++ Programming Guide, "Built-in Variables"; `hip/amd_detail/amd_hip_runtime.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile
from porter.source.backwards import words_before

_MADE = re.compile(
    rb"\buint3(?:[ \t\r\n]+\w+[ \t\r\n]*[=({]|[ \t]*[({]|[ \t]*>[ \t]*\(|[ \t]*\))[ \t\r\n]*\Z"
)
#: Words and signs in front of a name that make up the declaration of one variable.
_REACH = 4

rule = Rule("LNG08", "coordinates", names=(b"threadIdx", b"blockIdx"))

EXAMPLES = (
    Example(
        "const uint3 t = threadIdx; uint3 b(blockIdx);\n",
        "const uint3 t = make_uint3(threadIdx.x, threadIdx.y, threadIdx.z); "
        "uint3 b(make_uint3(blockIdx.x, blockIdx.y, blockIdx.z));\n",
    ),
    Example(
        "f(static_cast<uint3>(threadIdx), (uint3)blockIdx);\n",
        "f(static_cast<uint3>(make_uint3(threadIdx.x, threadIdx.y, threadIdx.z)), "
        "(uint3)make_uint3(blockIdx.x, blockIdx.y, blockIdx.z));\n",
        title="casts",
    ),
    Example(
        "unsigned x = threadIdx.x; dim3 t = threadIdx; uint3 u = make_uint3(blockIdx.x, 0, 0);\n",
        title="members, and what HIP converts",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each copy."""
    if b"uint3" not in file.names:
        return
    for use in file.mentions(rule.names):
        follows = file.code[file.next(use.end) : file.next(use.end) + 1]
        if follows == b".":
            continue
        if _MADE.search(file.code, words_before(file, use.start, _REACH), use.start):
            members = b", ".join(use.name + b"." + member for member in (b"x", b"y", b"z"))
            yield rule.replace(use, b"make_uint3(" + members + b")")
