"""Kernels on both sides: the same arguments, every array compared after the run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from porter.errors import PorterError
from porter.execute import amd, nvidia
from porter.execute.gpu_build import Gpu
from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import Options, architectures
from porter.verify.comparison.arrays import ArrayComparison, compare_arrays
from porter.verify.comparison.poison import PATTERNS
from porter.verify.comparison.tolerances import BITS, Tolerance, tolerance
from porter.verify.kernel.expression import integer
from porter.verify.kernel.inputs import Array, Value
from porter.verify.kernel.launch import launch, launch_on_gpu, load
from porter.verify.kernel.reference import KernelRun, reference
from porter.verify.sides import gpu_for
from porter.verify.timing import timing
from porter.verify.verdict import Difference, Verdict, plain


def kernel_checks(project: ProjectSettings, archs: Sequence[str] = ()) -> Iterator[KernelCheck]:
    """Yield a check for each kernel of `project`, combination of parameters and architecture."""
    for case in project.kernels:
        for point in case.points():
            for arch in architectures(project, case.arch, archs):
                yield KernelCheck(project, case, point, arch)


@dataclass(frozen=True, slots=True)
class KernelCheck:
    """One kernel at one combination of its parameters on one architecture, for all its seeds."""

    project: ProjectSettings
    case: KernelCase
    parameters: Mapping[str, int]
    arch: str

    @property
    def point(self) -> str:
        """The parameters as text."""
        return " ".join(f"{name}={value}" for name, value in self.parameters.items())

    @property
    def name(self) -> str:
        """Kind, case, parameters and architecture."""
        return f"kernel {self.case.name}[{'-'.join(filter(None, (self.point, self.arch)))}]"

    def run(self, options: Options) -> Verdict:
        """Launch the port's kernel once a seed and compare with the reference."""
        differences: list[Difference] = []
        numbers, worst, seconds = 0, 0.0, 0.0
        against, note, problem, side = "", "", "", "port"
        times: tuple[list[float], list[float]] = ([], [])
        gpu: nvidia.Device | amd.Device | None = None
        try:
            gpu = gpu_for(self.arch, self.project.port)
            for index, seed in enumerate(self.case.seeds):
                pattern = PATTERNS[index % len(PATTERNS)]
                run = KernelRun(self.project, self.case, self.parameters, seed, pattern)
                side = "cuda"
                expected = reference(run, options)
                against, note = str(expected.provenance), expected.note
                side, values = "port", run.values()
                start = time.perf_counter()
                if gpu is not None:
                    times[0].extend(expected.milliseconds)
                    times[1].extend(self._launch_on(gpu, values, options.timeout))
                else:
                    load(self.project.port, self.case, self.arch)
                    start = time.perf_counter()
                    # Every second seed: a race can hide behind the order of the waves.
                    self._launch(values, backward=index % 2 == 1)
                seconds += time.perf_counter() - start
                for place, compared in self._compared(run, expected.arrays, values):
                    numbers += compared.elements
                    worst = max(worst, compared.largest_error)
                    if not compared.passed:
                        differences.append(Difference(f"{place}, seed {seed}", _reason(compared)))
                for value in values:
                    if value.overrun(pattern):
                        place = f"{value.argument.name}, seed {seed}"
                        differences.append(Difference(place, "the port wrote beside the array"))
        except PorterError as error:
            problem = plain(side, error)
        return Verdict(
            self.project.name, "kernel", self.case.name, self.arch,
            passed=not problem and not differences,
            point=self.point, numbers=numbers, worst=worst, seconds=seconds,
            differences=tuple(differences), problem=problem, against=against, note=note,
            timing=timing(gpu.name, *times) if isinstance(gpu, nvidia.Device) else None,
        )  # fmt: skip

    def _launch(self, values: Sequence[Value], *, backward: bool) -> None:
        """Launch the port's kernel on the executor."""
        port, case, point = self.project.port, self.case, self.parameters
        launch(port, case, point, self.arch, values, backward=backward)

    def _launch_on(self, gpu: Gpu, values: Sequence[Value], timeout: float) -> tuple[float, ...]:
        """Launch the port's kernel on a GPU; return milliseconds of timed launches."""
        port, case, point = self.project.port, self.case, self.parameters
        return launch_on_gpu(gpu, port, case, point, values, timeout)

    def _compared(
        self, run: KernelRun, expected: Mapping[str, Array], values: Sequence[Value]
    ) -> Iterator[tuple[str, ArrayComparison]]:
        fresh = {value.argument.name: value for value in run.values()}
        for value in values:
            argument = value.argument
            if not value.is_array:
                continue
            given = fresh[argument.name].content if argument.role == "in" else None
            yield (
                argument.name,
                compare_arrays(
                    expected[argument.name] if given is None else given,
                    value.content,
                    dtype=argument.dtype,
                    allowed=self._allowed(value),
                    order=argument.order,  # type: ignore[arg-type]
                    poison=run.pattern if argument.role == "out" else None,
                ),
            )

    def _allowed(self, value: Value) -> Tolerance:
        argument = value.argument
        if argument.bits or argument.role == "in":
            return BITS
        return tolerance(
            argument.dtype,
            terms=integer(argument.terms, self.parameters),
            accumulate=argument.accumulate or None,
            magnitude=argument.magnitude,
            ulps=argument.ulps,
        )


def _reason(compared: ArrayComparison) -> str:
    worst = f"; the worst, {compared.worst}" if compared.worst else ""
    return compared.problem + worst
