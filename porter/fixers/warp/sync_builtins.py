"""Switch on HIP's warp functions with a mask where they are off.

## What it does
With `--warp native` for a ROCm before 7.0 it defines `HIP_ENABLE_WARP_SYNC_BUILTINS` in front of
the first inclusion of files that use `__shfl_sync` and its like. Reduce functions, which HIP has
from ROCm 7.0 on, are reported.

## Why
HIP 6.2 to 6.4 declare these functions only when the macro is defined before
`hip/hip_runtime.h` is read for the first time. For a header a note says so: the files that
include it need the macro, best on the compiler's command line.

## What it leaves alone
Ports for ROCm 7 or newer, files that know the macro, and everything with `--warp 32`.

## References
HIP 6.4 `amd_warp_sync_functions.h`.
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.fixers.warp._idioms import MASKED
from porter.options import Options
from porter.source import SourceFile, Use
from porter.source.cpp.placement import include_offset
from porter.source.text.edits import RuleOutput

_MACRO = b"HIP_ENABLE_WARP_SYNC_BUILTINS"
_HEADERS = (".h", ".hh", ".hpp", ".cuh", ".inl")
_NATIVE = Options(warp="native")

rule = Rule(
    "WRP24",
    "sync-builtins",
    names=(*MASKED, b"__activemask"),
    shadowable=(*MASKED, b"__activemask"),
    when=When(warp="native", rocm_before=(7, 0)),
)

EXAMPLES = (
    Example(
        """
        #include <cuda_runtime.h>
        x = __shfl_sync(m, x, 0);
        """,
        """
        #ifndef HIP_ENABLE_WARP_SYNC_BUILTINS
        #define HIP_ENABLE_WARP_SYNC_BUILTINS 1
        #endif
        #include <cuda_runtime.h>
        x = __shfl_sync(m, x, 0);
        """,
        options=_NATIVE,
    ),
    Example(
        "x = __shfl_sync(m, x, 0);\n",
        path="reduce.cuh",
        findings=("note",),
        options=_NATIVE,
        title="a header",
    ),
    Example(
        """
        #define HIP_ENABLE_WARP_SYNC_BUILTINS
        x = __reduce_add_sync(m, x);
        """,
        options=_NATIVE,
        findings=("error",),
    ),
    Example("x = __shfl_sync(m, x, 0);\n", options=Options(warp="native", rocm=(7, 0))),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Define the macro, and report the reduce functions."""
    found = file.uses(rule.names)
    if found and _MACRO not in file.names:
        yield _switch(file, found[0])
    for use in found:
        if use.name.startswith(b"__reduce_"):
            yield rule.error(
                use,
                f"HIP has {use.name.decode()} from ROCm 7.0 on",
                hint="--warp 32 supplies it",
            )


def _switch(file: SourceFile, use: Use) -> RuleOutput:
    if file.path.endswith(_HEADERS):
        return rule.note(
            use,
            f"{use.name.decode()} needs HIP_ENABLE_WARP_SYNC_BUILTINS in all files that include "
            "this",
            hint="compile with -DHIP_ENABLE_WARP_SYNC_BUILTINS",
        )
    lines = (b"#ifndef %b" % _MACRO, b"#define %b 1" % _MACRO, b"#endif", b"")
    return rule.insert(include_offset(file), file.newline.join(lines))
