"""Questions for CUDA's compilers, and what HIP's is called there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from porter.fixers.language._branches import cuda_chains
from porter.source import SourceFile, Use
from porter.source.once import once_for_each_file
from porter.source.text.spans import holds, merged

COMPILERS = {
    b"__CUDACC__": b"__HIPCC__",
    b"__NVCC__": b"__HIPCC__",
    b"__CUDACC_RTC__": b"__HIPCC_RTC__",
    # What nvcc's flags turn on, HIP's compiler always does.
    b"__CUDACC_EXTENDED_LAMBDA__": b"__HIPCC__",
    b"__CUDACC_RELAXED_CONSTEXPR__": b"__HIPCC__",
}
_FIRST_WORD = re.compile(rb"[ \t\\\r\n]*(\w*)")


def compilers(file: SourceFile) -> Iterator[Use]:
    """Yield the places of CUDA's compilers in conditions and macros.

    Args:
        file: the file.
    """
    chains = cuda_chains(file, frozenset(COMPILERS))
    spans = [
        (branch.directive.body_start, branch.directive.end)
        for chain in chains
        for branch in chain.branches
    ]
    spans += [(each.body_start, each.end) for each in file.directives if each.keyword == b"define"]
    asked = merged(spans)
    for use in file.occurrences_of(frozenset(COMPILERS)):
        if holds(asked, use.start) and not is_defined_by_file(file, use.name):
            yield use


@once_for_each_file
def is_defined_by_file(file: SourceFile, name: bytes) -> bool:
    """Tell whether a file defines a macro.

    Args:
        file: the file.
        name: of the macro.
    """
    heads = (
        _FIRST_WORD.match(file.code, each.body_start, each.end)
        for each in file.directives
        if each.keyword in (b"define", b"undef")
    )
    return any(head is not None and head[1] == name for head in heads)
