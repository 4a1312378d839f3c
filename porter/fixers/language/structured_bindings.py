"""Let structured bindings take HIP's vectors apart.

## What it does
Includes a support header where `auto [x, y, z] = …;` stands in a file that names a vector of as
many numbers (`int3`), so that HIP's vectors are taken apart as tuples are: each name is the number
itself.

## Why
CUDA's vectors are plain structures. HIP's keep their numbers in an anonymous union, which C++ does
not take apart: `cannot decompose class type 'int3': both it and its base class have non-static data
members`.

## What it leaves alone
Files that name no such vector; loops over a range, and what the standard library returns, which
hold tuples and pairs.

## References
C++17, [dcl.struct.bind]; `amd_hip_vector_types.h`; CUDA C++ Programming Guide, "Built-in Vector
Types".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG75", "structured-bindings", handles=())

_BINDING = re.compile(
    rb"\bauto\s*+&{0,2}+\s*+\[(?P<names>[\w\s,]++)\]\s*+(?:=|\(|\{)(?!\s*+std\s*+::)"
)
_VECTOR = re.compile(
    rb"\b(?:make_)?+(?:u?(?:char|short|int|long|longlong)|float|double)(?P<count>[2-4])\b"
)

EXAMPLES = (
    Example(
        """
        __device__ int3 place(int i) { return make_int3(i % 8, i / 8 % 8, i / 64); }
        __global__ void k(int *p) {
          const auto [x, y, z] = place(threadIdx.x);
          p[x] = y + z;
        }
        """,
        """
        #include "porter_compat/structured_bindings.hpp"
        __device__ int3 place(int i) { return make_int3(i % 8, i / 8 % 8, i / 64); }
        __global__ void k(int *p) {
          const auto [x, y, z] = place(threadIdx.x);
          p[x] = y + z;
        }
        """,
    ),
    Example(
        """
        float3 point();
        void host(const Table &table) {
          auto [where, is_new] = table.find(3);
          for (auto [name, a, b] : table) use(name, a, b);
          auto [a, b, c] = std::tuple(1, 2, 3);
        }
        """,
        title="no vector of as many numbers, a loop, and a tuple",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the header, once a file."""
    if b"auto" not in file.code:
        return
    counts = {int(match["count"]) for match in _VECTOR.finditer(file.code)}
    for match in _BINDING.finditer(file.code):
        if match["names"].count(b",") + 1 in counts:
            yield rule.support("structured_bindings.hpp")
            return
