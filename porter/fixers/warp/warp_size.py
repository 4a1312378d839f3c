"""Give `warpSize` CUDA's value.

## What it does
With `--warp 32`, the default, it replaces CUDA's built-in variable `warpSize` by
`porter::warp_size`, a constant 32 on host and device.

## Why
HIP's `warpSize` is the size of the hardware's wavefront, 64 on gfx9. The port's warps have 32
lanes everywhere (see WRP20), and lane and warp numbers, loops over distances and shared arrays that
are computed from `warpSize` have to agree with them. The constant also works where ROCm 7's
`warpSize` no longer does: in array bounds and template arguments.

## What it leaves alone
Members such as `prop.warpSize`, which ask the device (WRP08), and variables, constants and macros
of the project with that name. Where a template has a parameter of that name, the file is left
alone with a warning.

## References
HIP 7 changes, `warpSize`; CUDA C++ Programming Guide, built-in variables.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.options import Options
from porter.source import SourceFile
from porter.source.cpp.uses import is_declared
from porter.source.text.edits import RuleOutput

rule = Rule(
    "WRP21", "warp-size", names=(b"warpSize",), shadowable=(b"warpSize",), when=When(warp="32")
)

EXAMPLES = (
    Example(
        "const int lane = threadIdx.x % warpSize;\n",
        """
        #include "porter_compat/warp.hpp"
        const int lane = threadIdx.x % porter::warp_size;
        """,
    ),
    Example(
        """
        int size = prop.warpSize;
        int other = info->warpSize;
        """,
        title="members are left alone",
    ),
    Example(
        """
        #define warpSize 32
        int lane = threadIdx.x % warpSize;
        """,
        title="a macro of the project is left alone",
    ),
    Example(
        """
        template <int warpSize>
        __device__ int lane() { return threadIdx.x % warpSize; }
        """,
        findings=("warning",),
        title="a parameter of that name may be meant",
    ),
    Example("int lane = threadIdx.x % warpSize;\n", options=Options(warp="native")),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each use of the built-in variable."""
    found = file.uses(rule.names)
    declared = [
        use
        for use in file.occurrences_of(rule.names)
        if not file.is_member(use.start) and is_declared(file.code, use.start)
    ]
    if not found:
        return
    if declared:
        yield rule.warning(
            declared[0],
            f"a warpSize is declared here; {len(found)} uses in the file are left alone",
            hint="where CUDA's built-in variable is meant, write porter::warp_size",
        )
        return
    for use in found:
        yield rule.replace(use, b"porter::warp_size", support="warp.hpp")
