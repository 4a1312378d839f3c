"""What can be chosen for a kernel: an attribute, as the port writes it and as LLVM knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from porter.tables.processors import Processor

#: How many waves of a SIMD unit a kernel may be compiled for; more than that changes little.
_WAVES = (1, 2, 3, 4, 5, 6, 8, 12, 16)
_WRITTEN = re.compile(r"__attribute__\(\((?P<name>amdgpu_\w+)\((?:1, )?(?P<value>\d+)\)\)\)")
#: Attribute of clang -> (attribute of LLVM, what its value looks like).
_IN_LLVM = {
    "amdgpu_waves_per_eu": ("amdgpu-waves-per-eu", "{}"),
    "amdgpu_num_vgpr": ("amdgpu-num-vgpr", "{}"),
    "amdgpu_flat_work_group_size": ("amdgpu-flat-work-group-size", "1,{}"),
}


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """One attribute; the default is none, the kernel as it is.

    Attributes:
        name: clang's name of it; empty for none.
        value: its number: waves, registers, threads of the largest block.
    """

    name: str = ""
    value: int = 0

    def __str__(self) -> str:
        return f"{self.name.removeprefix('amdgpu_')} {self.value}" if self.name else "as it is"

    @property
    def attribute(self) -> str:
        """The attribute as C++ writes it; empty for none."""
        if not self.name:
            return ""
        first = "1, " if self.name == "amdgpu_flat_work_group_size" else ""
        return f"__attribute__(({self.name}({first}{self.value})))"

    @property
    def in_llvm(self) -> dict[str, str]:
        """The attributes of the function in LLVM IR."""
        if not self.name:
            return {}
        name, form = _IN_LLVM[self.name]
        return {name: form.format(self.value)}


AS_IT_IS = Choice()


def written(attribute: str) -> Choice | None:
    """Return the choice that an attribute of a port's header is; None for any other."""
    match = _WRITTEN.fullmatch(attribute.strip())
    if match is None or match["name"] not in _IN_LLVM:
        return None
    return Choice(match["name"], int(match["value"]))


def choices(
    processor: Processor | None, max_block: int, block: int | None, spills: bool, waves: int
) -> Iterator[Choice]:
    """Yield what to try for a kernel on a processor, the kernel as it is first.

    Where registers are spilled they are too few: only fewer waves leave more of them. Where none
    are, more waves may be had for the same.

    Args:
        processor: where it runs; None for one that is not in the table.
        max_block: the largest block that it is compiled for.
        block: the largest block that it is ever launched with; None when that is not known.
        spills: whether any instance spills.
        waves: of a SIMD unit, the most that an instance has.
    """
    yield AS_IT_IS
    if block is not None and block < max_block:
        yield Choice("amdgpu_flat_work_group_size", block)
    most = 8 if processor is None else processor.waves
    tried = [one for one in _WAVES if one <= most and (one < waves if spills else one >= waves)]
    yield from (Choice("amdgpu_waves_per_eu", one) for one in tried)
    if processor is not None and not spills:
        for one in tried:
            registers = processor.registers // one // processor.granule * processor.granule
            if registers <= processor.limit // 2:
                yield Choice("amdgpu_num_vgpr", registers)
