"""Write a `__restrict__` array of parameters as the pointer that it is.

## What it does
Writes a parameter `float __restrict__ a[]` as `float *__restrict__ a`.

## Why
A parameter that is written as an array is a pointer, and nvcc takes the qualifier as that
pointer's. clang reads it as the element's, which is none, and refuses it.

## What it leaves alone
Arrays of pointers (`float *__restrict__ a[]`), where the qualifier is the element's in clang, too;
arrays of more dimensions, which are reported; variables that are no parameters.

## References
[dcl.fct] of the C++ standard, on what becomes of a parameter of array type; GCC, "Restricting
Pointer Aliasing".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import Edit, SourceFile
from porter.source.text.edits import RuleOutput
from porter.source.text.runs import word_start

_PARAMETER = re.compile(rb"\s*+\w++\s*+((?:\[[^\[\]{}();]*+\]\s*+)++)(?=[,)])")
_QUALIFIERS = (b"const", b"volatile")

rule = Rule("LNG71", "restrict-arrays", names=(b"__restrict__", b"__restrict"))

EXAMPLES = (
    Example(
        """
        __global__ void add(uint32_t __restrict__ c[], const uint32_t __restrict__ a[64], int n);
        void f(float const __restrict b []);
        """,
        """
        __global__ void add(uint32_t *__restrict__ c, const uint32_t *__restrict__ a, int n);
        void f(float const *__restrict b);
        """,
    ),
    Example(
        """
        void f(float *__restrict__ a[], float *const __restrict__ b[], Pointer __restrict__ c);
        """,
        title="pointers",
    ),
    Example("void f(float __restrict__ a[][8]);\n", findings=("error",), title="a table"),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the edits of each parameter."""
    for start, end, parameter in _arrays(file):
        if parameter[1].count(b"[") > 1:
            yield rule.error(
                (start, end),
                "a table that no other pointer reaches: clang wants `(*__restrict__ a)[…]`",
            )
        else:
            yield from _pointer(file, start, parameter)


def pointers(file: SourceFile) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits that make a pointer of each such parameter of a file."""
    for start, _end, parameter in _arrays(file):
        if parameter[1].count(b"[") == 1:
            yield _pointer(file, start, parameter)


def _pointer(file: SourceFile, start: int, parameter: re.Match[bytes]) -> tuple[Edit, ...]:
    edits = rule.insert(start, b"*"), rule.replace(_length(file, parameter), b"")
    return tuple(rule.together(*edits))


def _arrays(file: SourceFile) -> Iterator[tuple[int, int, re.Match[bytes]]]:
    """Yield where the qualifier of a parameter that is an array stands, and what is behind it."""
    for start, end, _name in file.occurrences_of(rule.names):
        parameter = _PARAMETER.match(file.code, end)
        if parameter is not None and _is_elements(file, start):
            yield start, end, parameter


def _is_elements(file: SourceFile, start: int) -> bool:
    """Tell whether a qualifier stands behind the type of an element, which is no pointer."""
    last = file.previous(start)
    while last >= 0:
        first = word_start(file.code, last + 1)
        if file.code[first : last + 1] not in _QUALIFIERS:
            break
        last = file.previous(first)
    return last >= 0 and (file.code[last : last + 1] == b">" or first <= last)


def _length(file: SourceFile, parameter: re.Match[bytes]) -> tuple[int, int]:
    """Return where the length is, with the blanks in front of it."""
    start = parameter.start(1)
    while file.code[start - 1 : start] in (b" ", b"\t"):
        start -= 1
    return start, parameter.end(1)
