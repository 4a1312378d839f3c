"""Declare what a C source calls of the runtime without a declaration.

## What it does
Includes `hip/hip_runtime_api.h` at the top of a C source (`.c`) that calls functions of CUDA's
runtime while neither it nor a header that it includes brings a header of CUDA's, and says so. The
inclusion stands under `__has_include`: where the compiler is not given HIP's folder, the source
stays what it was.

## Why
C before 1999 let a function be called without a declaration, and gcc before release 14 still does
with a warning. nvcc hands `.c` files to it; hipcc compiles them with clang, which refuses.

## What it leaves alone
Sources that include a header which is not in the project, and functions that the project defines.

## References
C99, 6.5.2.2 and its rationale; release notes of clang 16, "-Wimplicit-function-declaration".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._counted_on import BRINGS, is_seen_whole
from porter.project.compiled_together import headers_of
from porter.source import SourceFile, Use
from porter.source.cpp.placement import top_offset
from porter.source.text.edits import RuleOutput

rule = Rule("LNG57", "undeclared-calls")

_CALL = re.compile(rb"(?<![\w.>])(cuda[A-Z]\w*+)[ \t]*+\(")
_DECLARATIONS = (
    b"#ifdef __has_include",
    b"#if __has_include(<hip/hip_runtime_api.h>)",
    b"#ifndef __HIP_PLATFORM_AMD__",
    b"#define __HIP_PLATFORM_AMD__",
    b"#endif",
    b"#include <hip/hip_runtime_api.h>",
    b"#endif",
    b"#endif",
    b"",
)

EXAMPLES = (
    Example(
        """
        #include <stdio.h>
        int main(void) { cudaSetDevice(0); return 0; }
        """,
        """
        #ifdef __has_include
        #if __has_include(<hip/hip_runtime_api.h>)
        #ifndef __HIP_PLATFORM_AMD__
        #define __HIP_PLATFORM_AMD__
        #endif
        #include <hip/hip_runtime_api.h>
        #endif
        #endif
        #include <stdio.h>
        int main(void) { cudaSetDevice(0); return 0; }
        """,
        path="main.c",
        findings=("note",),
    ),
    Example(
        """
        #include <cuda_runtime.h>
        int main(void) { return cudaSetDevice(0); }
        """,
        path="main.c",
        title="it is declared",
    ),
    Example(
        """
        #include "elsewhere/gpu.h"
        int main(void) { return cudaSetDevice(0); }
        """,
        path="main.c",
        title="a header that is not here may declare it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the inclusion, and say where the first such call stands."""
    if not file.path.endswith(".c"):
        return
    call = next((one for one in _CALL.finditer(file.code) if _is_cudas(one[1], context)), None)
    if call is None or not is_seen_whole(file):
        return
    if any(BRINGS.search(data) for data in (file.data, *headers_of(file).values())):
        return
    yield rule.insert(top_offset(file), file.newline.join(_DECLARATIONS))
    yield rule.note(
        Use.at(call.start(1), call[1]),
        f"nothing declares {call[1].decode()} here: hip/hip_runtime_api.h is included, since "
        "clang compiles no call without a declaration",
    )


def _is_cudas(name: bytes, context: Context) -> bool:
    row = context.tables.names.get(name)
    return row is not None and row.library == "runtime" and name not in context.defined
