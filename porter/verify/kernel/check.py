"""One kernel on both sides: the same arguments, every array compared after the run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.check import Check, Times, resolve_once
from porter.verify.comparison.arrays import compare_arrays
from porter.verify.comparison.result import Comparison
from porter.verify.comparison.tolerances import BITS, Tolerance, tolerance
from porter.verify.kept import Left
from porter.verify.kernel.expression import integer
from porter.verify.kernel.inputs import Value
from porter.verify.kernel.launch import launch, launch_on_gpu, load
from porter.verify.kernel.reference import ExpectedArrays, KernelReferenceSource
from porter.verify.kernel.run import KernelResult, KernelRun
from porter.verify.options import Options
from porter.verify.place import Cpu, Device, Place, device_for_port
from porter.verify.reference import Reference
from porter.verify.verdict import Label


class PreparedRun(NamedTuple):
    """A run, and what runs the port."""

    run: KernelRun
    device: Device


@dataclass(frozen=True, slots=True)
class KernelCheck(Check[PreparedRun, ExpectedArrays, KernelResult]):
    """One kernel at one combination of its parameters with the port at one place."""

    project: ProjectSettings
    case: KernelCase
    parameters: Mapping[str, int]
    place: Place

    @property
    def label(self) -> Label:
        """What the check is called."""
        point = " ".join(f"{name}={value}" for name, value in self.parameters.items())
        return Label(self.project.name, "kernel", self.case.name, str(self.place), point)

    @property
    def seeds(self) -> Sequence[int]:
        """Those of the case."""
        return self.case.seeds

    def prepare(self, index: int, seed: int, options: Options) -> PreparedRun:
        """Return the run for a seed; a GPU that is not there is found before CUDA's side runs."""
        run = KernelRun.numbered(self.project, self.case, self.parameters, index)
        return PreparedRun(run, device_for_port(self.place, self.project.port))

    def reference(self, run: PreparedRun, options: Options) -> Reference[ExpectedArrays]:
        """Return what CUDA's side leaves in memory."""
        source = KernelReferenceSource(run.run, options.timeout, options.stale_ok)
        return resolve_once(source, options.ref)

    def port(self, run: PreparedRun, options: Options) -> KernelResult:
        """Launch the port's kernel."""
        port, case, point = self.project.port, self.case, self.parameters
        values, device = run.run.values(), run.device
        times: tuple[float, ...] = ()
        if isinstance(device, Cpu):
            kernel = load(port, case, device.arch)  # compiled before the clock starts
            start = time.perf_counter()
            launch(kernel, case, point, values, backward=run.run.is_backward)
        else:
            start = time.perf_counter()
            times = launch_on_gpu(device, port, case, point, values, options.timeout)
        return KernelResult(values, time.perf_counter() - start, times)

    def compare(
        self, run: PreparedRun, expected: ExpectedArrays, actual: KernelResult
    ) -> Iterator[tuple[str, Comparison]]:
        """Yield what comparing each array, and looking around it, gives."""
        fresh = {value.argument.name: value for value in run.run.values()}
        for value in actual.values:
            argument = value.argument
            if not value.is_array:
                continue
            is_input = argument.role == "in"
            yield (
                f"{argument.name}, seed {run.run.seed}",
                compare_arrays(
                    fresh[argument.name].content if is_input else expected.arrays[argument.name],
                    value.content,
                    dtype=argument.dtype,
                    allowed=self._allowed(value),
                    order=argument.order,  # type: ignore[arg-type]
                    poison=run.run.pattern if argument.role == "out" else None,
                ).comparison,
            )
        for value in actual.values:
            if value.overrun(run.run.pattern):
                place = f"{value.argument.name}, seed {run.run.seed}"
                yield place, Comparison.failed("the port wrote beside the array")

    def left(self, actual: KernelResult) -> Left:
        """Return the arrays that the kernel may write."""
        return {
            value.argument.name: value.content
            for value in actual.values
            if value.is_array and value.argument.role != "in"
        }

    def times(
        self,
        reference: Reference[ExpectedArrays],
        actual: KernelResult,
        options: Options,
        *,
        passed: bool,
    ) -> Times:
        """Return the times of further launches."""
        return reference.result.milliseconds, actual.milliseconds

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
