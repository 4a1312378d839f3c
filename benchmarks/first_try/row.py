"""What came of a project at the first try, its line, and the table of several."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Verdicts = Sequence[Mapping[str, Any]]

_TOLD = re.compile(r"(?m)^\[\d+/(?P<all>\d+|…)\] .+? \(\w+\): (?P<verdict>[a-z, ]+) \(.*$")
_HEADER = (
    "| project | revision | cases found | compared | same | kernels that ran | exit status |",
    "|---|---|--:|--:|--:|--:|---|",
)


class Row(NamedTuple):
    """What came of a project.

    A case counts once for each architecture, and as compared where any of its points was.

    Attributes:
        name: of its folder.
        revision: of its checkout; empty where it is none.
        status: the exit status of `porter verify`, or of the command that was the last.
        found: cases: programs, functions of extensions.
        compared: those of them that were.
        same: those of them that are the same at all points.
        launched: kernels of the ports that ran.
        kernels: kernels of the ports, as far as they were built.
        reasons: why the others are not, a line each.
        seconds: what all of it took.
    """

    name: str
    revision: str
    status: int
    found: int
    compared: int
    same: int
    launched: int
    kernels: int
    reasons: Sequence[str]
    seconds: float

    @classmethod
    def stopped(cls, name: str, revision: str, status: int, why: str, seconds: float) -> Row:
        """Return the row of a project with which nothing was compared."""
        return cls(name, revision, status, 0, 0, 0, 0, 0, (why,), seconds)

    @classmethod
    def of(cls, name: str, revision: str, status: int, verdicts: Verdicts, seconds: float) -> Row:
        """Return the row of a project with what `porter verify --json` says of it."""
        cases: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        for one in verdicts:
            cases.setdefault((one["case"], one["arch"]), []).append(one)
        compared = [points for points in cases.values() if any(map(_says_something, points))]
        kernels = {
            state: {(one["arch"], name) for one in verdicts for name in one["kernels"][state]}
            for state in ("launched", "never")
        }
        return cls(
            name,
            revision,
            status,
            len(cases),
            len(compared),
            sum(not any(map(_differs, points)) for points in compared),
            len(kernels["launched"]),
            len(kernels["launched"] | kernels["never"]),
            tuple(filter(None, map(_reason, cases.values()))),
            seconds,
        )

    @classmethod
    def of_told(cls, name: str, revision: str, said: str, why: str, seconds: float) -> Row:
        """Return the row of a project of which `porter verify` had told some cases when it ended.

        Args:
            name: of its folder.
            revision: of its checkout.
            said: what `porter verify` wrote on standard error.
            why: it ended.
            seconds: what all of it took.
        """
        told = [*_TOLD.finditer(said)]
        same = [one for one in told if one["verdict"].startswith("same")]
        other = [one for one in told if one["verdict"] in ("differs", "failed")]
        reasons = (why, *(one[0] for one in told if one not in same))
        of_all = told[0]["all"] if told else "0"
        found = int(of_all) if of_all.isdigit() else len(told)  # the others were not found yet
        return cls(name, revision, 3, found, len(same) + len(other), len(same), 0, 0, reasons,
                   seconds)  # fmt: skip

    @property
    def line(self) -> str:
        """The row in words."""
        return (
            f"{self.name}: exit {self.status}, {self.found} found, {self.compared} compared, "
            f"{self.same} same, {self.launched} of {self.kernels} kernels, {self.seconds:.0f} s"
        )


def table(rows: Sequence[Row]) -> str:
    """Return rows as Markdown, with their sums."""
    lines = [*_HEADER]
    for row in rows:
        kernels = f"{row.launched} of {row.kernels}" if row.kernels else ""
        lines.append(
            f"| {row.name} | {row.revision} | {row.found} | {row.compared} | {row.same} "
            f"| {kernels} | {row.status} |"
        )
    found, compared, same, launched, kernels_ = (
        sum(getattr(row, name) for row in rows)
        for name in ("found", "compared", "same", "launched", "kernels")
    )
    all_of = f"| {len(rows)} projects | | {found} | {compared} | {same} "
    lines.append(f"{all_of}| {launched} of {kernels_} | |")
    return "\n".join(lines)


def _says_something(verdict: Mapping[str, Any]) -> bool:
    is_extension = verdict["kind"] == "extension"
    return bool(verdict["is_compared"] and (verdict["numbers"] or not is_extension))


def _differs(verdict: Mapping[str, Any]) -> bool:
    return bool(verdict["is_compared"] and not verdict["passed"])


def _reason(points: Verdicts) -> str:
    """Return why a case is not the same at an architecture; empty where it is."""
    failed = [*filter(_differs, points), *(one for one in points if not one["passed"])]
    if not failed:
        return ""
    first = failed[0]
    part = next(iter(first["differences"]), None)
    why = first["problem"]
    if not why and part is not None:
        why = f"{part['place']}: {part['reason']} [{part['reference']}] [{part['actual']}]"
    return f"{first['case']} ({first['arch']}): {' '.join(why.split())}"
