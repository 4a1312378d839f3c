"""Convert what initialises a `dim3` in braces.

## What it does
Writes `static_cast<unsigned>(…)` around the values in `dim3 grid{n / 256, 1}` that may be signed or
wider, which is every value that is no constant.

## Why
Braces forbid narrowing. g++ and nvcc warn about `int` in the place of `unsigned`; clang, HIP's
compiler, refuses it: `non-constant-expression cannot be narrowed`. The value is converted either
way.

## What it leaves alone
`dim3 grid(n / 256, 1)`, which converts by itself; literals, constants, what is cast or declared
unsigned, as far as the file shows it or, where CUDA's headers are installed, libclang knows. Other
types in braces are the compiler's to report (`-Wno-c++11-narrowing` turns it off).

## References
[dcl.init.list] of the C++ standard; clang, `-Wc++11-narrowing`; HIP's `dim3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fixer
from porter.source import SourceFile
from porter.source.brackets import closing, split_arguments
from porter.source.edits import Edit
from porter.source.semantics import Unavailable, semantics_of

_INITIALISED = re.compile(rb"\bdim3\b[ \t]*(?:[A-Za-z_]\w*[ \t]*(?:=[ \t]*)?)?\{")
_NUMBER = re.compile(rb"\b(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\b")
_NAME = re.compile(rb"[A-Za-z_]\w*")
_FITTING = ("unsigned int", "unsigned short", "unsigned char", "bool")
_CAST = re.compile(
    rb"(?:static_cast[ \t]*<[ \t]*)?\(?(?:unsigned(?:[ \t]+int)?|uint32_t|uint)[ \t]*[>)(]"
)

fixer = Fixer("LNG20", "dim3-narrowing", triggers=("dim3",))

EXAMPLES = (
    Example(
        "dim3 grid{(n + 255) / 256, 1, batch};\n",
        "dim3 grid{static_cast<unsigned>((n + 255) / 256), 1, static_cast<unsigned>(batch)};\n",
    ),
    Example(
        "const dim3 block = {blockSize, 2};\nreturn dim3{width};\n",
        "const dim3 block = {static_cast<unsigned>(blockSize), 2};\n"
        "return dim3{static_cast<unsigned>(width)};\n",
    ),
    Example(
        "constexpr int kThreads = 128;\n#define ROWS 4\n"
        "dim3 a{kThreads, ROWS * 2}; dim3 b(n, m); dim3 c{unsigned(n)}; dim3 d; void f(dim3) {}\n"
        "void g(uint32_t w, const unsigned int h) { dim3 e = {w / 8, h}; }\n",
        title="constants, parentheses, what is unsigned",
    ),
)


@fixer.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield a cast around each value that may have to be narrowed."""
    for match in _INITIALISED.finditer(file.code):
        open_ = match.end() - 1
        close = closing(file.code, open_)
        if close is None:
            continue
        for start, end in split_arguments(file.code, open_ + 1, close):
            if not _fits(file, file.code[start:end]) and not _is_typed(file, context, start, end):
                yield from fixer.wrap((start, end), b"static_cast<unsigned>(", b")")


def _fits(file: SourceFile, text: bytes) -> bool:
    """Tell whether an initialiser is unsigned already, or constant."""
    if _CAST.match(text) or text.startswith((b"{", b".")):
        return True
    names = set(_NAME.findall(_NUMBER.sub(b" ", text)))
    return all(_is_constant(file, name) or _is_unsigned(file, name) for name in names)


def _is_unsigned(file: SourceFile, name: bytes) -> bool:
    """Tell whether each declaration of `name` in the file makes it an unsigned of 32 bits."""
    before = rb"[ \t]+(?:const[ \t]+)?&?[ \t]*" + re.escape(name) + rb"[ \t]*[=,;(){]"
    unsigned = rb"\b(?:uint32_t|unsigned(?:[ \t]+int)?|uint)"
    other = rb"\b(?:int|long|short|char|u?int(?:8|16|64)_t|s?size_t|auto|bool|float|double|T)"
    return (
        re.search(unsigned + before, file.code) is not None
        and re.search(rb"(?<!unsigned )(?<!unsigned\t)" + other + before, file.code) is None
    )


def _is_typed(file: SourceFile, context: Context, start: int, end: int) -> bool:
    """Tell whether a compiler knows that the value is unsigned and no wider than its place."""
    known = semantics_of(file, context.options)
    if isinstance(known, Unavailable):
        return False
    return (known.type_of(start, end) or "").removeprefix("const ") in _FITTING


def _is_constant(file: SourceFile, name: bytes) -> bool:
    word = re.escape(name)
    pattern = (
        rb"#[ \t]*define[ \t]+" + word + rb"\b|\bconstexpr\b[^;={]*\b" + word + rb"[ \t]*[={]"
        rb"|\bconst[ \t]+(?:int|unsigned|auto)[ \t]+" + word + rb"[ \t]*=[ \t]*\d"
        rb"|template[ \t]*<[^;{]*\b(?:int|unsigned|size_t|uint32_t)[ \t]+" + word + rb"\b[^;{]*>"
    )
    return re.search(pattern, file.code) is not None
