"""What a compiler says of a port's units, type-checked as the port's own build files say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from porter.compile.driver import build
from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.compiled import feedback
from porter.compile.feedback.record import ConversionRecord
from porter.compile.report import UnitReport
from porter.errors import PorterError
from porter.source import Severity
from porter.trial.complaint import COMPILER, Complaint
from porter.trial.host_units import host_complaints

#: Errors of one unit; what follows is often of the first ones' making.
_MOST = 5
_HINTS = {
    Kind.ABSENT: "install it: upstream does not bring it, either",
    Kind.UNCONVERTED: "convert the folder, too: --vendored",
}
_HINT = "write the line so that clang takes it; where the conversion made it, porter is to blame"


def unit_complaints(
    port: Path,
    record: ConversionRecord,
    arch: str,
    jobs: int | None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Iterator[Complaint]:
    """Yield the first errors of each unit that does not type-check, a place once.

    Args:
        port: the port.
        record: its conversion; what that reported already is left out.
        arch: the architecture whose side is checked, beside the host's.
        jobs: compilers at a time; None for as many as there are processors.
        progress: called with the number of finished steps and of all steps.

    Raises:
        PorterError: there is nothing to compile with.
    """
    try:
        report = build(port, [arch], True, jobs, progress=progress)
    except PorterError as error:
        if error.message.startswith("nothing to compile"):
            return
        raise
    causes = Causes(record, port)
    told: set[tuple[str, str]] = set()
    # Of a port with build files, what these do not name is no part of its build.
    origins = {unit.source: unit.origin for unit in report.units}
    is_all_guessed = set(origins.values()) == {"default"}
    for source, errors in feedback(report, record).units.items():
        left = _MOST
        is_guess = origins[source] == "default" and not is_all_guessed
        for fault, cause in errors:
            # The header that is not there, wherever it is included; else the place.
            place = "" if cause.kind is Kind.ABSENT else f"{fault.file}:{fault.line}"
            key = (place, fault.message)
            if cause.kind is Kind.REPORTED or key in told or not left:
                continue
            told.add(key)
            left -= 1
            is_fault = cause.kind is Kind.UNREPORTED and not is_guess
            yield Complaint(
                fault.file or source,
                max(1, fault.line),
                f"clang refuses the port: {fault.message}",
                _HINTS.get(cause.kind, _HINT),
                COMPILER,
                Severity.ERROR if is_fault else Severity.WARNING,
            )
    yield from host_complaints(port, {unit.source for unit in report.failed}, jobs)
    for unit in report.units:
        yield from _left_out(unit, causes)


def _left_out(unit: UnitReport, causes: Causes) -> Iterator[Complaint]:
    """Yield the flags of a unit that nvcc alone knows, and that its build still gives."""
    path, _, line = unit.origin.partition(":")
    at = int(line) if line.isdecimal() else 1
    if unit.language != "hip" or not unit.left_out or causes.of(path, at).kind is Kind.REPORTED:
        return
    flags = [one for one in unit.left_out if not one.startswith("-I")]
    if flags:
        what = f"hipcc is given what nvcc alone knows: {' '.join(flags)}"
        yield Complaint(path, at, what, "leave it out", severity=Severity.WARNING)
