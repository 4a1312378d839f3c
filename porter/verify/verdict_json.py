"""A verdict as JSON: what `porter verify --json` prints, and parts of a run hold."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from porter.files.json_values import fields, flag, number, row, rows, text, texts, whole
from porter.verify.comparison.bound import Bound
from porter.verify.comparison.departures import LaunchErrors
from porter.verify.comparison.result import Difference
from porter.verify.coverage import Kernels
from porter.verify.timing import Timing
from porter.verify.verdict import Verdict

#: What JSON has no number for, and what is written in its place.
_NO_NUMBERS = {"inf": float("inf"), "-inf": float("-inf"), "nan": float("nan")}
_KEYS = tuple(Verdict.__dataclass_fields__)


def to_json(verdict: Verdict) -> dict[str, Any]:
    """Return a verdict in terms of JSON; infinities and NaN are texts."""
    found = asdict(verdict)
    kernels = verdict.kernels
    found["kernels"] = {
        "launched": sorted(kernels.launched),
        "never": sorted(kernels.never),
        "of_libraries": None if kernels.of_libraries is None else sorted(kernels.of_libraries),
    }
    found["worst"] = _written(verdict.worst)
    found["bounds"] = [[_written(one) if isinstance(one, float) else one for one in bound]
                       for bound in verdict.bounds]  # fmt: skip
    if verdict.timing is not None:
        for key in ("reference", "ratio"):
            found["timing"][key] = _written(found["timing"][key])
    return found


def from_json(value: Any) -> Verdict:
    """Return the verdict that `to_json` was given.

    Raises:
        ValueError: it was given none.
    """
    found = fields(value, _KEYS)
    kernels = fields(found["kernels"], ("launched", "never", "of_libraries"))
    libraries = kernels["of_libraries"]
    launched, never = (frozenset(texts(kernels[key])) for key in ("launched", "never"))
    timing, launches = found["timing"], found["launches"]
    return Verdict(
        project=text(found["project"]),
        kind=text(found["kind"]),
        case=text(found["case"]),
        arch=text(found["arch"]),
        passed=flag(found["passed"]),
        point=text(found["point"]),
        numbers=whole(found["numbers"]),
        worst=_read(found["worst"]),
        bounds=tuple(map(_bound, rows(found["bounds"]))),
        seconds=number(found["seconds"]),
        differences=tuple(map(_difference, rows(found["differences"]))),
        problem=text(found["problem"]),
        against=text(found["against"]),
        note=text(found["note"]),
        trace=texts(found["trace"]),
        timing=None if timing is None else _timing(timing),
        is_compared=flag(found["is_compared"]),
        is_begun=flag(found["is_begun"]),
        remarks=texts(found["remarks"]),
        kernels=Kernels(
            launched | never, launched, None if libraries is None else frozenset(texts(libraries))
        ),
        launches=None if launches is None else _launches(launches),
    )


def _bound(value: Any) -> Bound:
    dtype, share, error, allowed, origin = row(value, 5)
    return Bound(text(dtype), _read(share), _read(error), _read(allowed), text(origin))


def _difference(value: Any) -> Difference:
    keys = ("place", "reason", "reference", "actual")
    found = fields(value, keys)
    return Difference(*(text(found[key]) for key in keys))


def _timing(value: Any) -> Timing:
    keys = ("device", "reference", "actual", "ratio", "runs")
    found = fields(value, keys, ("reference_device",))
    return Timing(
        text(found["device"]),
        _read(found["reference"]),
        number(found["actual"]),
        _read(found["ratio"]),
        whole(found["runs"]),
        text(found.get("reference_device", "")),
    )


def _launches(value: Any) -> LaunchErrors:
    found = fields(value, ("where", "errors", "cells"))
    errors = (row(one, 2) for one in rows(found["errors"]))
    return LaunchErrors(
        text(found["where"]),
        tuple((text(launch), number(error)) for launch, error in errors),
        tuple(tuple(number(cell) for cell in rows(one)) for one in rows(found["cells"])),
    )


def _written(value: float) -> float | str:
    return repr(value) if repr(value) in _NO_NUMBERS else value


def _read(value: Any) -> float:
    return _NO_NUMBERS[value] if type(value) is str and value in _NO_NUMBERS else number(value)
