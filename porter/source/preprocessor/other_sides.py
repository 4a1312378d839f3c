"""Branches that neither CUDA's build nor the port's compiles: those of a project's other back ends.

    #if defined(GGML_USE_HIP)
    #include "vendors/hip.h"
    #elif defined(GGML_USE_MUSA)
    #include "vendors/musa.h"
    #else
    #include "vendors/cuda.h"
    #endif

The macro is the project's own, and a build for CUDA leaves it undefined. Macros that
HIP's compilers or PyTorch's build for ROCm define are another matter: see `dual`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.source.preprocessor.conditionals import chains, reached
from porter.source.preprocessor.directives import Directive
from porter.source.preprocessor.dual import HIP_MACRO
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.spans import Span, merged

_NAME = re.compile(rb"[A-Za-z_]\w*+")
#: What projects call the back ends beside CUDA's, as parts of the macros that choose them.
_BACK_ENDS = frozenset(
    b"HIP ROCM AMD AMDGPU MUSA SYCL DPCPP ONEAPI XPU OPENCL METAL VULKAN CANN ASCEND MACA MLU BANG "
    b"HYGON DCU COREX ILUVATAR".split()
)


def other_sides(code: bytes, directives: Sequence[Directive]) -> tuple[Span, ...]:
    """Return the spans of branches for other back ends.

    Args:
        code: masked code.
        directives: those of the file, in order.
    """
    found: list[Span] = []
    for chain in chains(directives, len(code)):
        world: World = {
            name: Macro.UNDEFINED
            for branch in chain.branches
            for name in _switches(code[branch.directive.body_start : branch.directive.end])
        }
        if world:
            outcomes = zip(chain.branches, reached(chain, code, world), strict=True)
            found += [(one.start, one.end) for one, is_taken in outcomes if is_taken is False]
    return merged(found)


def _switches(condition: bytes) -> Iterator[bytes]:
    """Yield the macros of a condition that a project turns another back end on with."""
    for name in _NAME.findall(condition):
        if not _BACK_ENDS.isdisjoint(name.upper().split(b"_")) and not HIP_MACRO.fullmatch(name):
            yield name
