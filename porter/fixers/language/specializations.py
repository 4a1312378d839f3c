"""Mark explicit specializations for the sides that their template is marked for.

## What it does
An explicit specialization of a function template that is marked `__device__`, or not at all, gets
the marks of the template where that is marked for host and device, by these words or by a macro
that is called for them (`HOST_DEVICE`, `__both__`).

## Why
nvcc takes a specialization for other sides than its template. Clang finds no template for it: `no
function template matches function template specialization`, since `target attributes do not match`.
With more marks nothing else is called: clang checks the bodies of functions for both sides only
where code is made of them.

## What it leaves alone
Members of classes; templates that another file declares; specializations for fewer sides of a
template that is marked for one.

## References
CUDA C++ Programming Guide, "Function Execution Space Specifiers"; clang, "CUDA Support", on
overloads by target; [temp.expl.spec].
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.text.edits import RuleOutput

rule = Rule("LNG51", "specializations", names=(b"__device__",), handles=())

_ANGLE = re.compile(rb"[<>;{}]")
_HEAD = re.compile(rb"[^;{}()=#]*+\(")
_NAME = re.compile(rb"(?<![\w:~])([A-Za-z_]\w*+)\s*+(?:<[^<>;{}()]*+>)?+\s*+\(\Z")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_MARKS = frozenset((b"__host__", b"__device__"))
_INLINING = frozenset((b"__forceinline__", b"__noinline__", b"__inline__", b"__inline"))
#: Macros that stand for both marks.
_BOTH = re.compile(rb"(?i)host_?dev|dev(?:ice)?_?host|both|(?<![^_])hd_*+\Z")
#: How long parameters of a template may be.
_LONGEST = 2000

EXAMPLES = (
    Example(
        """
        template <typename T> inline __both__ float rounded(T t);
        template <> inline __both__ float rounded(float t) { return t; }
        template <> inline __device__ float rounded<int>(int t) { return __int2float_rz(t); }
        """,
        """
        template <typename T> inline __both__ float rounded(T t);
        template <> inline __both__ float rounded(float t) { return t; }
        template <> inline __both__ float rounded<int>(int t) { return __int2float_rz(t); }
        """,
        title="a macro",
    ),
    Example(
        """
        template <typename T> __host__ __device__ T zero() { return T(); }
        template <> __device__ float zero<float>() { return 0.f; }
        template <> int zero<int>() { return 0; }
        template <> __forceinline__ __device__ char zero<char>() { return 0; }
        """,
        """
        template <typename T> __host__ __device__ T zero() { return T(); }
        template <> __host__ __device__ float zero<float>() { return 0.f; }
        template <> __host__ __device__ int zero<int>() { return 0; }
        template <> __forceinline__ __host__ __device__ char zero<char>() { return 0; }
        """,
        title="both words",
    ),
    Example(
        """
        template <typename T> __device__ T one() { return T(1); }
        template <> __device__ float one<float>() { return 1.f; }
        template <typename T> __host__ __device__ T two() { return T(2); }
        template <> DEVICE float two<float>() { return 2.f; }
        template <> __device__ float Other::two<float>() { return 2.f; }
        template <typename T> OWN_INLINE T three() { return T(3); }
        template <> __device__ float three<float>() { return 3.f; }
        """,
        title="one side, macros that may be anything, a member",
    ),
)


class _Declared(NamedTuple):
    """A function template or a specialization of one.

    Attributes:
        start: offset behind what is in angle brackets.
        end: offset of the parenthesis.
        name: what it is called.
        is_special: the angle brackets are empty.
    """

    start: int
    end: int
    name: bytes
    is_special: bool


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the marks of templates for their specializations."""
    marks: dict[bytes, bytes] = {}
    for one in _declared(file):
        words = list(_WORD.finditer(file.code, one.start, one.end))
        if not one.is_special:
            marks.setdefault(one.name, _marks_of([word.group() for word in words]))
            continue
        wanted = marks.get(one.name)
        given = [word for word in words if word.group() in _MARKS]
        if not wanted or any(
            word.group() == b"__host__" or _may_mark(word.group()) for word in words
        ):
            continue
        if given:
            yield rule.replace(given[0].span(), wanted)
        else:
            yield rule.insert(words[0].start(), wanted + b" ")


def _marks_of(words: list[bytes]) -> bytes:
    """Return the marks for host and device among words; nothing where it is another side's."""
    if _MARKS.issubset(words):
        return b"__host__ __device__"
    macros = [word for word in words if _BOTH.search(word)]
    return macros[0] if len(macros) == 1 and _MARKS.isdisjoint(words) else b""


def _may_mark(word: bytes) -> bool:
    """Tell whether a word may be a macro that marks a function."""
    is_known = word in _MARKS or word in _INLINING
    return not is_known and (word.isupper() or word.startswith(b"__")) and len(word) > 1


def _declared(file: SourceFile) -> Iterator[_Declared]:
    code = file.code
    for start in file.occurrences(b"template"):
        opening = file.next(start + len(b"template"))
        if code[opening : opening + 1] != b"<":
            continue
        close = _closing(code, opening)
        head = _HEAD.match(code, close + 1) if close else None
        name = _NAME.search(code, close + 1, head.end()) if head else None
        if name is not None:
            is_special = not code[opening + 1 : close].strip()
            yield _Declared(file.next(close + 1), name.end() - 1, name[1], is_special)


def _closing(code: bytes, opening: int) -> int:
    """Return where an angle bracket closes; 0 where it does not soon."""
    depth = 0
    for match in _ANGLE.finditer(code, opening, opening + _LONGEST):
        if match.group() not in (b"<", b">"):
            return 0
        depth += 1 if match.group() == b"<" else -1
        if depth == 0:
            return match.start()
    return 0
