"""Order the memory accesses of a warp where `__syncwarp` does.

## What it does
Renames `__syncwarp` to `porter::syncwarp` of the support header `warp.hpp`.

## Why
HIP has no `__syncwarp` before ROCm 7. The lanes of a wavefront run in step, so there is nothing
to wait for, but the compiler may still move memory accesses across the place where one lane reads
what another wrote. The support header puts a fence of wavefront scope and a wave barrier there:
both cost no instruction that waits. It is never a barrier of the block, which would hang as soon
as one warp takes another path.

## What it leaves alone
With `--warp native` for ROCm 7 or newer, HIP's own `__syncwarp`; a function of that name that the
project defines. A macro does not count: it is an empty stand-in for CUDA before 9. A `__syncwarp`
that lanes reach from both sides of a branch is found by WRP13.

## References
CUDA C++ Programming Guide, `__syncwarp`; LLVM AMDGPU usage, memory model, wavefront scope.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.options import Options
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule(
    "WRP15",
    "syncwarp",
    names=(b"__syncwarp",),
    shadowable=(b"__syncwarp",),
    unless=When(warp="native", rocm_since=(7, 0)),
)

EXAMPLES = (
    Example(
        """
        s[lane] = x;
        __syncwarp();
        x = s[31 - lane];
        """,
        """
        #include "porter_compat/warp.hpp"
        s[lane] = x;
        porter::syncwarp();
        x = s[31 - lane];
        """,
    ),
    Example(
        "__syncwarp(mask);\n",
        """
        #include "porter_compat/warp.hpp"
        porter::syncwarp(mask);
        """,
        options=Options(warp="native", rocm=(6, 4)),
        title="HIP 6.4 has none, whatever the warp",
    ),
    Example(
        """
        #if CUDART_VERSION < 9000
        #define __syncwarp()
        #endif
        __syncwarp();
        """,
        """
        #include "porter_compat/warp.hpp"
        #if CUDART_VERSION < 9000
        #define __syncwarp()
        #endif
        porter::syncwarp();
        """,
        title="an empty macro would order nothing",
    ),
    Example(
        "__syncwarp();\n",
        options=Options(warp="native", rocm=(7, 0)),
        title="HIP's own, in a native port for ROCm 7",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each `__syncwarp`."""
    for use in file.uses(rule.names):
        yield rule.replace(use, b"porter::syncwarp", support="warp.hpp")
