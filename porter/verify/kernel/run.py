"""One run of a kernel: at one point, with the inputs of one seed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from porter.project.settings.kernel_cases import KernelCase
from porter.project.settings.settings import ProjectSettings
from porter.verify.comparison.poison import PATTERNS
from porter.verify.kernel import inputs
from porter.verify.kernel.inputs import Value


@dataclass(frozen=True, slots=True)
class KernelRun:
    """One run of a kernel.

    Attributes:
        project: the project.
        case: the kernel.
        point: value of each parameter.
        seed: for the inputs.
        pattern: word that outputs are filled with.
        is_backward: the port's waves take turns last to first: a race can hide behind their order.
    """

    project: ProjectSettings
    case: KernelCase
    point: Mapping[str, int] = field(hash=False)
    seed: int
    pattern: int
    is_backward: bool = False

    @classmethod
    def numbered(
        cls, project: ProjectSettings, case: KernelCase, point: Mapping[str, int], index: int
    ) -> KernelRun:
        """Return one of the runs of a case at a point, for the seed at `index`."""
        pattern = PATTERNS[index % len(PATTERNS)]
        return cls(project, case, point, case.seeds[index], pattern, is_backward=index % 2 == 1)

    def values(self) -> tuple[Value, ...]:
        """Return fresh arguments.

        Raises:
            PorterError: a shape or a value makes no sense.
        """
        return inputs.make(self.case, self.point, self.seed, self.pattern)


@dataclass(frozen=True, slots=True)
class KernelResult:
    """What a run of the port left.

    Attributes:
        values: the arguments after it.
        seconds: what it took.
        milliseconds: of timed launches on this machine's GPU; empty when it ran elsewhere.
    """

    values: tuple[Value, ...]
    seconds: float
    milliseconds: tuple[float, ...] = ()
