"""Branches that HIP does not compile since the older way of a feature test was chosen."""

from __future__ import annotations

from porter.fixers import Context
from porter.fixers.language._branches import architecture_for_hip, cuda_chains, takes_older_way
from porter.source import SourceFile
from porter.source.preprocessor.conditionals import reached
from porter.source.text.spans import Span, merged

_ARCH = b"__CUDA_ARCH__"


def left_behind(file: SourceFile, context: Context) -> tuple[Span, ...]:
    """Return the spans that no device pass of HIP compiles.

    Where the newer way of a test for `__CUDA_ARCH__` needs what HIP lacks and an older one does
    without, the test stays as it is; HIP, which does not define the macro, takes the older way.
    Ways for newer architectures than the port counts as are not compiled either.
    """
    if _ARCH not in file.names:
        return ()
    spans = []
    device = architecture_for_hip(context.options)
    for chain in cuda_chains(file, frozenset((_ARCH,))):
        worlds = (0,) if takes_older_way(file, context, chain, {_ARCH: device}) else (0, device)
        taken = [reached(chain, file.code, {_ARCH: world}) for world in worlds]
        for branch, *ways in zip(chain.branches, *taken, strict=True):
            if all(way is False for way in ways):
                spans.append((branch.start, branch.end))
    return merged(spans)
