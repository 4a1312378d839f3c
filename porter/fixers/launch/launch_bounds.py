"""Convert the second launch bound.

## What it does
Renames `__launch_bounds__(threads, blocks)` to `PORTER_LAUNCH_BOUNDS(threads, blocks)` of the
support header `launch_bounds.hpp`, which asks for as many waves of a SIMD unit as `blocks` blocks
make on a compute unit, at compile time and for each architecture.

## Why
HIP takes the second number for waves of a SIMD unit (`amdgpu_waves_per_eu`), CUDA for blocks of a
multiprocessor. Taken over, `__launch_bounds__(128, 8)` asks for twice the waves that eight blocks
make on gfx942, and registers are spilt for it; `__launch_bounds__(64, 16)` asks for more waves than
there can be, and is ignored with a warning. Results are the same either way.

## What it leaves alone
One argument, and a second that is 0 or 1: any kernel that can be launched meets it.

## References
HIP porting guide, "__launch_bounds__"; clang, `amdgpu_waves_per_eu`; `amd_hip_runtime.h`; CUDA C++
Programming Guide, "Launch Bounds".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_NAME = b"__launch_bounds__"
_WITHOUT_EFFECT = (b"0", b"1", b"0u", b"1u", b"0U", b"1U")

rule = Rule("LCH01", "launch-bounds", names=(_NAME,))

EXAMPLES = (
    Example(
        "__global__ void __launch_bounds__(128, 8) scale(float* x);\n",
        """
        #include "porter_compat/launch_bounds.hpp"
        __global__ void PORTER_LAUNCH_BOUNDS(128, 8) scale(float* x);
        """,
    ),
    Example(
        """
        template <int T, int B>
        __global__ __launch_bounds__(T, B) void scale(float* x);
        """,
        """
        #include "porter_compat/launch_bounds.hpp"
        template <int T, int B>
        __global__ PORTER_LAUNCH_BOUNDS(T, B) void scale(float* x);
        """,
        title="bounds that templates choose",
    ),
    Example(
        """
        __global__ void __launch_bounds__(256) scale(float* x);
        __global__ void __launch_bounds__(kThreads, 1) shift(float* x);
        """,
        title="one bound, or one block",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit for each use with a number of blocks."""
    for call in file.calls(_NAME):
        if len(call.arguments) < 2:
            continue
        start, end = call.arguments[1]
        if len(call.arguments) == 2 and file.code[start:end] in _WITHOUT_EFFECT:
            continue
        yield rule.replace(call, b"PORTER_LAUNCH_BOUNDS", support="launch_bounds.hpp")
