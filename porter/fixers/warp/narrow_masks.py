"""Find masks of native ports that are kept or passed in 32 bits.

## What it does
With `--warp native` it reports masks of lanes that go elsewhere than into a new variable: into a
member, an element of an array or a variable of 32 bits, out of a function that returns 32 bits,
into a parameter, an atomic or a compound assignment, beside a constant that says "32 lanes"; and
variables, constants and parameters of 32 bits that are passed to a warp function as its mask.

## Why
In HIP a mask has 64 bits. In 32 it loses the lanes from 32 on, and warp functions refuse it.

## What it leaves alone
New variables that a mask is put into (WRP02), literals (WRP01), types of 64 bits, and everything
with `--warp 32`.

## References
HIP kernel language reference, warp vote and ballot functions, warp shuffle functions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule, When
from porter.fixers.warp._idioms import MASKED, narrow_masks
from porter.fixers.warp._mask_flows import narrow_end
from porter.options import Options
from porter.source import SourceFile
from porter.source.cpp.arithmetic_types import element_type
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_ANSWERING = (b"__ballot", b"__ballot_sync", b"__activemask", b"__match_any_sync")
_BEFORE = re.compile(rb"(?:(?P<to>[\w.\]\[>-]+)[ \t]*=|\b(?P<returned>return))[ \t]*\Z")
_WIDE = re.compile(rb"\blong\b|\bu?int64_t\b|\bsize_t\b|\bauto\b|\blane_?mask", re.IGNORECASE)
_NARROW = (b"int", b"unsigned")
_NARROW_TYPES = (
    *(b"int", b"unsigned", b"unsigned int", b"uint", b"uint32_t", b"int32_t"),
    *(b"const int", b"const unsigned", b"const unsigned int", b"const uint32_t"),
)

rule = Rule(
    "WRP28",
    "narrow-masks",
    fix=Fix.NONE,
    names=(*_ANSWERING, *MASKED),
    shadowable=(*_ANSWERING, *MASKED),
    when=When(warp="native"),
)
_NATIVE = Options(warp="native")

EXAMPLES = (
    Example(
        """
        __device__ unsigned votes(int p) { return __ballot_sync(~0ull, p); }
        __global__ void k(State s, unsigned *a) {
          s.active = __ballot_sync(~0ull, 1);
          a[0] = __activemask();
        }
        """,
        options=_NATIVE,
        findings=("warning", "warning", "warning"),
    ),
    Example(
        """
        constexpr unsigned kAll = 0xffffffffu;
        __device__ int f(int v, unsigned m) {
          return __shfl_sync(m, v, 0) + __shfl_sync(kAll, v, 1);
        }
        """,
        options=_NATIVE,
        findings=("warning", "warning"),
        title="parameters and constants",
    ),
    Example(
        """
        __device__ uint64_t votes(int p) { return __ballot_sync(~0ull, p); }
        __device__ int f(int v, uint64_t m) { return __shfl_sync(m, v, 0); }
        """,
        options=_NATIVE,
        title="64 bits",
    ),
    Example(
        """
        __device__ int f(int v, const unsigned int m) { return __shfl_sync(m, v, 0); }
        __device__ int g(int v, uint64_t m) { return __shfl_sync(m, v, 0); }
        __global__ void k(float m) {}
        """,
        options=_NATIVE,
        findings=("warning",),
        title="a name that others have, too",
    ),
    Example(
        """
        using Mask = uint32_t;
        __device__ void note(unsigned m) {}
        __device__ Mask votes(int p) { return __ballot_sync(~0ull, p); }
        __device__ auto more(int p) -> unsigned { return __ballot_sync(~0ull, p) & 3; }
        __global__ void k(unsigned *out, uint64_t all) {
          note(__activemask());
          atomicOr(out, __ballot_sync(~0ull, 1));
          all |= __ballot_sync(~0ull, 1);
          if (__ballot_sync(~0ull, 1) == 0xffffffff) out[1] = __popcll(__activemask());
        }
        """,
        options=_NATIVE,
        findings=("warning",) * 5,
        title="aliases, arguments, compound assignments, comparisons",
    ),
    Example("s.active = __ballot_sync(~0u, 1);\n", title="32 lanes"),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each mask that is kept, returned or passed in 32 bits."""
    widened = frozenset(name for _, name in narrow_masks(file))
    for call in file.calls(*(name for name in _ANSWERING if name in file.names)):
        line = max(0, file.statement_start(call.start))
        before = _BEFORE.search(file.code, line, call.start)
        if before is None or _is_kept_whole(file, before, call.start, widened):
            if (into := narrow_end(file, call)) is not None:
                yield rule.warning(
                    call.whole,
                    f"the 64 bits of {call.name.decode()} go into {into}, which may have 32",
                    hint="let it have 64 bits: unsigned long long",
                )
            continue
        yield rule.warning(
            call.whole,
            f"the 64 bits of {call.name.decode()} go into 32",
            hint="make the member, array or return type unsigned long long",
        )
    for call in file.calls(*(name for name in MASKED if name in file.names)):
        mask = file.code[slice(*call.arguments[0])] if call.arguments else b""
        if mask not in widened and _is_narrow(file, mask, call.start):
            yield rule.warning(
                call.arguments[0],
                f"{mask.decode()} has 32 bits; HIP's masks have 64",
                hint="declare it as unsigned long long",
            )


def _is_narrow(file: SourceFile, mask: bytes, at: int) -> bool:
    """Tell whether a variable has 32 bits: by the parameters around it, else by the file."""
    if not re.fullmatch(rb"[A-Za-z_]\w*", mask):
        return False
    function = function_around(file, at)
    if function is not None:
        parameters = file.code[function.start : function.body_start].partition(b"(")[2]
        for parameter in parameters.split(b","):
            words = re.findall(rb"\w+", parameter.partition(b"=")[0])
            if mask in words[1:] and b"*" not in parameter:
                return b" ".join(words) in (kind + b" " + mask for kind in _NARROW_TYPES)
    return element_type(file, mask) in _NARROW


def _is_kept_whole(
    file: SourceFile, before: re.Match[bytes], at: int, widened: frozenset[bytes]
) -> bool:
    """Tell whether what a mask goes into has 64 bits, or becomes so."""
    if before.group("returned"):
        function = function_around(file, at)
        if function is None:
            return True
        head = file.code[file.statement_start(function.start) : function.body_start]
        return _WIDE.search(head.partition(b"(")[0]) is not None
    target = before.group("to")
    declaration = file.code[file.statement_start(at) : before.start()].split()
    if declaration and b"=" not in declaration:  # a new variable
        return True
    if re.fullmatch(rb"\w+", target):
        return target in widened or element_type(file, target) not in _NARROW
    name = re.findall(rb"\w+", target.partition(b"[")[0])[-1:]
    return bool(name) and element_type(file, name[0]) not in (*_NARROW, None)
