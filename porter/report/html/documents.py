"""Reads what `porter build --json` and `porter verify --json` wrote, for a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from porter.compile.errors import CompileError
from porter.compile.report import BuildReport, TargetReport, UnitReport
from porter.compile.resources import KernelUsage
from porter.errors import PorterError
from porter.files import json_values as values
from porter.files.regular import LARGEST_RECORD, read_regular
from porter.verify.verdict import Verdict
from porter.verify.verdict_json import from_json

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
    return _read(path, lambda found: [from_json(one) for one in values.rows(found)],
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
