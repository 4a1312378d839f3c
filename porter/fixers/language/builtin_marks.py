"""Take away the words by which CUDA's headers mark what is built in.

## What it does
Deletes `__device_builtin__` and `__cudart_builtin__` in declarations:
`extern __device__ __device_builtin__ void __syncthreads(void);` keeps its other words.

## Why
CUDA's `host_defines.h` defines the words, for its own headers, and projects repeat its declarations
for editors that know none of them. HIP has no such word: `unknown type name '__device_builtin__'`.
The declaration itself may stand beside HIP's.

## What it leaves alone
Words that the project defines itself, and those in directives.

## References
CUDA's `crt/host_defines.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile

_BLANKS = re.compile(rb"[ \t]*+")

rule = Rule("LNG90", "builtin-marks", names=(b"__device_builtin__", b"__cudart_builtin__"))

EXAMPLES = (
    Example(
        """
        extern __device__ __device_builtin__ void __syncthreads(void);
        struct __device_builtin__ Pair { int x, y; };
        """,
        """
        extern __device__ void __syncthreads(void);
        struct Pair { int x, y; };
        """,
    ),
    Example(
        """
        #ifndef __device_builtin__
        #define __device_builtin__
        #endif
        extern __device__ __device_builtin__ void __threadfence(void);
        """,
        title="the project defines it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each of the words."""
    own = {name for name in rule.names if _is_own(file, context, name)}
    for use in file.mentions(rule.names - own):
        if file.directive_at(use.start) is None:
            end = _BLANKS.match(file.code, use.end)
            yield rule.replace((use.start, end.end() if end else use.end), b"")


def _is_own(file: SourceFile, context: Context, name: bytes) -> bool:
    """Tell whether the project defines a macro of the name."""
    at = file.all_occurrences(name)
    return name in context.defined or any(file.is_macro_name(start) for start in at)
