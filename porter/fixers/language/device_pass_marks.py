"""Give a mark that a project has for the device's pass alone to both passes.

## What it does
Where a macro is `__device__` in a branch that only the device's pass sees (`#ifdef __CUDA_ARCH__`),
unless it is defined before (`#ifndef`), defines it as `__host__ __device__` for HIP's compiler in
front of the branch.

## Why
nvcc looks at the bodies of kernels in the device's pass. Clang looks at them in the host's pass,
too, where the macro is empty, and refuses what they call: `call to __host__ function from
__global__ function`.

## What it leaves alone
Macros that are defined without such a guard, which would be defined a second time; branches of
nothing but marks, which LNG15 takes for the compiler's.

## References
clang, "HIP Support": both passes check all functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._mark_macros import only_marks
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import chains, reached
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.edits import RuleOutput

rule = Rule("LNG76", "device-pass-marks", names=(b"__CUDA_ARCH__",), handles=())

_ARCH = b"__CUDA_ARCH__"
_DEVICE_PASS: World = {_ARCH: 800}
_HOST_PASS: World = {_ARCH: Macro.UNDEFINED}
_GUARDED = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+ifndef[ \t]++(?P<name>\w++)[ \t]*+\r?\n"
    rb"[ \t]*+#[ \t]*+define[ \t]++(?P=name)[ \t]++"
    rb"(?P<marks>(?:(?:__device__|__forceinline__|__noinline__|inline|static)[ \t]*+)++)\r?\n"
    rb"[ \t]*+#[ \t]*+endif\b"
)

EXAMPLES = (
    Example(
        """
        #ifdef __CUDA_ARCH__
        #ifndef RNG_DEVICE
        #define RNG_DEVICE __device__
        #endif
        #define RNG_ASSERT(x)
        #else
        #define RNG_ASSERT(x) assert(x)
        #endif
        #ifndef RNG_DEVICE
        #define RNG_DEVICE
        #endif
        """,
        """
        #if defined(__HIPCC__) && !defined(RNG_DEVICE)
        #define RNG_DEVICE __host__ __device__
        #endif
        #ifdef __CUDA_ARCH__
        #ifndef RNG_DEVICE
        #define RNG_DEVICE __device__
        #endif
        #define RNG_ASSERT(x)
        #else
        #define RNG_ASSERT(x) assert(x)
        #endif
        #ifndef RNG_DEVICE
        #define RNG_DEVICE
        #endif
        """,
    ),
    Example(
        """
        #ifdef __CUDA_ARCH__
        #define RNG_DEVICE __device__
        #define RNG_ASSERT(x)
        #else
        #define RNG_DEVICE
        #define RNG_ASSERT(x) assert(x)
        #endif
        """,
        title="no guard",
    ),
    Example(
        """
        #ifndef __CUDA_ARCH__
        #ifndef RNG_DEVICE
        #define RNG_DEVICE __device__
        #endif
        int host;
        #endif
        """,
        title="the host's pass sees it",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the definition of each such macro, once."""
    done: set[bytes] = set()
    for chain in chains(file.directives, len(file.code)):
        first = chain.branches[0].directive
        if _ARCH not in file.code[first.start : first.end] or only_marks(file.code, chain):
            continue
        for branch, device, host in zip(
            chain.branches,
            reached(chain, file.code, _DEVICE_PASS),
            reached(chain, file.code, _HOST_PASS),
            strict=True,
        ):
            if device is not True or host is not False:
                continue
            for match in _GUARDED.finditer(file.code, branch.start, branch.end):
                name = match["name"]
                if b"!defined(%b)" % name in file.code:
                    continue  # it is done
                if name in done or b"__device__" not in match["marks"].split():
                    continue
                done.add(name)
                marks = match["marks"].strip().replace(b"__device__", b"__host__ __device__")
                lines = (
                    b"#if defined(__HIPCC__) && !defined(%b)" % name,
                    b"#define %b %b" % (name, marks),
                    b"#endif",
                    b"",
                )
                yield rule.insert(file.line_start(first.start), file.newline.join(lines))
