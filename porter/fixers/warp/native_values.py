"""Give enumerations and narrow integers to warp functions of native ports as CUDA takes them.

## What it does
With `--warp native` it hands enumerations that are shuffled, and enumerations, characters and short
integers that are matched (`__match_any_sync`), through `porter::lane_value` of a support header,
which promotes them as C++ promotes them for CUDA's overloads.

## Why
CUDA declares `__shfl_sync` and its like for each type from `int` on, so that an enumeration becomes
an `int`. HIP's are templates that return the type that they were given, which an `int` does not
become by itself, and its match functions refuse all but values of 4 and 8 bytes: the port would not
compile.

## What it leaves alone
Values whose type the file does not show, such as parameters of templates; integers and
floating-point numbers that HIP takes; everything with `--warp 32`, whose functions promote.

## References
CUDA C++ Programming Guide, warp shuffle and match functions; HIP 6.4
`amd_warp_sync_functions.h`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule, When
from porter.options import Options
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import declared_type, named_type
from porter.source.text.edits import RuleOutput

_SHUFFLES = (b"__shfl_sync", b"__shfl_up_sync", b"__shfl_down_sync", b"__shfl_xor_sync")
_MATCHES = (b"__match_any_sync", b"__match_all_sync")
_NAMES = (*_SHUFFLES, *_MATCHES)
#: A variable, a member or an element: its last name.
_INDICES = rb"(?:\[[^\[\]()]*+\])*+"
_PLACE = re.compile(rb"(?:[\w:]++" + _INDICES + rb"(?:\.|->))*+(?P<name>[A-Za-z_]\w*+)" + _INDICES)
_CAST = re.compile(
    rb"(?:\((?P<c>[\w: ]+)\)\s*[\w(]|(?P<f>[A-Za-z_][\w:]*)\s*\(|static_cast<(?P<s>[\w: ]+)>)"
)
_ENUMERATION = re.compile(rb"\benum\s++(?!class\b|struct\b)(?P<name>[A-Za-z_]\w*+)")
_ALIASED = re.compile(
    rb"\btypedef\s++enum\b(?:\s++\w++)?+(?:\s*+:\s*+[\w ]++)?+\s*+\{[^{}]*+\}\s*+(?P<name>\w++)"
)
_OF_A_HEADER = re.compile(rb"(?:\w+::)*[A-Z][A-Z0-9]*[a-z]\w*")
_NARROW = frozenset(
    (
        *(b"bool", b"char", b"signed char", b"unsigned char", b"int8_t", b"uint8_t"),
        *(b"short", b"unsigned short", b"int16_t", b"uint16_t"),
    )
)

rule = Rule("WRP33", "native-values", names=_NAMES, shadowable=_NAMES, when=When(warp="native"))
_NATIVE = Options(warp="native")

EXAMPLES = (
    Example(
        """
        enum Color { RED, GREEN, BLUE };
        struct Cell { Color color; int value; };
        __device__ int f(Color c, Cell *cells, int i) {
          int a = __shfl_up_sync(~0ull, c, 1) + __shfl_sync(~0ull, cells[i].color, 0);
          return a + __shfl_sync(~0ull, cells[i].value, 0) + __shfl_sync(~0ull, (Color)i, 0);
        }
        """,
        """
        #include "porter_compat/lane_values.hpp"
        enum Color { RED, GREEN, BLUE };
        struct Cell { Color color; int value; };
        __device__ int f(Color c, Cell *cells, int i) {
          int a = __shfl_up_sync(~0ull, porter::lane_value(c), 1) + __shfl_sync(~0ull, porter::lane_value(cells[i].color), 0);
          return a + __shfl_sync(~0ull, cells[i].value, 0) + __shfl_sync(~0ull, porter::lane_value((Color)i), 0);
        }
        """,  # noqa: E501
        options=_NATIVE,
    ),
    Example(
        """
        __device__ void f(EdgeKind kind, unsigned char c, float x) {
          auto a = __match_any_sync(~0ull, c);
          kind = EdgeKind(__shfl_sync(~0ull, kind, 0));
          x = __shfl_sync(~0ull, x, 0);
          c = __shfl_sync(~0ull, c, 0);
        }
        """,
        """
        #include "porter_compat/lane_values.hpp"
        __device__ void f(EdgeKind kind, unsigned char c, float x) {
          auto a = __match_any_sync(~0ull, porter::lane_value(c));
          kind = EdgeKind(__shfl_sync(~0ull, porter::lane_value(kind), 0));
          x = __shfl_sync(~0ull, x, 0);
          c = __shfl_sync(~0ull, c, 0);
        }
        """,
        options=_NATIVE,
        title="a type of a header, which looks like no number; characters are matched as integers",
    ),
    Example(
        """
        template <class Value> __device__ Value first(Value v) { return __shfl_sync(~0ull, v, 0); }
        __device__ int sum(int v) { return v + __shfl_xor_sync(~0ull, v * 2, 1); }
        """,
        options=_NATIVE,
        title="a template's type, numbers",
    ),
    Example(
        """
        enum Color { RED };
        __device__ int f(Color c) { return __shfl_sync(~0u, c, 0); }
        """,
        title="32 lanes",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield an edit around each value that is to be promoted."""
    calls = [call for call in file.calls(*_NAMES) if len(call.arguments) > 1]
    if not calls:
        return
    enumerations = _names(_ENUMERATION, file) | _names(_ALIASED, file)
    for call in calls:
        span = call.arguments[1]
        kind = _type_of(file, file.code[slice(*span)].strip())
        if kind is None:
            continue
        last = kind.rpartition(b"::")[2]
        is_wanted = last in enumerations or (
            named_type(kind) is None
            and last not in file.type_names
            and _OF_A_HEADER.fullmatch(kind)
        )
        if is_wanted or (call.name in _MATCHES and kind in _NARROW):
            yield from rule.wrap(span, b"porter::lane_value(", b")", support="lane_values.hpp")


def _names(pattern: re.Pattern[bytes], file: SourceFile) -> set[bytes]:
    return {match["name"] for match in pattern.finditer(file.code)}


def _type_of(file: SourceFile, text: bytes) -> bytes | None:
    """Return the type of a value that is a variable, a member, an element or a cast."""
    if (place := _PLACE.fullmatch(text)) is not None:
        return declared_type(file, place["name"])
    cast = _CAST.match(text)
    return None if cast is None else (cast["c"] or cast["f"] or cast["s"]).strip()
