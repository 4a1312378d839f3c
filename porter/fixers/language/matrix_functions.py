"""Name what is written for tensor cores and Hopper's copy engine.

## What it does
Reports, once a file and kind, code that only units of Hopper and later run: products of warp groups
(`wgmma`) and of tensor memory (`tcgen05`), bulk copies with transaction barriers, clusters and
their shared memory; forms of `mma` that nothing stands for; and CUTLASS with CuTe. Nothing is
changed.

## Why
AMD's matrix units work on registers of one wavefront, its copies on addresses of one thread: there
is no rewriting such a kernel line by line. Most projects have an older path for sm_80, whose
`mma.sync`, `ldmatrix` and `cp.async` port by rule (LNG13), and nvcuda::wmma (LNG36).

## What it leaves alone
Branches of a feature test that HIP does not compile, and what a project has guarded for CUDA
alone. In the body of a macro of a source that the source itself does not use, it is a note: no
compiler sees it there.

## References
Composable Kernel; PTX ISA 9.7.14 "Warp Level Matrix Instructions", 9.7.15 "Asynchronous Warpgroup
Level Matrix Instructions" and 9.7.9 "Asynchronous copy".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.language._left_behind import left_behind
from porter.ptx.keywords import KEYWORDS
from porter.ptx.matching import refused
from porter.ptx.parse import PtxSyntaxError, parse
from porter.ptx.recognize import is_ptx
from porter.ptx.statement import statements
from porter.source import Finding, SourceFile
from porter.source.once import once_for_each_file
from porter.source.text.languages import UNIT_SUFFIXES
from porter.source.text.spans import holds

_CUTLASS = (b"cutlass", b"cute")
_NAME = re.compile(rb"\s*(\w+)")
_WORD = re.compile(rb"\w++")
_Place = tuple[int, int]

rule = Rule(
    "LNG14",
    "matrix-functions",
    fix=Fix.NONE,
    names=(*KEYWORDS, b"cutlass", b"cute"),
    headers=(b"cutlass/", b"cute/"),
)

EXAMPLES = (
    Example(
        """
        asm volatile("wgmma.fence.sync.aligned;");
        asm volatile("wgmma.commit_group.sync.aligned;");
        """,
        findings=("error",),
        title="matrix instructions",
    ),
    Example(
        """
        #include "cutlass/gemm/device/gemm.h"
        using Gemm = cutlass::gemm::device::Gemm<float>;
        """,
        findings=("error",),
        title="CUTLASS",
    ),
    Example(
        """
        #include "execute/plan.h"
        int mma = 3; shape.cute(mma);
        """,
        title="names that only look like it",
    ),
    Example(
        """
        #define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;")
        #define FENCE() asm volatile("wgmma.fence.sync.aligned;")
        __global__ void k() { FENCE(); }
        """,
        findings=("note", "error"),
        title="a macro that nothing uses, and one that the source does",
    ),
    Example(
        """
        #if __CUDA_ARCH__ >= 900
        asm volatile("wgmma.fence.sync.aligned;");
        #else
        a = load(p);
        #endif
        """,
        title="HIP takes the older way",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Finding]:
    """Yield one finding for each kind of code that needs NVIDIA's units."""
    unseen = left_behind(file, context)

    def seen(places: Iterator[_Place]) -> list[_Place]:
        return sorted(place for place in places if not holds(unseen, place[0]))

    has_a_way = context.options.target.partition("+")[0] == "ck"  # API50 knows it
    yield from _one(
        [] if has_a_way else seen(_cutlass(file)),
        "CUTLASS and CuTe are written for NVIDIA's tensor cores and do not compile for AMD GPUs",
        "convert with --to ck, get these kernels from hipBLASLt or rocBLAS, or leave the file out",
    )
    kinds: dict[tuple[str, str], tuple[str, list[_Place]]] = {}
    unused: dict[tuple[str, str], tuple[str, list[_Place]]] = {}
    for statement in statements(file):
        if not is_ptx(file, statement):
            continue
        try:
            nodes = parse(statement.text, extended=statement.is_extended)
        except PtxSyntaxError:
            continue
        problem = refused(nodes, rule.id)
        if problem is not None:
            kind = (problem.reason, problem.hint)
            found = unused if _is_in_unused_macro(file, statement.start) else kinds
            _, places = found.setdefault(kind, (problem.what, []))
            places.append((statement.start, statement.end))
    for (reason, hint), (what, places) in kinds.items():
        opcode = what.partition(" ")[0]
        yield from _one(seen(iter(places)), f"inline PTX: `{opcode}`, {reason}", hint)
    for (reason, hint), (what, places) in unused.items():
        message = (
            f"inline PTX in a macro that nothing here uses: `{what.partition(' ')[0]}`, {reason}"
        )
        for place in seen(iter(places))[:1]:
            yield rule.note(place, message, hint=hint, occurrences=len(places))


def _one(places: list[_Place], message: str, hint: str) -> Iterator[Finding]:
    if places:
        yield rule.error(places[0], message, hint=hint, occurrences=len(places))


def _is_in_unused_macro(file: SourceFile, offset: int) -> bool:
    """Tell whether a place is in a macro of a source, which no other file uses, nor it itself."""
    directive = file.directive_at(offset)
    if directive is None or directive.keyword != b"define" or not file.path.endswith(UNIT_SUFFIXES):
        return False
    name = _NAME.match(file.code, directive.body_start)
    return name is not None and _occurrences(file)[name.group(1)] == 1


@once_for_each_file
def _occurrences(file: SourceFile) -> Counter[bytes]:
    """Return how often each word stands in a file's code."""
    return Counter(_WORD.findall(file.code))


def _cutlass(file: SourceFile) -> Iterator[_Place]:
    for include in file.includes:
        if include.path.split(b"/")[0] in _CUTLASS and not include.is_test:
            yield include.path_span
    for use in file.mentions(_CUTLASS):
        after = file.next(use.end)
        if file.code[after : after + 2] == b"::":
            yield use.start, use.end
