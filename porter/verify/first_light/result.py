"""What a first run on an AMD GPU amounts to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from porter import __version__
from porter.compile.report import BuildReport
from porter.toolchain.status import Part
from porter.verify.verdict import Label, Verdict
from porter.verify.verdict_json import to_json

#: Raised when a key of the document changes its meaning or goes away.
FORMAT = 1


class Agreement(StrEnum):
    """What a case gave on the GPU and on the executor."""

    BOTH_SAME = "as CUDA on both"
    GPU_DIFFERS = "as CUDA on the executor, not on the GPU"
    EXECUTOR_DIFFERS = "as CUDA on the GPU, not on the executor"
    BOTH_DIFFER = "not as CUDA on either"


@dataclass(frozen=True, slots=True)
class Pair:
    """A case on both.

    Attributes:
        gpu: what the GPU gave.
        executor: what the executor gave, which follows the GPU's architecture.
    """

    gpu: Verdict
    executor: Verdict

    @property
    def agreement(self) -> Agreement:
        """Which of the two agrees with CUDA's side."""
        if self.gpu.passed:
            same = self.executor.passed
            return Agreement.BOTH_SAME if same else Agreement.EXECUTOR_DIFFERS
        return Agreement.GPU_DIFFERS if self.executor.passed else Agreement.BOTH_DIFFER

    @property
    def is_surprising(self) -> bool:
        """Whether the two do not agree with one another about the case."""
        return self.agreement in (Agreement.GPU_DIFFERS, Agreement.EXECUTOR_DIFFERS)


@dataclass(frozen=True, slots=True)
class PortLight:
    """One port.

    Attributes:
        project: its name.
        build: what compiling it for the GPU's architecture gave; None where that was not possible.
        not_built: why it was not.
        pairs: each case on both.
        broken: files of cases that are wrong.
        same_bits: runs that left the same bits on both, as `porter.verify.kept` calls them.
        other_bits: runs that did not.
    """

    project: str
    build: BuildReport | None
    not_built: str
    pairs: tuple[Pair, ...]
    broken: tuple[Verdict, ...] = ()
    same_bits: tuple[str, ...] = ()
    other_bits: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether everything compiled and every case is as CUDA's on both."""
        return (
            self.build is not None
            and self.build.ok
            and not self.broken
            and all(pair.agreement is Agreement.BOTH_SAME for pair in self.pairs)
        )


@dataclass(frozen=True, slots=True)
class FirstLight:
    """All of a run.

    Attributes:
        place: where the ports ran, as `--on` names it.
        arch: the architecture that they were compiled for.
        is_rehearsal: the executor stood for a GPU.
        parts: compilers, headers and GPUs of the machine.
        ports: one a port.
    """

    place: str
    arch: str
    is_rehearsal: bool
    parts: tuple[Part, ...]
    ports: tuple[PortLight, ...]

    @property
    def pairs(self) -> list[Pair]:
        """All cases of all ports."""
        return [pair for port in self.ports for pair in port.pairs]

    @property
    def is_good(self) -> bool:
        """Whether there is a case, and nothing that a person has to look at."""
        return bool(self.pairs) and all(port.is_good for port in self.ports)


def paired(on_gpu: Sequence[Verdict], on_executor: Sequence[Verdict]) -> tuple[Pair, ...]:
    """Return the cases that ran on both, by their names without the place."""

    def key(verdict: Verdict) -> Label:
        return verdict.label._replace(arch="")

    known = {key(verdict): verdict for verdict in on_executor}
    return tuple(Pair(one, known[key(one)]) for one in on_gpu if key(one) in known)


def document(light: FirstLight) -> dict[str, Any]:
    """Return a run in terms of JSON."""
    return {
        "format": FORMAT,
        "porter": __version__,
        "place": light.place,
        "arch": light.arch,
        "rehearsal": light.is_rehearsal,
        "good": light.is_good,
        "machine": [asdict(part) for part in light.parts],
        "ports": [
            {
                "project": port.project,
                "good": port.is_good,
                "not_built": port.not_built,
                "units": 0 if port.build is None else len(port.build.units),
                "units_that_do_not_compile": {
                    unit.source: str(unit.error)
                    for unit in (port.build.failed if port.build else ())
                },
                "runs_with_the_same_bits": len(port.same_bits),
                "runs_with_other_bits": list(port.other_bits),
                "broken_cases": [to_json(one) for one in port.broken],
                "cases": [
                    {
                        "agreement": pair.agreement.value,
                        "gpu": to_json(pair.gpu),
                        "executor": to_json(pair.executor),
                    }
                    for pair in port.pairs
                ],
            }
            for port in light.ports
        ],
    }
