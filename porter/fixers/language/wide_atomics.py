"""Find atomic functions of 128 bits, which AMD's GPUs have none of.

## What it does
Reports `atomicCAS` and `atomicExch`, of every scope, of `__int128`, of CUDA's vectors of 16 bytes
and of structures that the file aligns to 16 bytes.

## Why
From sm_90 on, CUDA exchanges and compares values of 16 bytes. AMD's GPUs change 64 bits at once,
and HIP has no such overload: the compiler stops. Two changes of 64 bits are not one, so nothing
that a support header does would be right.

## What it leaves alone
Values of 64 bits and less; functions of the project's own of these names.

## References
CUDA C++ Programming Guide, atomic functions; AMD CDNA3 ISA, `global_atomic_cmpswap_x2`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.source import SourceFile
from porter.source.cpp.functions import function_around
from porter.source.text.edits import RuleOutput

_NAMES = tuple(
    f"atomic{what}{scope}".encode()
    for what in ("CAS", "Exch")
    for scope in ("", "_block", "_system")
)
_ALIGNED = re.compile(
    rb"\b(?:struct|class|union)[ \t]++(?:alignas|__align__)[ \t]*+\([ \t]*+16[ \t]*+\)[ \t]*+(\w++)"
)
_WIDE = (
    rb"(?:unsigned[ \t]++)?__u?int128(?:_t)?",
    rb"(?:ulonglong|longlong|double)2",
    rb"u?int4",
    b"float4",
)
_ADDRESS = re.compile(rb"[ \t]*+&?[ \t]*+([A-Za-z_]\w*+)")

rule = Rule("LNG41", "wide-atomics", fix=Fix.NONE, names=_NAMES, handles=())

EXAMPLES = (
    Example(
        """
        struct alignas(16) Node { unsigned long long next, count; };
        __device__ void push(Node *head, Node old, Node now) { atomicCAS(head, old, now); }
        __device__ void set(unsigned __int128 *word) { atomicExch_block(word, 1); }
        """,
        findings=("error", "error"),
    ),
    Example(
        "__device__ void f(unsigned long long *w) { atomicCAS(w, 1, 2); atomicExch(w, 3); }\n",
        title="64 bits and less",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[RuleOutput]:
    """Yield a finding for each call."""
    types = b"|".join((*_WIDE, *map(re.escape, _ALIGNED.findall(file.code))))
    declared = re.compile(rb"\b(?:" + types + rb")\b[\s*&]*+(?:__restrict__[ \t]++)?+(\w++)")
    wide = frozenset(declared.findall(file.code))
    for call in file.calls(*_NAMES) if wide else ():
        if function_around(file, call.start) is None or not call.arguments:
            continue
        address = _ADDRESS.match(file.code, *call.arguments[0])
        if address is not None and address[1] in wide:
            yield rule.error(
                call.whole,
                f"{call.name.decode()} of 128 bits: AMD's GPUs change 64 bits at once",
                hint="keep what is compared in 64 bits (an index and a counter), or take a lock",
            )
