"""Name what is written for tensor cores and Hopper's copy engine.

## What it does
Reports, once a file and kind, code that only NVIDIA's matrix and copy units run: warp matrix
functions (`nvcuda::wmma`), matrix instructions in inline PTX (`mma.sync`, `ldmatrix`, `wgmma` …),
bulk copies with transaction barriers, clusters, and CUTLASS with CuTe. Nothing is changed.

## Why
HIP has no warp matrix functions, and AMD's matrix units work on other tile shapes, with other
layouts and on whole wavefronts: there is no rewriting such a kernel line by line. A port keeps a
path without tensor cores, or gets its kernel from a library.

## What it leaves alone
Branches of a feature test that HIP does not compile, and what a project has guarded for CUDA
alone.

## References
HIP kernel language reference, "Warp matrix functions"; rocWMMA; Composable Kernel; PTX ISA 9.7.14
"Warp Level Matrix Instructions" and 9.7.9 "Asynchronous copy".
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
_WMMA_HEADERS = (b"mma.h", b"crt/mma.h")
_Place = tuple[int, int]

rule = Rule(
    "LNG14",
    "matrix-functions",
    fix=Fix.NONE,
    names=(*KEYWORDS, b"nvcuda", b"cutlass", b"cute"),
    headers=(b"mma.h", b"cutlass/", b"cute/"),
)

EXAMPLES = (
    Example(
        """
        #include <mma.h>
        using namespace nvcuda;
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
        wmma::fill_fragment(c, 0.0f);
        """,
        findings=("error",),
        title="warp matrix functions",
    ),
    Example(
        """
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(p));
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};"
                     : "=f"(d) : "r"(a), "r"(b), "f"(c));
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
        #if __CUDA_ARCH__ >= 800
        asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(p));
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
    yield from _one(
        seen(_wmma(file)),
        "HIP has no warp matrix functions (nvcuda::wmma)",
        "rocWMMA has like-named ones; its fragments belong to the hardware's wavefront, so 64 "
        "threads share one on gfx9",
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


def _wmma(file: SourceFile) -> Iterator[_Place]:
    for include in file.includes:
        if include.path in _WMMA_HEADERS and not include.is_test:
            yield include.path_span
    for use in file.mentions((b"nvcuda",)):
        yield use.start, use.end
