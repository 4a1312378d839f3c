"""Cases of extensions as checks: run on both sides, every output and gradient compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from porter.errors import PorterError
from porter.execute import nvidia
from porter.execute.cpu.wave_order import environment
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import Options, architectures
from porter.verify.comparison.arrays import ArrayComparison, compare_arrays
from porter.verify.comparison.formats import encode, named
from porter.verify.comparison.poison import PATTERNS
from porter.verify.comparison.tolerances import BITS, tolerance
from porter.verify.extension.process import Result
from porter.verify.extension.reference import SEEDS, reference
from porter.verify.extension.sides import TORCH, Sides
from porter.verify.extension.tracing import traced_case, traced_port
from porter.verify.sides import AMD, NVIDIA
from porter.verify.timing import Timing, timing
from porter.verify.tracing import compared
from porter.verify.verdict import Difference, Verdict, plain

_TIMEOUT = 600.0
_NOT_ON_AMD = "extensions are not built for AMD GPUs yet: the port ran on the cpu executor"


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
    note = _NOT_ON_AMD if AMD in archs else ""
    archs = [arch for arch in archs if arch != AMD]
    for case, points in sides.points(_TIMEOUT).items():
        for index, point in enumerate(points):
            for arch in architectures(project, (), archs):
                yield ExtensionCheck(sides, case, index, point, arch, note)


@dataclass(frozen=True, slots=True)
class ExtensionCheck:
    """One case at one combination of its parameters on one architecture, for all seeds.

    Attributes:
        sides: what runs it.
        case: its name.
        index: of the point among the case's.
        point: the parameters as text.
        arch: the architecture that the port runs as.
        note: why it does not run elsewhere.
    """

    sides: Sides
    case: str
    index: int
    point: str
    arch: str
    note: str = ""

    @property
    def name(self) -> str:
        """Kind, case, parameters and architecture."""
        return f"extension {self.case}[{'-'.join(filter(None, (self.point, self.arch)))}]"

    def run(self, options: Options) -> Verdict:
        """Run the port's case once a seed and compare with the reference."""
        differences: list[Difference] = []
        numbers, worst, seconds = 0, 0.0, 0.0
        against, note, problem, side = "", "", "", "port"
        times: Timing | None = None
        try:
            for seed in SEEDS:
                side = "reference"
                if options.ref == TORCH:  # before a build that would be for nothing
                    self.sides.run(TORCH, self.case, self.index, seed, options.timeout)
                side = "port"
                actual = self._port(seed, options.timeout)
                side = "reference" if options.ref == TORCH else "cuda"
                seconds += actual.seconds
                point = (self.index, self.point)
                chosen = reference(self.sides, self.case, point, seed, actual.inputs, options)
                expected, against = chosen.value
                note = "; ".join(filter(None, (self.note, chosen.note)))
                for name, found in compare(expected, actual):
                    numbers += found.elements
                    worst = max(worst, found.largest_error)
                    if not found.passed:
                        differences.append(Difference(f"{name}, seed {seed}", _reason(found)))
                if self.arch == NVIDIA and times is None:
                    times = timing(
                        nvidia.required().name, expected.milliseconds, actual.milliseconds
                    )
        except PorterError as error:
            # Of a build the first error is enough; a crash has a few lines, and all of them matter.
            problem = plain(side, error) if " error: " in error.message else f"{side}: {error}"
        return Verdict(
            self.sides.project.name, "extension", self.case, self.arch,
            passed=not problem and not differences,
            point=self.point, numbers=numbers, worst=worst, seconds=seconds,
            differences=tuple(differences), problem=problem,
            against=against, note=note, timing=times,
            trace=() if problem or options.trace == "off" else self._traced(options),
        )  # fmt: skip

    def _port(self, seed: int, timeout: float) -> Result:
        """Run the port's case; every second seed with the waves of a block backward."""
        run = (self.arch, self.case, self.index, seed, timeout)
        if self.arch == NVIDIA:
            return self.sides.run(*run)
        return self.sides.run(*run, environment(backward=seed % 2 == 1))

    def _traced(self, options: Options) -> tuple[str, ...]:
        """Compare the first seed's launches."""
        run = (self.sides, self.case, self.index, options.timeout)
        try:
            side = traced_case(*run, self.point)
            return compared(
                side, traced_port(*run, self.arch), options, port_on_gpu=self.arch == NVIDIA
            )
        except PorterError as error:
            return (plain("no trace", error),)


def compare(expected: Result, actual: Result) -> Iterator[tuple[str, ArrayComparison]]:
    """Yield each output's name and comparison.

    Raises:
        PorterError: the sides return other outputs.
    """
    if set(expected.arrays) != set(actual.arrays):
        sides = (", ".join(sorted(result.arrays)) for result in (actual, expected))
        raise PorterError("the port returns {} and the reference {}".format(*sides))
    for name, about in actual.about.items():
        wanted, given = expected.arrays[name], actual.arrays[name]
        places = expected.samples.get(name)
        if places is None or expected.shapes[name] != given.shape:
            yield name, _compared(wanted, given, about)
        else:
            found = _compared(wanted, given.reshape(-1)[places], about)
            yield name, _placed(found, places, given.shape)


def _placed(
    compared: ArrayComparison, places: NDArray[np.int64], shape: tuple[int, ...]
) -> ArrayComparison:
    """Return a comparison of samples with the place of the worst one in the whole output."""
    if compared.worst is None:
        return compared
    index = np.unravel_index(int(places[compared.worst.index[0]]), shape)
    return replace(compared, worst=replace(compared.worst, index=tuple(map(int, index))))


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
    return compare_arrays(
        reference, actual, dtype=dtype, allowed=allowed, order=about["order"], poison=PATTERNS[0]
    )


def _reason(compared: ArrayComparison) -> str:
    worst = f"; the worst, {compared.worst}" if compared.worst else ""
    return compared.problem + worst
