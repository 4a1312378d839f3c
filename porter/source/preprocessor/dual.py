"""Code for both CUDA and HIP: which branches belong to which side.

A project that carries a port by hand guards it: `#ifdef USE_ROCM … #else … #endif`. What only
CUDA's compiler ever sees is not porter's to change, and what only HIP's sees has been ported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from porter.source.preprocessor.conditionals import Chain, chains, reached
from porter.source.preprocessor.expressions import Macro, World
from porter.source.text.spans import Span, holds, merged

if TYPE_CHECKING:
    from porter.source.preprocessor.directives import Directive


_HIP_DEFINED = (
    b"USE_ROCM",
    b"__HIP_PLATFORM_AMD__",
    b"__HIP_PLATFORM_HCC__",
    b"__HIPCC__",
    b"__HIP__",
)
_HIP_VERSIONS = (
    b"HIP_VERSION",
    b"HIP_VERSION_MAJOR",
    b"ROCM_VERSION",
    b"ROCM_VERSION_MAJOR",
    b"TORCH_HIP_VERSION",
)
_NVIDIA_ONLY = (b"__HIP_PLATFORM_NVIDIA__", b"__HIP_PLATFORM_NVCC__")
_CUDA = (
    b"__CUDACC__",
    b"__NVCC__",
    b"__CUDACC_RTC__",
    b"__CUDA_ARCH__",
    b"__CUDACC_VER_MAJOR__",
    b"__CUDACC_VER_MINOR__",
    b"CUDA_VERSION",
    b"CUDART_VERSION",
)

#: A macro by which code tells that it knows of HIP; the compilers' device macros among them.
HIP_MACRO = re.compile(
    rb"\b(?:USE_ROCM|ROCM_VERSION\w*|TORCH_HIP_VERSION|HIP_VERSION\w*|__HIP_\w+|__HIPCC__|__HIP__"
    rb"|__AMDGCN\w*|__AMDGPU__|__gfx\w+__|__GFX\d+__)(?!\w)"
)

#: The end of a chain, and the blanks up to what follows.
_END = re.compile(rb"\s*+#[ \t]*+endif\b[^\n]*+\s*+")

#: A macro's definition, and one with the lines that it goes on in.
_DEFINITION = re.compile(rb"^[ \t]*+#[ \t]*+define[ \t]++(\w++)", re.MULTILINE)
_DEFINITION_WHOLE = re.compile(rb"^[ \t]*+#[ \t]*+define\b(?:[^\n\\]|\\\r?\n|\\)*+", re.MULTILINE)
_WRITTEN = re.compile(rb"\S")
_WORD = re.compile(rb"\w++")

#: One of these is part of whatever `HIP_MACRO` matches; looking for them is much faster.
HIP_PARTS = (b"ROCM", b"HIP_", b"_HIP", b"AMDG", b"__gfx", b"__GFX")

HIP_WORLD: World = {
    **dict.fromkeys(_HIP_DEFINED, 1),
    **dict.fromkeys(_HIP_VERSIONS, Macro.DEFINED),
    **dict.fromkeys((*_CUDA, *_NVIDIA_ONLY), Macro.UNDEFINED),
}
CUDA_WORLD: World = dict.fromkeys(
    (*_HIP_DEFINED, *_HIP_VERSIONS, *_NVIDIA_ONLY, b"__HIP_DEVICE_COMPILE__"), Macro.UNDEFINED
)


class DualCode(NamedTuple):
    """The branches of a file that belong to one side.

    Attributes:
        cuda: spans that HIP's compiler never sees.
        hip: spans that CUDA's compiler never sees.
    """

    cuda: tuple[Span, ...] = ()
    hip: tuple[Span, ...] = ()

    def is_cuda(self, offset: int) -> bool:
        """Tell whether only CUDA's compiler sees the byte at `offset`."""
        return holds(self.cuda, offset)

    def is_hip(self, offset: int) -> bool:
        """Tell whether only HIP's compiler sees the byte at `offset`."""
        return holds(self.hip, offset)


NONE = DualCode()


def mentions_hip(chain: Chain, code: bytes) -> bool:
    """Tell whether a condition of the chain asks for HIP, so that its author knew of it."""
    return any(
        HIP_MACRO.search(code, branch.directive.body_start, branch.directive.end)
        for branch in chain.branches
    )


def dual_code(code: bytes, directives: Sequence[Directive]) -> DualCode:
    """Find the branches that belong to one side.

    Args:
        code: masked code.
        directives: those of the file, in order.
    """
    cuda: list[Span] = []
    hip: list[Span] = []
    every = list(chains(directives, len(code)))
    for chain in [one for one in every if mentions_hip(one, code)] + _beside(every, code):
        with_hip = reached(chain, code, HIP_WORLD)
        with_cuda = reached(chain, code, CUDA_WORLD)
        for branch, by_hip, by_cuda in zip(chain.branches, with_hip, with_cuda, strict=True):
            if by_hip is False and by_cuda is not False:
                cuda.append((branch.start, branch.end))
            elif by_cuda is False and by_hip is not False:
                hip.append((branch.start, branch.end))
    return DualCode(merged(cuda), merged(hip))


def _beside(every: Sequence[Chain], code: bytes) -> list[Chain]:
    """Return the chains of one branch right beside one that asks for HIP: the other side of it.

    `#ifdef __NVCC__`, CUDA's code, `#endif`, `#ifdef __HIP__`, HIP's code, `#endif` is one choice,
    and its author did not take HIP's compiler for nvcc.
    """
    alone = sorted(
        (one.branches[0].directive.start, one) for one in every if len(one.branches) == 1
    )
    by_start = dict(alone)
    found: list[Chain] = []
    for _, first in alone:
        end = _END.match(code, first.branches[0].end)
        second = by_start.get(end.end()) if end else None
        if second is not None and mentions_hip(first, code) != mentions_hip(second, code):
            of_hip, other = (first, second) if mentions_hip(first, code) else (second, first)
            if reached(of_hip, code, CUDA_WORLD) == [False] and not _adds(other, of_hip, code):
                found.append(other)
    return found


def _adds(other: Chain, of_hip: Chain, code: bytes) -> bool:
    """Tell whether a branch defines macros alone, none of them what HIP's branch defines.

    Each then has names of its own, `CUDA_CHECK` and `HIP_CHECK`, and what is converted needs
    those that CUDA's compiler was given.
    """
    branch = other.branches[0]
    text = code[branch.start : branch.end]
    names = set(_DEFINITION.findall(text))
    behind = code[of_hip.branches[0].start : of_hip.branches[0].end]
    return (
        bool(names)
        and not _WRITTEN.search(_DEFINITION_WHOLE.sub(b"", text))
        and names.isdisjoint(_WORD.findall(behind))
    )
