"""Branches that a compiler of device code sees and a host's compiler does not.

#ifdef __CUDACC__
__global__ void scale(float *x);
#endif
void scale_on_the_host(float *x);
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from porter.source.preprocessor.conditionals import chains, reached
from porter.source.preprocessor.directives import Directive
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.spans import Span, merged

#: Macros of the compilers, and those that projects name for them: `EIGEN_CUDA_ARCH`.
_COMPILERS = re.compile(
    rb"\b(?:\w{0,99}_)?(?:CUDACC|NVCC|HIPCC|GPUCC|CUDA_ARCH|(?:HIP_|CUDA_|GPU_)?DEVICE_COMPILE)"
    rb"(?:__)?\b"
)


def device_branches(code: bytes, directives: Sequence[Directive]) -> tuple[Span, ...]:
    """Return the spans of branches that only a compiler of device code reaches.

    Args:
        code: masked code.
        directives: those of the file, in order.
    """
    asked = (code[one.body_start : one.end] for one in directives)
    host: World = dict.fromkeys(
        (name for text in asked for name in _COMPILERS.findall(text)), Macro.UNDEFINED
    )
    return merged(
        (branch.start, branch.end)
        for chain in chains(directives, len(code))
        for branch, is_hosts in zip(chain.branches, reached(chain, code, host), strict=True)
        if is_hosts is False
    )
