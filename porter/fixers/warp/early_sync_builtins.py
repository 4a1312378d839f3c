"""Switch on HIP's warp functions with a mask in front of all inclusions, where a project does.

## What it does
In a `.cu` file that includes a header of the project which defines `HIP_ENABLE_WARP_SYNC_BUILTINS`,
defines it in front of the first inclusion, as the header does.

## Why
HIP 6.2 to 6.4 look at the macro when `hip/hip_runtime.h` is read for the first time. A port
includes it in front of the project's own headers, as nvcc does with `cuda_runtime.h` (LNG01). Later
headers of HIP believe the macro: `hip_bf16.h` calls `__shfl_down_sync`, which was not declared.

## What it leaves alone
Ports for ROCm 7 or newer; files that know the macro; headers.

## References
HIP 6.4 `amd_warp_sync_functions.h`, `amd_hip_bf16.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.project.compiled_together import headers_of
from porter.source import SourceFile
from porter.source.cpp.placement import include_offset
from porter.source.text.edits import RuleOutput

_MACRO = b"HIP_ENABLE_WARP_SYNC_BUILTINS"
_DEFINITION = re.compile(rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++%b\b[ \t]*+(?P<value>\w*+)" % _MACRO)

rule = Rule("WRP37", "early-sync-builtins", handles=(), when=When(rocm_before=(7, 0)))

EXAMPLES = (
    Example(
        """
        #define HIP_ENABLE_WARP_SYNC_BUILTINS
        #include "vendors.h"
        """,
        title="the file switches them on itself",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the definition that a header of the project comes with too late."""
    if not file.path.endswith(".cu") or _MACRO in file.names:
        return
    for data in headers_of(file).values():
        if (found := _DEFINITION.search(data)) is not None:
            definition = (b"#define %b %b" % (_MACRO, found["value"])).rstrip()
            lines = (b"#ifndef %b" % _MACRO, definition, b"#endif", b"")
            yield rule.insert(include_offset(file), file.newline.join(lines))
            return
