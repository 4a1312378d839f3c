"""Builds of a kernel with other unroll factors: in copies of the port, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from porter.tune.header import Header, Loop, write
from porter.tune.ranking import Candidate
from porter.tune.tuner import Tuned, Tuner
from porter.tune.writing import name_kernel, name_loops


class LoopBuilds:
    """Builds of the units that have a kernel, with its best attributes.

    Args:
        tuner: the port as it is.
        result: the kernel and its best attributes.
        macro: the kernel's name in the header.
        header: what the port's header says.
        copies: copies of the port, one for each build at a time; they are changed.

    Attributes:
        kernel: the kernel.
        loops: its loops, and where the code says how often they are unrolled.
    """

    def __init__(
        self, tuner: Tuner, result: Tuned, macro: str, header: Header, copies: Sequence[Path]
    ) -> None:
        self.kernel = result.kernel
        self._tuner = tuner
        self._copies = copies
        self._header = header.copy()
        self._header.choose(macro, self.kernel.processor, result.chosen.choice)
        for copy in copies:
            name_kernel(copy, self.kernel, macro)
            self.loops = name_loops(copy, self.kernel, macro)
        self._header.loops |= {name: Loop(one.factor) for name, one in self.loops.items()}
        units = {one.unit for one in self.kernel.instances}
        others = [f"/{one.source}" for one in tuner.report.units if one.source not in units]
        self._exclude = [*tuner.exclude, *others]

    def tried(self, factors: Sequence[Mapping[str, int]]) -> list[Candidate]:
        """Return what the kernel is with the factors of each, loop -> factor.

        Raises:
            PorterError: the port does not compile with them.
        """
        with ThreadPoolExecutor(self._tuner.jobs) as pool:
            return list(pool.map(self._built, self._copies, factors))

    def _built(self, copy: Path, factors: Mapping[str, int]) -> Candidate:
        header = self._header.copy()
        for loop, factor in factors.items():
            header.loops[loop].factors[self.kernel.processor] = (factor, "")
        write(copy, header)
        one = Tuner(
            copy, [self.kernel.arch], copy.with_name("objects"), 1, self._tuner.rocm,
            exclude=self._exclude,
        )  # fmt: skip
        return one.as_built()[self.kernel.name, self.kernel.arch]
