"""Branches that HIP does not compile since the older way of a feature test was chosen."""

from __future__ import annotations

from porter.fixers import Context
from porter.fixers.language._branches import cuda_chains, takes_older_way
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import reached
from porter.source.text.spans import Span, merged

_ARCH = b"__CUDA_ARCH__"


def left_behind(file: SourceFile, context: Context) -> tuple[Span, ...]:
    """Return the spans that no device pass of HIP compiles.

    Where the newer way of a test for `__CUDA_ARCH__` needs what HIP lacks and an older one does
    without, the test stays as it is; HIP, which does not define the macro, takes the older way.
    """
    if _ARCH not in file.names:
        return ()
    return merged(
        (branch.start, branch.end)
        for chain in cuda_chains(file, frozenset((_ARCH,)))
        if takes_older_way(file, context, chain, (_ARCH,))
        for branch, taken in zip(chain.branches, reached(chain, file.code, {_ARCH: 0}), strict=True)
        if taken is False
    )
