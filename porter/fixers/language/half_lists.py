"""Name the type of a list that is assigned to a number of half or bfloat16.

## What it does
`sum = {};` becomes `sum = half2{};` where the file declares `sum` as `half2`, and so for half,
bfloat16 and pairs of it, and for elements of arrays of them.

## Why
HIP's types of half and bfloat16 may be assigned their like and the raw structure of their bits, and
a list in braces may be either: "use of overloaded operator '=' is ambiguous".

## What it leaves alone
Declarations (`half2 sum = {};`), members, and names that the file declares as pointers or under
several types.

## References
`hip/amd_detail/amd_hip_fp16.h`: `__half2::operator=(const __half2_raw&)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile
from porter.source.cpp.arithmetic_types import declared_type

#: CUDA's type -> how it is called in a port.
_TYPES = {
    **{name: name for name in (b"half", b"__half", b"half2", b"__half2")},
    **dict.fromkeys((b"nv_bfloat16", b"__nv_bfloat16"), b"__hip_bfloat16"),
    **dict.fromkeys((b"nv_bfloat162", b"__nv_bfloat162"), b"__hip_bfloat162"),
}
_POINTER = re.compile(
    rb"\b(?:__)?(?:half2?|nv_bfloat16(?:2)?)\s*+\*[\s*]*+"
    rb"(?:(?:const|__restrict__|__restrict)\s++)*+(?P<name>[A-Za-z_]\w*+)"
)
_ASSIGNED = re.compile(
    rb"\b(?P<name>[A-Za-z_]\w*+)(?P<index>\s*+\[[^\[\];{}]*+\])?+\s*+=\s*+(?=\{)"
)
_BEGINS = b";{})"

rule = Rule("LNG89", "half-lists", names=_TYPES, handles=())

EXAMPLES = (
    Example(
        """
        __device__ float row(const half2 *v, half2 one) {
          half2 sum;
          half2 part[2];
          sum = {};
          part[1] = {one.x, one.y};
          if (v) sum = { };
          return __low2float(__hadd2(sum, part[1]));
        }
        """,
        """
        __device__ float row(const half2 *v, half2 one) {
          half2 sum;
          half2 part[2];
          sum = half2{};
          part[1] = half2{one.x, one.y};
          if (v) sum = half2{ };
          return __low2float(__hadd2(sum, part[1]));
        }
        """,
    ),
    Example(
        "__device__ void f() { __nv_bfloat162 sum; sum = {}; }\n",
        "__device__ void f() { __nv_bfloat162 sum; sum = __hip_bfloat162{}; }\n",
        title="bfloat16",
    ),
    Example(
        """
        __device__ void f(half2 *p, float4 v) {
          half2 sum = {};
          p = {};
          v = {};
        }
        """,
        title="a declaration, a pointer, another type",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield the type in front of each such list."""
    pointers: set[bytes] | None = None
    for found in _ASSIGNED.finditer(file.code):
        before = file.previous(found.start())
        if before < 0 or file.code[before] not in _BEGINS:
            continue
        name = found["name"]
        kind = _TYPES.get(declared_type(file, name) or b"")
        if kind is None:
            continue
        if pointers is None:
            pointers = {one["name"] for one in _POINTER.finditer(file.code)}
        if found["index"] or name not in pointers:
            yield rule.insert(found.end(), kind)
