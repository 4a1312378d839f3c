"""What can be chosen for a kernel: attributes, as the port writes them and as LLVM knows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from porter.tables.processors import Processor

#: How many waves of a SIMD unit a kernel may be compiled for; more than that changes little.
_WAVES = (1, 2, 3, 4, 5, 6, 8, 12, 16)
#: Attribute of clang -> (attribute of LLVM, what its value looks like).
_IN_LLVM = {
    "amdgpu_waves_per_eu": ("amdgpu-waves-per-eu", "{}"),
    "amdgpu_num_vgpr": ("amdgpu-num-vgpr", "{}"),
    "amdgpu_flat_work_group_size": ("amdgpu-flat-work-group-size", "1,{}"),
}


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """Attributes of a kernel; the default is none, the kernel as it is.

    Attributes:
        attributes: clang's name of each, and its number: waves, registers, threads of the largest
            block.
    """

    attributes: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        each = (f"{name.removeprefix('amdgpu_')} {value}" for name, value in self.attributes)
        return ", ".join(each) or "as it is"

    def __or__(self, other: Choice) -> Choice:
        """Both, of which `other` decides about what they share."""
        return Choice(tuple(sorted((dict(self.attributes) | dict(other.attributes)).items())))

    @property
    def in_llvm(self) -> dict[str, str]:
        """The attributes of the function in LLVM IR."""
        named = ((_IN_LLVM[name], value) for name, value in self.attributes)
        return {name: form.format(value) for (name, form), value in named}

    def added_to(self, text: str) -> str:
        """Return attributes as C++ writes them with these in the place of others of their names."""
        for name, value in self.attributes:
            text = re.sub(rf"__attribute__\(\({name}\([^()]*\)\)\)\s*", "", text).rstrip()
            first = "1, " if name == "amdgpu_flat_work_group_size" else ""
            text += f" __attribute__(({name}({first}{value})))"
        return text.strip()


AS_IT_IS = Choice()


def one_attribute(name: str, value: int) -> Choice:
    """Return the choice of a single attribute."""
    return Choice(((name, value),))


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
    bounds = [AS_IT_IS]
    if block is not None and block < max_block:
        bounds.append(one_attribute("amdgpu_flat_work_group_size", block))
        yield bounds[-1]
    most = 8 if processor is None else processor.waves
    tried = [one for one in _WAVES if one <= most and (one < waves if spills else one >= waves)]
    for bound in bounds:
        yield from (bound | one_attribute("amdgpu_waves_per_eu", one) for one in tried)
    if processor is not None and not spills:
        for one in tried:
            registers = processor.registers // one // processor.granule * processor.granule
            if registers <= processor.limit // 2:
                yield one_attribute("amdgpu_num_vgpr", registers)
