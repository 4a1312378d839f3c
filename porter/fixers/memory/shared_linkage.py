"""Name dynamic shared memory apart in kernels of C's linkage and in those of C++'s.

## What it does
Where a file declares `extern __shared__ float x[]` both in functions that are `extern "C"` and in
others, it is `x_in_c` in the former.

## Why
Such a declaration is of a variable outside of the function, and takes the linkage of what stands
around it. nvcc gives each kernel its own; clang takes both for one variable and refuses the second
("declaration of 'x' has a different language linkage"). All dynamic shared memory begins at one
place, whatever its name.

## What it leaves alone
Names that one linkage alone has; a function with the name in a directive, or a file that has the
new name already: the compiler tells.

## References
C++ standard, [dcl.link]; CUDA C++ Programming Guide, "__shared__".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import DeviceFunction, function_around
from porter.source.text.brackets import closing
from porter.source.text.edits import RuleOutput

rule = Rule("MEM07", "shared-linkage", names=(b"__shared__",))

#: A declaration of shared memory whose size the launch gives, up to its name.
_DYNAMIC = re.compile(rb"\bextern\b[^;{}=]{1,200}?\b(\w{1,80})[ \t]*\[[ \t]*\][ \t]*;")
_OF_C = re.compile(rb'extern[ \t\r\n]*"C"[ \t\r\n]*(\{)?')
_SUFFIX = b"_in_c"

EXAMPLES = (
    Example(
        """
        __global__ void k(float *out) {
            extern __shared__ float x[];
            out[0] = x[1];
        }
        extern "C" {
        __global__ void c(float *out) {
            extern __shared__ float x[];
            out[0] = x[1] + out->x;
        }
        }
        """,
        """
        __global__ void k(float *out) {
            extern __shared__ float x[];
            out[0] = x[1];
        }
        extern "C" {
        __global__ void c(float *out) {
            extern __shared__ float x_in_c[];
            out[0] = x_in_c[1] + out->x;
        }
        }
        """,
        title="a block of C's linkage",
    ),
    Example(
        """
        __global__ void k() { extern __shared__ float x[]; x[0] = 1; }
        extern "C" __global__ void c() { extern __shared__ float x[]; x[0] = 1; }
        """,
        """
        __global__ void k() { extern __shared__ float x[]; x[0] = 1; }
        extern "C" __global__ void c() { extern __shared__ float x_in_c[]; x_in_c[0] = 1; }
        """,
        title="one kernel",
    ),
    Example(
        """
        __global__ void k() { extern __shared__ float x[]; x[0] = 1; }
        extern "C" __global__ void c() { extern __shared__ float y[]; y[0] = 1; }
        """,
        title="two names",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the new name at each of its places in functions of C's linkage."""
    if b'"C"' not in file.data:
        return
    declared: dict[bytes, dict[bool, dict[DeviceFunction, None]]] = {}
    linkage = _Linkage(file)
    for match in _DYNAMIC.finditer(file.code):
        function = function_around(file, match.start())
        if function is not None and b"__shared__" in match.group():
            sides = declared.setdefault(match[1], {})
            sides.setdefault(linkage.is_c(function), {})[function] = None
    for name, sides in declared.items():
        if len(sides) == 2 and not re.search(rb"\b%b\b" % (name + _SUFFIX), file.data):
            yield from _renamed(file, sides[True], name)


class _Linkage:
    """Where a file says `extern "C"`.

    Args:
        file: the file.
    """

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._single: list[int] = []
        self._blocks: list[int] = []  # where the outermost begin and end, in turn
        for match in _OF_C.finditer(file.data):
            if not file.code.startswith(b"extern", match.start()):
                continue
            if not match[1]:
                self._single.append(match.start())
            elif not self._blocks or match.start() > self._blocks[-1]:
                end = closing(file.code, match.start(1)) or match.end()
                self._blocks += (match.start(), end)

    def is_c(self, function: DeviceFunction) -> bool:
        """Tell whether a function is of C's linkage."""
        if bisect_right(self._blocks, function.start) % 2:
            return True
        at = bisect_left(self._single, self._file.statement_start(function.start))
        return at < len(self._single) and self._single[at] < function.body_start


def _renamed(
    file: SourceFile, functions: Container[DeviceFunction], name: bytes
) -> Iterator[RuleOutput]:
    """Yield the new name at each place of functions; nothing where a lambda or a macro has it."""
    places = []
    for at in file.all_occurrences(name):
        function = function_around(file, at)
        if function is None or file.is_member(at) or file.qualifier(at) is not None:
            continue
        if not function.name or file.directive_at(at) is not None:
            return
        if function in functions:
            places.append(at)
    for at in places:
        yield rule.replace((at, at + len(name)), name + _SUFFIX)
