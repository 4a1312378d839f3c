"""Cast between half and bfloat16, and from 64-bit integers to bfloat16, as CUDA does.

## What it does
In device code that names both types, `static_cast<To>(value)`, `To(value)` and `(To)value` become
`porter::narrow_cast<To>(value)`, where `To` is one of two or more types that are parameters of the
template around it, or is half or bfloat16 and the file declares `value` as the other one. So do
casts to bfloat16 of what the file declares as an integer of 64 bits.

## Why
CUDA's `__half` can be made from a `__nv_bfloat16` and the other way round, and `__nv_bfloat16` from
a `long long`. HIP's classes lack these constructors and convert to many numbers instead: `ambiguous
conversion for static_cast from 'const __half' to '__hip_bfloat16'`. A template of two types meets
the pair where it is instantiated for both, which its text does not show. For all other types the
function is a `static_cast`.

## What it leaves alone
Casts of numbers and of what is a `float` by its own words; templates of one type, which meet the
pair where they are handed the other type by name only; host code.

## References
CUDA `cuda_bf16.hpp` and `cuda_fp16.hpp`, the classes' constructors; HIP 6.4 `amd_hip_bf16.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.fixers.language._type_parameters import type_parameters
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import declared_type, named_type
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput
from porter.source.text.spans import Span

_HALF = frozenset((b"half", b"__half"))
_BFLOAT16 = frozenset((b"__nv_bfloat16", b"nv_bfloat16"))
_WIDE = frozenset((b"long", b"unsigned long", b"long long", b"unsigned long long"))
_CAST = b"porter::narrow_cast"
_DEVICE = frozenset((b"__global__", b"__device__"))

rule = Rule("LNG63", "narrow-casts", names=tuple(sorted(_BFLOAT16)), handles=())

_STATIC = re.compile(rb"\bstatic_cast\s*+<\s*+(?P<to>[A-Za-z_]\w*+)\s*+>\s*+(?=\()")
_FUNCTIONAL = re.compile(rb"(?<![\w:.>~])(?P<to>[A-Za-z_]\w*+)(?=\()")
_C_STYLE = re.compile(rb"\(\s*+(?P<to>[A-Za-z_]\w*+)\s*+\)\s*+(?=[A-Za-z_(])")
#: What stands before an expression, and not before a declared name or a template's argument.
_BEFORE = re.compile(rb"(?:[-=(,+*/%?:;{}!&|\[]|\breturn)\Z")
#: What is a number by its own words: no cast of it is in want.
_NUMBER = re.compile(
    rb"\s*+(?:[-+]?+[\d.]|(?:static_cast\s*+<\s*+)?+(?:float|double|int|bool)\s*+[>(]|true\b|false\b|sizeof\b)"
)
_NAMED = re.compile(rb"\s*+\*?+\s*+([A-Za-z_]\w*+)\s*+(?:\[[^\[\]]*+\]\s*+)?+")
_WORD = re.compile(rb"[A-Za-z_]\w*+")
_MEMBER = re.compile(rb"(?:\.|->)\s*+[A-Za-z_]\w*+")

EXAMPLES = (
    Example(
        """
        #include <cuda_bf16.h>
        #include <cuda_fp16.h>
        template <typename From, typename To>
        __global__ void cast(const From *x, To *y) {
          To first = static_cast<To>(x[threadIdx.x]), second = To(1.0f);
          y[threadIdx.x] = first + second + (To)x[0];
          raw = To(x[1]).__x;
          store(y, Pair<To>(To(), x[0]), To(x[0], x[1]));
        }
        template __global__ void cast(const half *, __nv_bfloat16 *);
        """,
        """
        #include "porter_compat/narrow_casts.hpp"
        #include <cuda_bf16.h>
        #include <cuda_fp16.h>
        template <typename From, typename To>
        __global__ void cast(const From *x, To *y) {
          To first = porter::narrow_cast<To>(x[threadIdx.x]), second = To(1.0f);
          y[threadIdx.x] = first + second + porter::narrow_cast<To>(x[0]);
          raw = porter::narrow_cast<To>(x[1]).__x;
          store(y, Pair<To>(To(), x[0]), To(x[0], x[1]));
        }
        template __global__ void cast(const half *, __nv_bfloat16 *);
        """,
    ),
    Example(
        """
        __device__ void cast(half a, __nv_bfloat16 b, long long n, __nv_bfloat16 *out) {
          out[0] = __nv_bfloat16(a);
          out[1] = static_cast<half>(b) > half(n) ? (__nv_bfloat16)n
                                                     : b;
        }
        """,
        """
        #include "porter_compat/narrow_casts.hpp"
        __device__ void cast(half a, __nv_bfloat16 b, long long n, __nv_bfloat16 *out) {
          out[0] = porter::narrow_cast<__nv_bfloat16>(a);
          out[1] = porter::narrow_cast<half>(b) > half(n) ? porter::narrow_cast<__nv_bfloat16>(n)
                                                     : b;
        }
        """,
        title="types that the file shows",
    ),
    Example(
        """
        template <typename T>
        __device__ float sum(const T *x) { return static_cast<float>(x[0]) + float(T(x[1])); }
        template __device__ float sum(const half *);
        template __device__ float sum(const __nv_bfloat16 *);
        """,
        title="a template of one type",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the function's name for each cast that may be between the two."""
    if file.names.isdisjoint(_HALF) or file.names.isdisjoint(_DEVICE):
        return
    parameters = type_parameters(file, least=2)
    for cast in (_STATIC, _FUNCTIONAL, _C_STYLE):
        for match in cast.finditer(file.code):
            if cast is not _STATIC and not _BEFORE.search(
                file.code[
                    max(0, file.previous(match.start()) - 5) : file.previous(match.start()) + 1
                ]
            ):
                continue
            end = _operand_end(file.code, match.end(), is_c_style=cast is _C_STYLE)
            if end is None or not _is_wanted(file, parameters, match, end):
                continue
            yield rule.support("narrow_casts.hpp")
            yield from _rewritten(file, match, end)


def _rewritten(file: SourceFile, match: re.Match[bytes], end: int) -> Iterator[RuleOutput]:
    """Yield what is put around the type's name, which other rules may change."""
    before, behind = b"%b<" % _CAST, b">"
    if file.code.startswith(b"static_cast", match.start()):
        yield rule.replace((match.start(), match.start() + len(b"static_cast")), _CAST)
        return
    if not _is_in_parentheses(file.code, match.end(), end):
        behind += b"("
        yield rule.insert(end, b")")
    yield rule.replace((match.start(), match.start("to")), before)
    yield rule.replace((match.end("to"), match.end()), behind)


def _is_wanted(
    file: SourceFile, parameters: dict[bytes, list[Span]], match: re.Match[bytes], end: int
) -> bool:
    """Tell whether a cast may be one that HIP's classes lack.

    Args:
        file: the file.
        parameters: what `type_parameters` gives.
        match: the cast up to its operand.
        end: the offset behind the operand.
    """
    to, start = match["to"], match.end()
    if any(first < start < last for first, last in parameters.get(to, ())):
        inner = start + 1 if file.code.startswith(b"(", start) else start
        return not _NUMBER.match(file.code, inner, end) and _is_one(file.code, start)
    if to not in _HALF and to not in _BFLOAT16:
        return False
    in_parentheses = _is_in_parentheses(file.code, start, end)
    inside = (start + 1, end - 1) if in_parentheses else (start, end)
    operand = _NAMED.fullmatch(file.code, *inside)
    words = declared_type(file, operand[1]) if operand else None
    if words is None:
        return False
    if to in _HALF:
        return words in _BFLOAT16
    return words in _HALF or named_type(words) in _WIDE


def _is_one(code: bytes, start: int) -> bool:
    """Tell whether an operand is one value: `Pair(x, y)` and `Pair()` are no casts."""
    if not code.startswith(b"(", start):
        return True
    last = closing(code, start)
    arguments = list(split_arguments(code, start + 1, last)) if last else []
    return len(arguments) == 1 and not code.endswith(b"...", 0, arguments[0][1])


def _is_in_parentheses(code: bytes, start: int, end: int) -> bool:
    """Tell whether one pair of parentheses is all of an operand."""
    return code.startswith(b"(", start) and closing(code, start) == end - 1


def _operand_end(code: bytes, start: int, *, is_c_style: bool) -> int | None:
    """Return the offset behind an operand: a parenthesis, or after `(T)` what binds closer, too."""
    if not is_c_style:
        last = closing(code, start)
        return None if last is None else last + 1
    word = _WORD.match(code, start)
    at = word.end() if word else start
    while True:
        if code[at : at + 1] in (b"(", b"["):
            last = closing(code, at)
            if last is None:
                return None
            at = last + 1
        elif member := _MEMBER.match(code, at):
            at = member.end()
        else:
            return at if at > start else None
