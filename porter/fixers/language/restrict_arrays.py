"""Write a `__restrict__` array of parameters as the pointer that it is.

## What it does
Writes a parameter `float __restrict__ a[]` as `float *__restrict__ a`, a table
`float __restrict__ a[][4]` as `float (*__restrict__ a)[4]`. Pointers whose qualifier stands in
front of their star (`float __restrict__ *a`, `float __restrict__ (*a)[4]`) get it behind, where
their type is one of numbers; a number, or a variable that is an array of them
(`uint32_t __restrict__ n = 0;`), loses it.

## Why
A parameter that is written as an array is a pointer, and nvcc before CUDA 13 takes the qualifier as
that pointer's. clang reads it as the element's, which is none, and refuses it: `restrict requires a
pointer or reference`.

## What it leaves alone
Arrays of pointers (`float *__restrict__ a[]`), where the qualifier is the element's in clang, too;
variables that are no parameters; pointers to a type that may be a pointer's name.

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
#: A pointer with its qualifier in front of the star, and types that are no pointers.
_POINTER = re.compile(rb"\s*+(?P<table>\(\s*+)?+\*\s*+(?P<name>\w++)(?=\s*+(?P<end>[,)=;]))")
_PLAIN = re.compile(rb"\s*+(?=\w++\s*+(?:[=;,)]|(?P<variable>(?:\[[^\[\]{}();]*+\]\s*+)++[=;])))")
_NUMBER = re.compile(
    rb"unsigned|signed|char|short|int|long|float|double|bool|u(?:char|short|int|long)"
    rb"|(?:__)?half2?|(?:u_?)?int(?:8|16|32|64)_t|size_t"
    rb"|(?:u?char|u?short|u?int|u?long|float|double)[1-4]"
)
_QUALIFIERS = (b"const", b"volatile")
#: How long a type is at most of which its last word is looked at.
_LONGEST = 100

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
    Example(
        """
        __device__ void f(float __restrict__ a[][8], half __restrict__ (*b)[N + 1], int n);
        __device__ void g(const uint32_t __restrict__   *a, Pointer __restrict__ *b);
        """,
        """
        __device__ void f(float (*__restrict__ a)[8], half (*__restrict__ b)[N + 1], int n);
        __device__ void g(const uint32_t *__restrict__ a, Pointer __restrict__ *b);
        """,
        title="tables, and a star behind",
    ),
    Example(
        """
        void f() {
          const uint32_t __restrict__ n = 1;
          float __restrict__ a[2][4];
          Pointer __restrict__ p = 0;
          Pointer __restrict__ q[4], r[4];
        }
        """,
        """
        void f() {
          const uint32_t n = 1;
          float a[2][4];
          Pointer __restrict__ p = 0;
          Pointer __restrict__ q[4], r[4];
        }
        """,
        title="variables",
    ),
)


@rule.check
def check(file: SourceFile, _: Context) -> Iterator[RuleOutput]:
    """Yield the edits of each parameter."""
    for edits in pointers(file):
        yield from edits


def pointers(file: SourceFile) -> Iterator[tuple[Edit, ...]]:
    """Yield the edits that make a pointer of each such parameter of a file."""
    for start, _end, parameter in _arrays(file):
        is_table = parameter[1].count(b"[") > 1
        edits = (
            rule.insert(start, b"(*" if is_table else b"*"),
            rule.replace(_length(file, parameter), b")" if is_table else b""),
        )
        yield tuple(rule.together(*edits))
    for start, end, name in file.occurrences_of(rule.names):
        pointer = _POINTER.match(file.code, end)
        plain = _PLAIN.match(file.code, end)
        if (pointer is None and plain is None) or not _is_of_numbers(file, start):
            continue
        if plain is not None:
            yield (rule.replace((start, plain.end()), b""),)
        elif pointer is not None:
            is_table = pointer["table"] is not None
            if is_table is _has_lengths(file, pointer.end("end")):
                star = b"(*" if is_table else b"*"
                yield (rule.replace((start, pointer.start("name")), star + name + b" "),)


def _is_of_numbers(file: SourceFile, start: int) -> bool:
    """Tell whether the word in front of an offset, but for `const`, is a type of numbers."""
    words = file.code[max(0, start - _LONGEST) : start].split()
    while words and words[-1] in _QUALIFIERS:
        words.pop()
    last = words[-1] if words else b""
    return _NUMBER.fullmatch(last[word_start(last, len(last)) :]) is not None


def _has_lengths(file: SourceFile, offset: int) -> bool:
    """Tell whether the parenthesis that ends before an offset has the lengths of a table behind."""
    is_closed = file.code.startswith(b")", offset - 1)
    return is_closed and file.code.startswith(b"[", file.next(offset))


def _arrays(file: SourceFile) -> Iterator[tuple[int, int, re.Match[bytes]]]:
    """Yield where the qualifier of a parameter that is an array stands, and what is behind it."""
    for start, end, _name in file.occurrences_of(rule.names):
        parameter = _PARAMETER.match(file.code, end)
        if parameter is not None and _is_elements(file, start) and _is_parameter(file, start):
            yield start, end, parameter


def _is_parameter(file: SourceFile, start: int) -> bool:
    """Tell whether parentheses are open at an offset."""
    before = file.code[file.statement_start(start) : start]
    return before.count(b"(") > before.count(b")")


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
    """Return where the first length is, with the blanks in front of it."""
    start = parameter.start(1)
    while file.code[start - 1 : start] in (b" ", b"\t"):
        start -= 1
    return start, file.code.index(b"]", parameter.start(1)) + 1
