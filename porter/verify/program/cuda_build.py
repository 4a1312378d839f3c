"""Builds a folder of CUDA's side such that programs of CUDA's come of it, where any can."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from porter.own_build.systems import Target
from porter.verify.place import Device
from porter.verify.program.cuda_programs import cuda_programs
from porter.verify.program.cuda_switches import Switch, cuda_switches
from porter.verify.program.own_build import BuiltTree, built_tree

_SECONDS = 1800.0
#: Programs that are named where several are left out.
_NAMED = 4


class CudaBuild(NamedTuple):
    """What came of it.

    Attributes:
        built: the copy in which the build ran.
        programs: those of CUDA's, relative to it.
        switch: what turned CUDA on; None where nothing had to.
        problem: why there are no programs, or fewer than there should be; empty when all is well.
    """

    built: BuiltTree
    programs: tuple[str, ...]
    switch: Switch | None = None
    problem: str = ""

    @property
    def is_of_the_host(self) -> bool:
        """Whether it makes programs, and none of CUDA's."""
        return bool(self.built.programs) and not (self.programs or self.built.problem)

    @property
    def is_of_libraries(self) -> bool:
        """Whether it ended well and made shared libraries, and no program."""
        if self.built.programs or self.built.problem:
            return False
        return next(self.built.root.rglob("*.so"), None) is not None


def cuda_build(upstream: Path, target: Target, device: Device, *, may_switch: bool) -> CudaBuild:
    """Build a folder, and once more with what turns CUDA on where it makes nothing of CUDA's.

    Args:
        upstream: CUDA's side.
        target: what is built.
        device: what it is built for.
        may_switch: whether anything of CUDA's can come of it.

    Raises:
        PorterError: it cannot be built at all.
    """
    folder = target.folder.relative_to(upstream).as_posix()
    built = built_tree(upstream, folder, target.system, device, _SECONDS)
    programs = cuda_programs(built)
    if programs or built.problem:
        return CudaBuild(built, programs, problem=built.problem)
    others = f" of CUDA's, but {listed(built.programs)}" if built.programs else ""
    problem = f"{target.system.value} in {folder} makes no program{others}"
    for switch in cuda_switches(upstream, folder, target.system) if may_switch else ():
        on = built_tree(upstream, folder, target.system, device, _SECONDS, switch.variables)
        programs = cuda_programs(on)
        if programs:
            return CudaBuild(on, programs, switch, on.problem)
        problem += f"; with {switch} {on.problem or 'neither'}"
    return CudaBuild(built, (), problem=problem)


def listed(programs: Sequence[str]) -> str:
    """Return the names of programs that are left out, the first ones."""
    more = f" and {len(programs) - _NAMED} more" if len(programs) > _NAMED else ""
    return ", ".join(programs[:_NAMED]) + more
