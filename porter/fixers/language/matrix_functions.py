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
alone.

## References
Composable Kernel; PTX ISA 9.7.14 "Warp Level Matrix Instructions", 9.7.15 "Asynchronous Warpgroup
Level Matrix Instructions" and 9.7.9 "Asynchronous copy".
"""

from __future__ import annotations

from collections.abc import Iterator

from porter.fixers import Context, Example, Fix, Rule
from porter.fixers.language._left_behind import left_behind
from porter.ptx.matching import refused
from porter.ptx.parse import PtxSyntaxError, parse
from porter.ptx.recognize import is_ptx
from porter.ptx.statement import KEYWORDS, statements
from porter.source import Finding, SourceFile
from porter.source.text.spans import holds

_CUTLASS = (b"cutlass", b"cute")
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
            _, places = kinds.setdefault(kind, (problem.what, []))
            places.append((statement.start, statement.end))
    for (reason, hint), (what, places) in kinds.items():
        opcode = what.partition(" ")[0]
        yield from _one(seen(iter(places)), f"inline PTX: `{opcode}`, {reason}", hint)


def _one(places: list[_Place], message: str, hint: str) -> Iterator[Finding]:
    if places:
        yield rule.error(places[0], message, hint=hint, occurrences=len(places))


def _cutlass(file: SourceFile) -> Iterator[_Place]:
    for include in file.includes:
        if include.path.split(b"/")[0] in _CUTLASS and not include.is_test:
            yield include.path_span
    for use in file.mentions(_CUTLASS):
        after = file.next(use.end)
        if file.code[after : after + 2] == b"::":
            yield use.start, use.end
