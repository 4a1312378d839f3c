"""What a compiler says of a port's units, type-checked as the port's own build files say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from porter.compile.driver import build
from porter.compile.feedback.causes import Causes, Kind
from porter.compile.feedback.compiled import feedback
from porter.compile.feedback.one_cause import REFUSED_BY_CLANG, one_cause
from porter.compile.feedback.record import ConversionRecord
from porter.compile.report import UnitReport
from porter.compile.units import find_units
from porter.errors import PorterError
from porter.files.regular import LARGEST_SETTINGS, read_regular
from porter.source import Severity
from porter.tables.gcc_options import is_gccs_own
from porter.trial.complaint import COMPILER, Complaint
from porter.trial.host_units import host_complaints, is_gccs
from porter.trial.links import link_complaints
from porter.trial.told import Told
from porter.trial.unsearched import unsearched_headers

#: Causes that are told of one unit: what follows is often of the first ones' making.
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
    note: Callable[[str], None] = lambda said: None,
) -> Iterator[Complaint]:
    """Yield why units do not type-check, each cause once at its first place, nor link.

    Args:
        port: the port.
        record: its conversion; what that reported already is left out.
        arch: the architecture whose side is checked, beside the host's.
        jobs: compilers at a time; None for as many as there are processors.
        progress: called with the number of finished steps and of all steps.
        note: is told what was not looked into.

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
    # Of a port with build files, what these do not name is no part of its build.
    origins = {unit.source: unit.origin for unit in report.units}
    is_all_guessed = set(origins.values()) == {"default"}
    units = find_units(port)
    judged = {one.source for one in units if is_gccs(one)}  # by GCC alone
    perhaps = {one.source for one in units if one.is_perhaps}
    told: dict[str, Told] = {}
    for source, errors in feedback(report, record).units.items():
        left = _MOST
        is_guess = origins[source] == "default" and not is_all_guessed
        is_guess |= source in perhaps
        for fault, cause in errors:
            if cause.kind is Kind.REPORTED or source in judged:
                continue
            is_fault = cause.kind is Kind.UNREPORTED and not is_guess
            severity = Severity.ERROR if is_fault else Severity.WARNING
            what, hint = f"{REFUSED_BY_CLANG}{fault.message}", _HINTS.get(cause.kind, _HINT)
            at = fault.file or source, max(1, fault.line)
            complaint = Complaint(*at, what, hint, COMPILER, severity)
            if (known := told.get(one_cause(fault.message))) is not None:
                known.add(complaint)
            elif left:
                left -= 1
                told[one_cause(fault.message)] = Told(complaint)
    for one in told.values():
        yield one.complaint
    refused = {unit.source for unit in report.failed} - judged
    yield from host_complaints(port, refused, jobs)
    yield from unsearched_headers(port, units)
    failed = {unit.source for unit in report.failed}
    linked = [
        one
        for one in units
        if not one.uses_torch and one.origin != "default" and one.source not in failed
    ]
    yield from link_complaints(port, arch, linked, jobs, note)
    for unit in report.units:
        yield from _left_out(port, unit, causes)


def _left_out(port: Path, unit: UnitReport, causes: Causes) -> Iterator[Complaint]:
    """Yield the flags of a unit that nvcc or GCC alone knows, and that its build still gives."""
    path, _, line = unit.origin.partition(":")
    at = int(line) if line.isdecimal() else 1
    if unit.language != "hip" or causes.of(path, at).kind is Kind.REPORTED:
        return
    flags = [one for one in unit.left_out if not one.startswith("-I")]
    if flags:
        what = f"hipcc is given what nvcc alone knows: {' '.join(flags)}"
        yield Complaint(path, at, what, "leave it out", severity=Severity.WARNING)
    gccs = [word for one in unit.refused if is_gccs_own(word := one.partition(": ")[0])]
    if gccs:
        what = f"HIP's compiler is given what GCC alone knows: {' '.join(gccs)}"
        yield Complaint(path, _line(port / path, gccs[0]) or at, what, "give it to C++ alone")


def _line(path: Path, word: str) -> int:
    """Return the first line of a build file that holds a word, 0 without one."""
    try:
        lines = read_regular(path, LARGEST_SETTINGS).splitlines()
    except OSError:
        return 0
    return next((at for at, line in enumerate(lines, 1) if word.encode() in line), 0)
