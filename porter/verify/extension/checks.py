"""Cases of extensions as checks: run on both sides, every output and gradient compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.project.settings import ProjectSettings
from porter.verify.check import Options, architectures
from porter.verify.comparison import ArrayComparison, compare_arrays
from porter.verify.extension.process import Result
from porter.verify.extension.sides import CPU, Sides, chosen, described
from porter.verify.formats import encode, named
from porter.verify.poison import PATTERNS
from porter.verify.tolerances import BITS, tolerance
from porter.verify.verdict import Difference, Verdict

#: Seeds of the inputs.
SEEDS = (0, 1)
_TIMEOUT = 600.0
_NO_BETTER = "there is no NVIDIA GPU with nvcc, and cases of extensions are not recorded"


def extension_checks(
    project: ProjectSettings, archs: Sequence[str] = ()
) -> Iterator[ExtensionCheck]:
    """Yield a check for each case of `project`, combination of parameters and architecture.

    Raises:
        PorterError: the file of cases is wrong.
    """
    if project.cases is None:
        return
    sides = Sides(project)
    for case, points in sides.points(_TIMEOUT).items():
        for index, point in enumerate(points):
            for arch in architectures(project, (), archs):
                yield ExtensionCheck(sides, case, index, point, arch)


@dataclass(frozen=True, slots=True)
class ExtensionCheck:
    """One case at one combination of its parameters on one architecture, for all seeds.

    Attributes:
        sides: what runs it.
        case: its name.
        index: of the point among the case's.
        point: the parameters as text.
        arch: the architecture that the port runs as.
    """

    sides: Sides
    case: str
    index: int
    point: str
    arch: str

    @property
    def name(self) -> str:
        """Kind, case, parameters and architecture."""
        return f"extension {self.case}[{'-'.join(filter(None, (self.point, self.arch)))}]"

    def run(self, options: Options) -> Verdict:
        """Run the port's case once a seed and compare with the reference."""
        differences: list[Difference] = []
        numbers, worst, seconds = 0, 0.0, 0.0
        problem = ""
        against, note = "", ""
        try:
            ref = chosen(options.ref)
            against = described(ref)
            note = _NO_BETTER if ref == CPU and not options.ref else ""
            for seed in SEEDS:
                run = (self.case, self.index, seed, options.timeout)
                expected = self.sides.reference(ref, *run)
                actual = self.sides.process(self.arch).run(*run)
                seconds += actual.seconds
                for name, compared in compare(expected, actual):
                    numbers += compared.elements
                    worst = max(worst, compared.largest_error)
                    if not compared.passed:
                        differences.append(Difference(f"{name}, seed {seed}", _reason(compared)))
        except PorterError as error:
            problem = str(error)
        return Verdict(
            self.sides.project.name, "extension", self.case, self.arch,
            passed=not problem and not differences,
            point=self.point, numbers=numbers, worst=worst, seconds=seconds,
            differences=tuple(differences), problem=problem,
            against=against, note=note,
        )  # fmt: skip


def compare(expected: Result, actual: Result) -> Iterator[tuple[str, ArrayComparison]]:
    """Yield each output's name and comparison.

    Raises:
        PorterError: the sides return other outputs.
    """
    if set(expected.arrays) != set(actual.arrays):
        sides = (", ".join(sorted(result.arrays)) for result in (actual, expected))
        raise PorterError("the port returns {} and the reference {}".format(*sides))
    for name, about in actual.about.items():
        reference = expected.arrays[name]
        yield name, _compared(reference, actual.arrays[name], about)


def _compared(
    reference: NDArray[Any], actual: NDArray[Any], about: Mapping[str, Any]
) -> ArrayComparison:
    dtype = about["dtype"]
    if about["exact"] and reference.dtype == np.float64:
        reference = encode(reference, named(dtype))
    allowed = BITS if about["exact"] else tolerance(
        dtype,
        terms=about["terms"],
        accumulate=about["accumulate"],
        magnitude=about["magnitude"],
    )  # fmt: skip
    return compare_arrays(reference, actual, dtype=dtype, allowed=allowed, poison=PATTERNS[0])


def _reason(compared: ArrayComparison) -> str:
    worst = f"; the worst, {compared.worst}" if compared.worst else ""
    return compared.problem + worst
