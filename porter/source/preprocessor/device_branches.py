"""Branches that a compiler of device code sees and a host's compiler does not.

#ifdef __CUDACC__
__global__ void scale(float *x);
#endif
void scale_on_the_host(float *x);
"""

from __future__ import annotations

from collections.abc import Sequence

from porter.source.preprocessor.conditionals import chains, reached
from porter.source.preprocessor.directives import Directive
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.spans import Span, merged

_COMPILERS = (b"__CUDACC__", b"__NVCC__", b"__HIPCC__")
_HOST: World = dict.fromkeys(_COMPILERS, Macro.UNDEFINED)


def device_branches(code: bytes, directives: Sequence[Directive]) -> tuple[Span, ...]:
    """Return the spans of branches that only a compiler of device code reaches.

    Args:
        code: masked code.
        directives: those of the file, in order.
    """
    return merged(
        (branch.start, branch.end)
        for chain in chains(directives, len(code))
        for branch, is_hosts in zip(chain.branches, reached(chain, code, _HOST), strict=True)
        if is_hosts is False
    )
