"""Find conditions that ask for the wavefront with macros that only device code has.

## What it does
Reports `__GFX9__`, `__AMDGCN_WAVEFRONT_SIZE` and lists of `__gfx…__` macros in preprocessor
conditions.

## Why
clang defines them while it compiles for the device. The host pass of the same file does not have
them: a constant or a struct that depends on one differs between the two, and launches no longer
fit kernels. ROCm 7 takes `__AMDGCN_WAVEFRONT_SIZE` away.

## What it leaves alone
Conditions that ask for the device pass, too (`__HIP_DEVICE_COMPILE__`).

## References
HIP 7 changes, `warpSize`; bitsandbytes#2059.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

_MACROS = (
    b"__GFX9__ __GFX10__ __GFX11__ __GFX12__ __AMDGCN_WAVEFRONT_SIZE __AMDGCN_WAVEFRONT_SIZE__ "
    b"__gfx900__ __gfx906__ __gfx908__ __gfx90a__ __gfx940__ __gfx941__ __gfx942__ __gfx950__ "
    b"__gfx1030__ __gfx1100__ __gfx1101__ __gfx1102__ __gfx1200__ __gfx1201__"
).split()
_MACRO = re.compile(rb"\b(?:%b)\b" % b"|".join(_MACROS))
_CONDITIONS = (b"if", b"elif", b"ifdef", b"ifndef")

rule = Rule(
    "WRP10",
    "wavefront-conditions",
    fix=Fix.NONE,
    names=_MACROS,
    shadowable=(b"__AMDGCN_WAVEFRONT_SIZE",),
)

EXAMPLES = (
    Example(
        """
        #ifdef __GFX9__
        #define WARP_SIZE 64
        #else
        #define WARP_SIZE 32
        #endif
        """,
        findings=("warning",),
        title="the host takes the second branch on every device",
    ),
    Example(
        """
        #if defined(__HIP_DEVICE_COMPILE__) && defined(__GFX9__)
        #endif
        """,
        title="for device code only, and says so",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each condition."""
    for directive in file.directives:
        if directive.keyword not in _CONDITIONS:
            continue
        condition = file.code[directive.body_start : directive.end]
        match = _MACRO.search(file.code, directive.body_start, directive.end)
        if match is not None and b"__HIP_DEVICE_COMPILE__" not in condition:
            yield rule.warning(
                match,
                f"{match.group().decode()} is not defined while the host's code is compiled",
                hint="keep what depends on it inside device functions, and ask the device on the "
                "host",
            )
