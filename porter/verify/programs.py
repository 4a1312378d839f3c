"""Programs on both sides: build, run, compare exit status and what they print."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from porter.errors import PorterError
from porter.execute import cpu
from porter.project.settings import ProgramCase, ProjectSettings
from porter.verify.output import Difference, compare_output
from porter.verify.recording import Recording
from porter.verify.reference import reference


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one case gave on one architecture.

    Attributes:
        case: name of the case.
        arch: the architecture that the port ran as.
        passed: both sides agree.
        numbers: how many numbers were compared.
        worst: largest absolute difference among them.
        seconds: what the run of the port took, without building it.
        differences: where the sides part.
        problem: why a side could not be built or run; empty when both were.
        against: where the reference comes from.
    """

    case: str
    arch: str
    passed: bool
    numbers: int = 0
    worst: float = 0.0
    seconds: float = 0.0
    differences: tuple[Difference, ...] = field(default=())
    problem: str = ""
    against: str = ""


def verify_programs(
    project: ProjectSettings, way: str, *, stale_ok: bool = False, timeout: float = 600
) -> Iterator[Verdict]:
    """Yield a verdict for each program of `project` on each of its architectures.

    Args:
        project: what to compare.
        way: how to have the reference; one of `reference.WAYS`.
        stale_ok: accept recordings of other sources.
        timeout: seconds after which a run is given up.
    """
    for case in project.programs:
        try:
            expected = reference(project, case, way, stale_ok=stale_ok, timeout=timeout)
        except PorterError as error:
            for arch in case.arch or project.arch:
                yield Verdict(case.name, arch, passed=False, problem=str(error))
            continue
        for arch in case.arch or project.arch:
            yield _verdict(project, case, arch, expected, timeout)


def _verdict(
    project: ProjectSettings, case: ProgramCase, arch: str, expected: Recording, timeout: float
) -> Verdict:
    against = str(expected.provenance)
    try:
        program = cpu.build(project.port / case.source, arch=arch, flags=case.flags)
        start = time.perf_counter()
        run = program.run(case.args, timeout=timeout, cwd=project.port)
        seconds = time.perf_counter() - start
    except PorterError as error:
        return Verdict(case.name, arch, False, problem=str(error), against=against)
    compared = compare_output(
        expected.stdout, run.stdout, rtol=case.rtol, atol=case.atol, ignore=case.ignore
    )
    problem = ""
    if run.returncode != expected.returncode:
        said = run.stderr.strip().splitlines()
        problem = f"exit status {run.returncode} instead of {expected.returncode}"
        problem += f": {said[-1]}" if said else ""
    return Verdict(
        case.name,
        arch,
        passed=not problem and not compared.differences,
        numbers=compared.numbers,
        worst=compared.worst,
        seconds=seconds,
        differences=compared.differences,
        problem=problem,
        against=against,
    )
