"""Keep the bits of a half what they are where `__half_raw` is made of them.

## What it does
`__half_raw h = {bits}` becomes `__half_raw h = __ushort_as_half(bits)`; the two of
`__half2_raw p = {low, high}` are written so, too, and `p.x` of a variable of that type, or of a
cast to it, becomes `p.x.x`.

## Why
CUDA's `__half_raw` has one member, the bits. The first of HIP's is the number, and braces convert
to it: `{0x3c00}` is 15360 in HIP where it is 1.0 in CUDA. clang warns that `unsigned short`
narrows, which a port allows, and says nothing of constants. The members of HIP's `__half2_raw` are
`__half_raw` where CUDA's are bits.

## What it leaves alone
Braces that name their members (`{.x = bits}`) or are empty; `h.x`, which is the bits in both;
`__nv_bfloat16_raw`, which has the same member in both.

## References
cuda_fp16.h, `__half_raw`; amd_hip_fp16.h, `__half_raw` and `__half2_raw`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Rule
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import declared_type
from porter.source.text.brackets import closing, split_arguments
from porter.source.text.edits import RuleOutput

_ONE, _TWO = b"__half_raw", b"__half2_raw"
#: A value in braces: of a variable, with a sign between them or without, or of no name.
_BRACES = re.compile(
    rb"(?<![\w:.>])(?P<type>__half2?_raw)(?P<name>\s++[A-Za-z_]\w*+)?+(?P<equals>\s*+=)?+\s*+\{"
)
_OWN = re.compile(rb"\b(?:struct|class)\s++(?P<type>__half2?_raw)\s*+[:{]")
_MADE = b"__ushort_as_half("
#: What says more than bits.
_OTHER = (b".", b"{", b"__ushort_as_half", b"__builtin_bit_cast")
_PAIR = re.compile(rb"(?<![\w:.>])__half2_raw[\s*&]++([A-Za-z_]\w*+)")
_CAST = re.compile(rb"\bstatic_cast\s*+<\s*+(?:const\s++)?+__half2_raw\s*+&?+\s*+>\s*+(?=\()")
_HALF_OF_IT = re.compile(rb"\s*+(?:\.|->)\s*+[xy]\b(?!\s*+\.)")

rule = Rule("NUM13", "raw-halves", names=(_ONE, _TWO), handles=())

EXAMPLES = (
    Example(
        """
        __device__ __half one() { __half_raw h = {0x3c00}; return __half(h); }
        __device__ __half of(unsigned short bits) {
          __half_raw h{bits};
          return bits ? __half(h) : __half(__half_raw{0x8000});
        }
        """,
        """
        __device__ __half one() { __half_raw h = __ushort_as_half(0x3c00); return __half(h); }
        __device__ __half of(unsigned short bits) {
          __half_raw h = __ushort_as_half(bits);
          return bits ? __half(h) : __half(__half_raw(__ushort_as_half(0x8000)));
        }
        """,
    ),
    Example(
        """
        __device__ __half2 pair(unsigned v, __half2 other) {
          __half2_raw p = {(unsigned short)(v << 8), (unsigned short)(v & 0xff00)};
          p.y = p.x | static_cast<__half2_raw>(other).y;
          return p;
        }
        """,
        """
        __device__ __half2 pair(unsigned v, __half2 other) {
          __half2_raw p = {__ushort_as_half((unsigned short)(v << 8)), __ushort_as_half((unsigned short)(v & 0xff00))};
          p.y.x = p.x.x | static_cast<__half2_raw>(other).y.x;
          return p;
        }
        """,  # noqa: E501
        title="two of them",
    ),
    Example(
        """
        __half_raw none = {}, h;
        __half_raw named = {.x = 0x3c00};
        void set(unsigned short bits) { h.x = bits; }
        """,
        title="what is the same",
    ),
    Example(
        """
        namespace own {
        struct __half_raw {
          explicit __half_raw(unsigned short raw) : x(raw) {}
          unsigned short x;
        };
        struct half : public __half_raw {
          half(unsigned short raw) : __half_raw{raw} {}
        };
        }
        """,
        title="a type of the project's own",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield the bits as halves, and the member that holds them."""
    own = {match["type"] for match in _OWN.finditer(file.code)} | context.defined
    for match in _BRACES.finditer(file.code):
        opening = match.end() - 1
        end = closing(file.code, opening)
        if end is None or b";" in file.code[opening:end] or match["type"] in own:
            continue  # a class of that name, or one derived from it
        if file.directive_at(opening) is None:
            yield from _as_halves(file, match, end)
    if _TWO not in file.names or _TWO in own:
        return
    for name in {match[1] for match in _PAIR.finditer(file.code)}:
        if declared_type(file, name) == _TWO:
            for start in file.occurrences(name):
                yield from _bits(file, start + len(name))
    for cast in _CAST.finditer(file.code):
        if end := closing(file.code, cast.end()):
            yield from _bits(file, end + 1)


def _as_halves(file: SourceFile, match: re.Match[bytes], end: int) -> Iterator[RuleOutput]:
    """Yield what the values between two braces become."""
    opening = match.end() - 1
    values = list(split_arguments(file.code, match.end(), end))
    texts = [file.code[start:stop] for start, stop in values]
    most = 2 if match["type"] == _TWO else 1
    if (
        not texts
        or not all(texts)
        or len(texts) > most
        or any(one.startswith(_OTHER) for one in texts)
    ):
        return
    if match["type"] == _TWO:
        for start, stop in values:
            yield from rule.together(rule.insert(start, _MADE), rule.insert(stop, b")"))
        return
    before, behind = _MADE, b")"
    if not match["name"]:
        before, behind = b"(" + before, b"))"
    elif not match["equals"]:
        before = b" = " + before
    yield from rule.together(
        rule.replace((opening, opening + 1), before), rule.replace((end, end + 1), behind)
    )


def _bits(file: SourceFile, end: int) -> Iterator[RuleOutput]:
    """Yield the member that holds the bits, behind one of a pair's."""
    member = _HALF_OF_IT.match(file.code, end)
    if member is not None:
        yield rule.insert(member.end(), b".x")
