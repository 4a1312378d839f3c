"""Reads what `porter build --json` and `porter verify --json` wrote, for a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from porter.compile.report import BuildReport, CompileError, TargetReport, UnitReport
from porter.compile.resources import KernelUsage
from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.regular import LARGEST_RECORD, read_regular
from porter.verify.comparison.departures import LaunchErrors
from porter.verify.comparison.result import Difference
from porter.verify.timing import Timing
from porter.verify.verdict import Verdict

T = TypeVar("T")


def read_build(path: Path) -> BuildReport:
    """Return the report of a build.

    Raises:
        PorterError: the file cannot be read or is something else.
    """
    return _read(path, _build, "porter build --json")


def read_verdicts(path: Path) -> list[Verdict]:
    """Return the verdicts of a comparison.

    Raises:
        PorterError: as `read_build`.
    """
    return _read(path, lambda found: [_verdict(one) for one in values.rows(found)],
                 "porter verify --json")  # fmt: skip


def _read(path: Path, decoded: Callable[[Any], T], command: str) -> T:
    try:
        return decoded(values.parsed(read_regular(path, LARGEST_RECORD)))
    except OSError as error:
        raise PorterError(f"cannot be read: {error.strerror or error}", path=path) from error
    except (ValueError, KeyError, TypeError) as error:
        reason = f"the key {error} is missing" if isinstance(error, KeyError) else str(error)
        hint = f"`{command}` writes such a file"
        raise PorterError(f"is no report: {reason}", path=path, hint=hint) from error


def _build(value: Any) -> BuildReport:
    found = values.table(value)
    return BuildReport(
        Path(values.text(found["root"])),
        values.texts(found["archs"]),
        values.flag(found["syntax_only"]),
        values.text(found["llvm_version"]),
        values.text(found["rocm_version"]),
        values.text(found["torch"]),
        Path(values.text(found["folder"])),
        tuple(_unit(one) for one in values.rows(found["units"])),
        not_followed=values.texts(found["not_followed"]),
    )


def _unit(value: Any) -> UnitReport:
    found = values.table(value)
    return UnitReport(
        values.text(found["source"]),
        values.text(found["language"]),
        values.text(found["origin"]),
        values.text(found["std"]),
        tuple(_target(one) for one in values.rows(found["targets"])),
        values.texts(found["notes"]),
        refusal=values.text(found["refusal"]),
        kernels=tuple(_kernel(one) for one in values.rows(found["kernels"])),
    )


def _target(value: Any) -> TargetReport:
    found = values.table(value)
    error = found["error"]
    return TargetReport(
        values.text(found["target"]),
        values.flag(found["ok"]),
        values.number(found["seconds"]),
        None if error is None else _error(values.table(error)),
        Path(values.text(found["log"])),
    )


def _error(found: dict[str, Any]) -> CompileError:
    return CompileError(
        values.text(found["file"]), values.whole(found["line"]), values.text(found["message"])
    )


def _kernel(value: Any) -> KernelUsage:
    found = values.table(value)
    occupancy = found["occupancy"]
    return KernelUsage(
        name=values.text(found["name"]),
        symbol=values.text(found["symbol"]),
        arch=values.text(found["arch"]),
        vgprs=values.whole(found["vgprs"]),
        sgprs=values.whole(found["sgprs"]),
        agprs=values.whole(found["agprs"]),
        vgpr_spills=values.whole(found["vgpr_spills"]),
        sgpr_spills=values.whole(found["sgpr_spills"]),
        lds=values.whole(found["lds"]),
        scratch=values.whole(found["scratch"]),
        occupancy=None if occupancy is None else values.whole(occupancy),
        wavefront=values.whole(found["wavefront"]),
    )


def _verdict(value: Any) -> Verdict:
    found = values.table(value)
    timing, launches = found["timing"], found.get("launches")
    return Verdict(
        project=values.text(found["project"]),
        kind=values.text(found["kind"]),
        case=values.text(found["case"]),
        arch=values.text(found["arch"]),
        passed=values.flag(found["passed"]),
        point=values.text(found["point"]),
        numbers=values.whole(found["numbers"]),
        worst=values.number(found["worst"]),
        seconds=values.number(found["seconds"]),
        differences=tuple(_difference(one) for one in values.rows(found["differences"])),
        problem=values.text(found["problem"]),
        against=values.text(found["against"]),
        note=values.text(found["note"]),
        trace=values.texts(found["trace"]),
        timing=None if timing is None else _timing(values.table(timing)),
        launches=None if launches is None else _launches(values.table(launches)),
    )


def _difference(value: Any) -> Difference:
    found = values.table(value)
    return Difference(
        values.text(found["place"]),
        values.text(found["reason"]),
        values.text(found["reference"]),
        values.text(found["actual"]),
    )


def _timing(found: dict[str, Any]) -> Timing:
    return Timing(
        values.text(found["device"]),
        values.number(found["reference"]),
        values.number(found["actual"]),
        values.number(found["ratio"]),
        values.whole(found["runs"]),
    )


def _launches(found: dict[str, Any]) -> LaunchErrors:
    errors = (values.row(one, 2) for one in values.rows(found["errors"]))
    cells = values.rows(found["cells"])
    return LaunchErrors(
        values.text(found["where"]),
        tuple((values.text(launch), values.number(error)) for launch, error in errors),
        tuple(tuple(values.number(cell) for cell in values.rows(row)) for row in cells),
    )
