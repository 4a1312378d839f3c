"""Build files with branches for HIP: which branches belong to which side.

A project that carries a port by hand builds it by a switch: `if(USE_HIP) … elseif(USE_CUDA) …`.
What stands in the branch for HIP has been ported; what stands in the one for CUDA is the other
side of it, and converting that would port the project twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from porter.source.build_files.cmake import Command
from porter.source.text.spans import Span

_HIP_WORD = re.compile(
    rb"(?<![A-Za-z0-9])(?:HIP|hip|ROCM|ROCm|rocm|AMDGPU|HIPCC|hipcc)(?![A-Za-z0-9])"
    rb"|IS_HIP_EXTENSION|is_rocm|is_hip|(?<=[a-z])(?:ROCM|HIP)(?=_|\b)"
)
_CUDA_WORD = re.compile(
    rb"(?<![A-Za-z0-9])(?:CUDA|cuda|NVCC|nvcc|NVIDIA|CUDAToolkit)(?![A-Za-z0-9])"
)
_NOT = re.compile(rb"(?:\bNOT\b|\bnot\b|\bifneq\b|\bifndef\b|!)")


@dataclass(slots=True)
class _Branch:
    condition: bytes
    start: int
    end: int = 0


@dataclass(slots=True)
class Chain:
    """The branches of one conditional, an `else` with an empty condition."""

    branches: list[_Branch] = field(default_factory=list)

    def open(self, condition: bytes, start: int) -> None:
        """Begin a branch behind its condition, and end the one before."""
        self.close(start)
        self.branches.append(_Branch(condition, start))

    def close(self, end: int) -> None:
        """End the branch that is open."""
        if self.branches and not self.branches[-1].end:
            self.branches[-1].end = end


def one_sided(chains: Sequence[Chain]) -> tuple[Span, ...]:
    """Return the spans that are for HIP alone, and CUDA's side of the switch."""
    if not any(_side(branch.condition) == "hip" for chain in chains for branch in chain.branches):
        return ()
    spans = []
    for chain in chains:
        sides = [_side(branch.condition) for branch in chain.branches]
        for branch, side in zip(chain.branches, sides, strict=True):
            is_otherwise = not branch.condition and "hip" in sides
            if side is not None or is_otherwise:
                spans.append((branch.start, branch.end))
    return tuple(sorted(spans))


def _side(condition: bytes) -> str | None:
    """Tell which side a condition asks for; None when neither or both."""
    hip = _HIP_WORD.search(condition) is not None
    cuda = _CUDA_WORD.search(condition) is not None
    if hip == cuda:
        return None
    if _NOT.search(condition):
        return "cuda" if hip else None
    return "hip" if hip else "cuda"


def cmake_chains(commands: Iterable[Command], data: bytes) -> list[Chain]:
    """Return the conditionals of a CMake file."""
    found: list[Chain] = []
    inside: list[Chain] = []
    for command in commands:
        condition = data[command.open + 1 : command.close]
        if command.name == b"if":
            inside.append(Chain())
            found.append(inside[-1])
            inside[-1].open(condition, command.end)
        elif command.name == b"elseif" and inside:
            inside[-1].close(command.start)
            inside[-1].open(condition, command.end)
        elif command.name == b"else" and inside:
            inside[-1].close(command.start)
            inside[-1].open(b"", command.end)
        elif command.name == b"endif" and inside:
            inside.pop().close(command.start)
    return found
