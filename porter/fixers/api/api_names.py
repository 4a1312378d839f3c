"""Rename CUDA's functions, types, enumerators and macros.

## What it does
Renames every identifier that a table of `rules/cuda-hip` maps, wherever it stands in code:
calls, types, template arguments, macros, inactive `#if` branches.

## Why
HIP mirrors CUDA's API under names of its own. The tables are derived from the headers of CUDA
and ROCm and every row is proved; `porter rules show NAME` tells what a name becomes.

## What it leaves alone
Names that HIP does not have in the ROCm that the port is for, which API09 lists. Names that the
project defines itself, members (`allocator.cudaMalloc()`), names qualified by a
scope that is not CUDA's (`mylib::cudaMalloc`), comments and strings.

## References
HIP API reference; CUDA Runtime API and Driver API references.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from porter.fixers import Context, Example, Precedence, Rule
from porter.source import Edit, SourceFile, Use
from porter.tables.names import NameKind, Row

#: Left to LNG16: what becomes of a version depends on where it stands.
_VERSIONS = frozenset((b"CUDA_VERSION", b"CUDART_VERSION"))

rule = Rule("API01", "api-names", precedence=Precedence.TABLE)

EXAMPLES = (
    Example(
        "cudaError_t e = cudaMalloc(&p, n);\n",
        "hipError_t e = hipMalloc(&p, n);\n",
        title="the runtime API",
    ),
    Example(
        "cudaMemcpy(a, b, n, cudaMemcpyKind::cudaMemcpyDefault); mine::cudaSuccess;\n",
        "hipMemcpy(a, b, n, hipMemcpyKind::hipMemcpyDefault); mine::cudaSuccess;\n",
        title="enumerators with their type",
    ),
    Example(
        """
        #if 0
        cublasCreate(&h);
        #endif
        """,
        """
        #if 0
        hipblasCreate(&h);
        #endif
        """,
        title="inactive branches are converted too",
    ),
    Example(
        """
        pool.cudaMalloc(n);
        mine::cudaFree(p); // cudaFree
        puts("cudaFree");
        """,
        title="other people's names, comments and strings stay",
    ),
)


@rule.check
def check(file: SourceFile, context: Context) -> Iterator[Edit]:
    """Yield an edit for each name of a table that stands in code as CUDA's."""
    rows = context.tables.names
    rocm = ".".join(map(str, context.options.rocm))
    wanted = frozenset(
        name
        for name in rows.among(file.names)
        if not rows[name].scope and not rows[name].same and rows[name].known_in(rocm) is not False
    )
    for use in (*file.mentions(wanted - _VERSIONS), *_of_enumerations(file, rows, wanted)):
        row = rows[use.name]
        yield rule.replace(use, row.hip, detail=row.library)


def _of_enumerations(
    file: SourceFile, rows: Mapping[bytes, Row], wanted: frozenset[bytes]
) -> Iterator[Use]:
    """Yield the enumerators that are qualified by a type of CUDA's: `cudaError_t::cudaSuccess`."""
    for use in file.occurrences_of(wanted):
        if rows[use.name].kind is not NameKind.ENUMERATOR:
            continue
        scope = file.qualifier(use.start)
        of = rows.get(scope) if scope else None
        if of is not None and of.kind is NameKind.TYPE:
            yield use
