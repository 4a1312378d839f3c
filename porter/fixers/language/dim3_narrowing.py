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
types in braces are a warning in the port's builds, as of nvcc's (BLD44, BLD45). C, which converts.

## References
[dcl.init.list] of the C++ standard; clang, `-Wc++11-narrowing`; HIP's `dim3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.clang.semantics import Unavailable, semantics_of
from porter.fixers import Context, Example, Rule
from porter.fixers.language._coordinates import BUILT_IN
from porter.source import SourceFile
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import Edit
from porter.source.text.runs import word_start
from porter.source.text.spans import Span

_INITIALISED = re.compile(rb"\bdim3\b[ \t]*(?:[A-Za-z_]\w*[ \t]*(?:=[ \t]*)?)?\{")
#: What stands before a name whose braces hold no values: a namespace, a class, a function's body.
_NO_VALUES = re.compile(
    rb"(?:\b(?:namespace\s++(?:\w++::)*+|(?:struct|class|union|enum|public|private|protected)\s++)"
    rb"|->\s*+)\Z"
)
#: How far before a name that is looked for.
_BEFORE = 80
_NAMED = re.compile(rb"\.[ \t]*+[xyz][ \t]*+=[ \t]*+")
_NUMBER = re.compile(rb"\b(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\b")
_NAME = re.compile(rb"[A-Za-z_]\w*")
#: What stands between a type and the name it is given to, and the name.
_DECLARED = rb"[ \t]++(?:const[ \t]++)?(?:&[ \t]*+)?(\w++)[ \t]*+[=,;(){]"
_UNSIGNED = re.compile(rb"\b(?:uint32_t|unsigned(?:[ \t]+int)?|uint)" + _DECLARED)
_NOT_UNSIGNED = re.compile(
    rb"(?<!unsigned )(?<!unsigned\t)\b(?:int|long|short|char|u?int(?:8|16|64)_t|s?size_t|auto|bool"
    rb"|float|double|T)" + _DECLARED
)
_CONSTANT = re.compile(
    rb"#[ \t]*define[ \t]+(\w+)|\bconst[ \t]+(?:int|unsigned|auto)[ \t]+(\w+)[ \t]*=[ \t]*\d"
)
_CONSTEXPR = re.compile(rb"\bconstexpr\b([^;={]*+)([={]?)")
_TEMPLATE = re.compile(rb"\btemplate[ \t]*+<([^;{]*+)")
_PARAMETER = re.compile(rb"\b(?:int|unsigned|size_t|uint32_t)[ \t]+(\w+)\b")
_FITTING = ("unsigned int", "unsigned short", "unsigned char", "bool")
_THREE = re.compile(rb"\b(?:uint3|dim3)" + _DECLARED)
_CAST = re.compile(
    rb"(?:static_cast[ \t]*<[ \t]*)?\(?(?:unsigned(?:[ \t]+int)?|uint32_t|uint)[ \t]*[>)(]"
)

rule = Rule("LNG20", "dim3-narrowing", names=(b"dim3",))

EXAMPLES = (
    Example(
        "dim3 grid{(n + 255) / 256, 1, batch};\n",
        "dim3 grid{static_cast<unsigned>((n + 255) / 256), 1, static_cast<unsigned>(batch)};\n",
    ),
    Example(
        """
        const dim3 block = {blockSize, 2};
        return dim3{width};
        """,
        """
        const dim3 block = {static_cast<unsigned>(blockSize), 2};
        return dim3{static_cast<unsigned>(width)};
        """,
    ),
    Example(
        """
        constexpr int kThreads = 128;
        #define ROWS 4
        dim3 a{kThreads, ROWS * 2}; dim3 b(n, m); dim3 c{unsigned(n)}; dim3 d; void f(dim3) {}
        void g(uint32_t w, const unsigned int h, dim3 other) { dim3 e = {w / 8, h}, f{other}; }
        __global__ void k() { dim3 here{blockIdx}; }
        """,
        title="constants, parentheses, what is unsigned",
    ),
    Example(
        """
        namespace own {
        namespace dim3 {
        template <class Container> class view;
        }
        }
        namespace own::dim3 { int width(int n); }
        struct Grid : public dim3 { int blocks; };
        inline auto grid(int n) -> dim3 { return dim3(n); }
        """,
        title="a namespace, a class, the body of a function",
    ),
    Example("dim3 d = {x, y, 1};\n", path="grid.c", title="C"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield a cast around each value that may have to be narrowed."""
    if file.path.endswith(".c"):
        return
    fitting: frozenset[bytes] | None = None
    for match in _INITIALISED.finditer(file.code):
        if fitting is None:
            fitting = _constants(file.code) | _unsigned(file.code)
            fitting |= frozenset(_THREE.findall(file.code))
        open_ = match.end() - 1
        close = closing(file.code, open_)
        start = match.start()
        if close is None or _NO_VALUES.search(file.code, max(0, start - _BEFORE), start):
            continue
        for start, end in _values(file.code, open_ + 1, close):
            fits = _fits(file.code[start:end], fitting) or _is_typed(file, context, start, end)
            if not fits:
                yield from rule.wrap((start, end), b"static_cast<unsigned>(", b")")


def _values(code: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the initialisers between braces; of a second pair, which LNG69 takes, those in it."""
    for first, last in split_arguments(code, start, end):
        if code.startswith(b"{", first) and closing(code, first) == last - 1:
            inside = split_arguments(code, first + 1, last - 1)
            named = ((_NAMED.match(code, *one), one) for one in inside)
            yield from ((match.end() if match else one[0], one[1]) for match, one in named)
        else:
            yield first, last


def _fits(text: bytes, fitting: frozenset[bytes]) -> bool:
    """Tell whether an initialiser is unsigned already, or constant."""
    if (
        _CAST.match(text)
        or text.startswith((b"{", b".", b"uint3", b"make_uint3"))
        or text in BUILT_IN
    ):
        return True
    return fitting.issuperset(_NAME.findall(_NUMBER.sub(b" ", text)))


def _unsigned(code: bytes) -> frozenset[bytes]:
    """Return the names that each of their declarations makes an unsigned of 32 bits."""
    return frozenset(_UNSIGNED.findall(code)) - frozenset(_NOT_UNSIGNED.findall(code))


def _constants(code: bytes) -> frozenset[bytes]:
    """Return the names of macros, constants and parameters of templates."""
    found = {name for names in _CONSTANT.findall(code) for name in names}
    for head, value in _CONSTEXPR.findall(code):
        if value:
            declared = head.rstrip(b" \t")
            found.add(declared[word_start(declared, len(declared)) :])
    for written in _TEMPLATE.findall(code):
        head = written.rpartition(b">")[0]
        found.update(_PARAMETER.findall(head))
    return frozenset(found - {b""})


def _is_typed(file: SourceFile, context: Context, start: int, end: int) -> bool:
    """Tell whether a compiler knows that the value is unsigned and no wider than its place."""
    known = semantics_of(file, context.options)
    if isinstance(known, Unavailable):
        return False
    return (known.type_of(start, end) or "").removeprefix("const ") in _FITTING
