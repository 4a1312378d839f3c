"""Give a mark that a project has for the device's pass alone to both passes.

## What it does
Where a macro is `__device__` in a branch that only the device's pass sees (`#ifdef __CUDA_ARCH__`),
unless it is defined before (`#ifndef`), defines it as `__host__ __device__` for HIP's compiler in
front of the branch. Where branches hold nothing but marks, or macros for them, `__device__` becomes
`__host__ __device__` in that of the device's pass.

## Why
nvcc looks at the bodies of kernels in the device's pass. Clang looks at them in the host's pass,
too, where the macro is empty, and refuses what they call: `call to __host__ function from
__global__ function`. Of branches of nothing but marks both passes take the device's (LNG15): what
is marked `__device__` there would be lost for the host.

## What it leaves alone
Macros that are defined without such a guard, beside others than marks: they would be defined a
second time.

## References
clang, "HIP Support": both passes check all functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._mark_macros import bare_marks, only_marks
from porter.fixers.language._passes import ARCH, seen
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import Branch, chains
from porter.source.text.edits import RuleOutput

rule = Rule("LNG76", "device-pass-marks", names=(ARCH,), handles=())

_GUARDED = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+ifndef[ \t]++(?P<name>\w++)[ \t]*+\r?\n"
    rb"[ \t]*+#[ \t]*+define[ \t]++(?P=name)[ \t]++"
    rb"(?P<marks>(?:(?:__device__|__forceinline__|__noinline__|inline|static)[ \t]*+)++)\r?\n"
    rb"[ \t]*+#[ \t]*+endif\b"
)
_MARKS = re.compile(
    rb"(?m)^[ \t]*+#[ \t]*+define[ \t]++(?P<name>\w++)(?P<marks>(?:[ \t]++\w++)*+)[ \t]*+\r?$"
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
        #if defined(__CUDACC__) && defined(__CUDA_ARCH__)
        #define ANYWHERE __device__ // the device's
        #else
        #define ANYWHERE
        #endif
        """,
        """
        #if defined(__CUDACC__) && defined(__CUDA_ARCH__)
        #define ANYWHERE __host__ __device__ // the device's
        #else
        #define ANYWHERE
        #endif
        """,
        title="nothing but marks",
    ),
    Example(
        """
        struct Wide {
        #ifdef __CUDA_ARCH__
          __device__
        #endif
          Wide(long low);
        #ifdef __CUDA_ARCH__
          __device__
        #endif
          static const long most = 4;
        };
        """,
        """
        struct Wide {
        #ifdef __CUDA_ARCH__
          __host__ __device__
        #endif
          Wide(long low);
        #ifdef __CUDA_ARCH__
          __device__
        #endif
          static const long most = 4;
        };
        """,
        title="the mark of a function, and of a variable",
    ),
    Example(
        """
        #ifdef __CUDA_ARCH__
        #define KERNELS __device__
        #define ANYWHERE __host__ __device__
        #else
        #define ANYWHERE
        #endif
        """,
        title="marks that the host has none of, or that it has already",
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
        if ARCH not in file.code[first.start : first.end]:
            continue
        passes = seen(file, chain)
        of_device = [branch for branch, one, other in passes if one is True and other is False]
        if only_marks(file.code, chain):
            of_host = [branch for branch, one, other in passes if one is False and other is True]
            yield from _for_both(file, of_device, of_host)
            continue
        for branch in of_device:
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


def _for_both(
    file: SourceFile, of_device: Iterable[Branch], of_host: Iterable[Branch]
) -> Iterator[RuleOutput]:
    """Yield the host's mark for what the device's pass alone marks, and the host's has, too."""
    for_host = {
        match["name"]
        for branch in of_host
        for match in _MARKS.finditer(file.code, branch.start, branch.end)
        if b"__device__" not in match["marks"]
    }
    is_bare_for_host = not any(
        b"__device__" in bare_marks(file.code, branch.start, branch.end) for branch in of_host
    )
    for branch in of_device:
        bare = bare_marks(file.code, branch.start, branch.end)
        if is_bare_for_host and b"__device__" in bare and b"__host__" not in bare:
            yield rule.insert(file.code.index(b"__device__", branch.start), b"__host__ ")
        for match in _MARKS.finditer(file.code, branch.start, branch.end):
            marks = match["marks"]
            if match["name"] in for_host and b"__device__" in marks and b"__host__" not in marks:
                yield rule.insert(match.start("marks") + marks.index(b"__device__"), b"__host__ ")
