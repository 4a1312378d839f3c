"""What a feature test chooses between, and which side HIP can compile.

CUDA code asks for a version or an architecture to choose between a newer and an older way. HIP
counts as new: it has what CUDA's newer versions have, where it has it at all. It counts as CUDA
12.7, since 12.8 brought what is Blackwell's, and 13 changed what functions take
(`cudaMemPrefetchAsync`). Only where the newer way holds something that HIP lacks, and the older way
does not, the older one is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from porter.fixers import Context
from porter.fixers.language._libcudacxx import lacking_uses
from porter.options import Options
from porter.ptx.keywords import KEYWORDS
from porter.source import SourceFile
from porter.source.once import once_for_each_file
from porter.source.preprocessor.conditionals import Branch, Chain, chains, reached
from porter.source.preprocessor.dual import mentions_hip
from porter.source.text.spans import Span
from porter.tables.names import NameKind, Tables
from porter.tables.supplies import supplies

#: Names that stand for something CUDA's processors have and AMD's do not, or not in this form.
_FOREIGN = re.compile(
    rb"\b(?:wgmma\w*|cutlass|cute|cluster_group|this_cluster|__cluster_dims__|__nvvm_\w+"
    rb"|__pipeline_\w+|cp_async_bulk\w*|__nanosleep)\b"
)
_CODE = re.compile(rb"\S")
_REFUSAL = re.compile(
    rb"#[ \t]*error\b|\bstatic_assert\b|\b__trap\b|\bassert[ \t]*\(|_ASSERT[ \t]*\(|\bthrow\b"
)
_LOOP = re.compile(rb"\b(?:for|while)\b")
#: Stands for a version or an architecture newer than any.
NEWEST = 1_000_000
#: Versions of CUDA itself. What 12.8 and 12.9 brought is Blackwell's, 4-bit floats first of all,
#: which HIP has in another form; CUDA 13 changed functions that HIP has as before.
_CUDA_12 = {
    b"CUDA_VERSION": 12_070,
    b"CUDART_VERSION": 12_070,
    b"__CUDACC_VER_MAJOR__": 12,
    b"__CUDACC_VER_MINOR__": 7,
    # The CUB and the CCCL of CUDA 12.6, whose functions hipCUB has.
    b"CUB_VERSION": 200_500,
    b"CUB_MAJOR_VERSION": 2,
    b"CUB_MINOR_VERSION": 5,
    b"CUB_SUBMINOR_VERSION": 0,
    b"CUB_PATCH_VERSION": 0,
    b"CCCL_VERSION": 2_005_000,
    b"CCCL_MAJOR_VERSION": 2,
    b"CCCL_MINOR_VERSION": 5,
    b"CCCL_SUBMINOR_VERSION": 0,
    b"CCCL_PATCH_VERSION": 0,
}


def kept_for_others(file: SourceFile) -> list[Span]:
    """Return the branches that nvcc never compiles, at the version that HIP counts as.

    They are for older versions, `CUDART_VERSION < 5000`, or other compilers, `#ifndef __CUDACC__`.
    """
    world = {**_CUDA_12, b"__CUDACC__": 1}
    return [
        (branch.start, branch.end)
        for chain in cuda_chains(file, frozenset(world))
        for branch, is_reached in zip(chain.branches, reached(chain, file.code, world), strict=True)
        if is_reached is False
    ]


def version_for_hip(macro: bytes) -> int:
    """Return the version or architecture that HIP counts as where code asks for CUDA's."""
    return _CUDA_12.get(macro, NEWEST)


def architecture_for_hip(options: Options) -> int:
    """Return the `__CUDA_ARCH__` that AMD's processors count as."""
    if options.capability is None:
        return NEWEST
    major, minor = options.capability
    return 100 * major + 10 * minor


def cuda_chains(file: SourceFile, macros: frozenset[bytes]) -> Iterator[Chain]:
    """Yield the chains that ask for one of `macros` and whose author did not think of HIP."""
    sides = {*file.dual.cuda, *file.dual.hip}
    for chain in chains(file.directives, len(file.code)):
        text = b" ".join(_condition(file, branch) for branch in chain.branches)
        if macros.isdisjoint(re.findall(rb"\w+", text)) or mentions_hip(chain, file.code):
            continue
        if not any((branch.start, branch.end) in sides for branch in chain.branches):
            yield chain


def _condition(file: SourceFile, branch: Branch) -> bytes:
    return file.code[branch.directive.body_start : branch.directive.end]


def takes_older_way(
    file: SourceFile, context: Context, chain: Chain, macros: Mapping[bytes, int]
) -> bool:
    """Tell whether HIP has to take the way that the chain keeps for older versions.

    Args:
        file: the file.
        context: the tables that tell what HIP lacks.
        chain: a chain of the file.
        macros: the versions and architectures that the chain asks for, and what HIP counts as.
    """
    newer = _taken(file, chain, macros)
    foreign = _foreign(file, context.tables, context.defined)
    if not any(_any_in(foreign, span) for span in newer):
        return False
    older = _taken(file, chain, dict.fromkeys(macros, 0))
    return any(_CODE.search(file.code, *span) for span in older) and not any(
        _any_in(foreign, span) or _refuses(file, span) for span in older
    )


def holds_foreign_code(file: SourceFile, context: Context, chain: Chain) -> bool:
    """Tell whether any branch of a chain holds what HIP lacks.

    Args:
        file: the file.
        context: the tables that tell what HIP lacks.
        chain: a chain of the file.
    """
    foreign = _foreign(file, context.tables, context.defined)
    return any(_any_in(foreign, (branch.start, branch.end)) for branch in chain.branches)


def _taken(file: SourceFile, chain: Chain, world: Mapping[bytes, int]) -> list[Span]:
    """Return the spans of the branches that are compiled, or may be, in a world."""
    return [
        (branch.start, branch.end)
        for branch, is_reached in zip(chain.branches, reached(chain, file.code, world), strict=True)
        if is_reached is not False
    ]


def _refuses(file: SourceFile, span: Span) -> bool:
    """Tell whether a branch only says that the architecture is not supported."""
    return _any_in(_places(file, _REFUSAL), span) and not _any_in(_places(file, _LOOP), span)


def _any_in(places: Sequence[int], span: Span) -> bool:
    """Tell whether one of the offsets, which are in order, lies in a span."""
    at = bisect_left(places, span[0])
    return at < len(places) and places[at] < span[1]


@once_for_each_file
def _places(file: SourceFile, pattern: re.Pattern[bytes]) -> list[int]:
    """Return where a pattern matches, in one pass for all branches, which hold one another."""
    return [match.start() for match in pattern.finditer(file.code)]


@once_for_each_file
def _foreign(file: SourceFile, tables: Tables, defined: frozenset[bytes]) -> list[int]:
    """Return the places of what HIP lacks, and no support header supplies."""
    lacking = frozenset(
        name
        for name in file.names & (tables.unmapped.keys() - supplies().keys())
        if tables.unmapped[name].kind is NameKind.FUNCTION and name not in defined
    )
    found = [start for name in lacking for start in file.all_occurrences(name)]
    found += _places(file, _FOREIGN)
    found += (use.start for use in lacking_uses(file))
    if not file.names.isdisjoint(KEYWORDS):
        from porter.fixers.language._foreign_assembly import foreign_assembly

        found += foreign_assembly(file)
    return sorted(found)
