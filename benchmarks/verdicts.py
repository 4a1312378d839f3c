"""What became of the units of an archive after each converter, and the table of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.corpora import Archive, cuda_lines, fetch


@dataclass(frozen=True, slots=True)
class Checked:
    """One unit after one converter.

    Attributes:
        source: path in the original.
        converter: whose port it is.
        sides: side (an architecture or "host") -> whether it compiles.
        error: the first error, empty when there is none.
        reason: what porter reported at conversion time that explains it, empty when nothing.
    """

    source: str
    converter: str
    sides: dict[str, bool]
    error: str
    reason: str

    @property
    def passes(self) -> bool:
        """Whether all sides compile."""
        return all(self.sides.values())


@dataclass(frozen=True)
class Kept:
    """What became of an archive after one converter, kept from run to run.

    Args:
        path: the file.
        state: what the verdicts depend on; another one makes the file worthless.
    """

    path: Path
    state: str

    def read(self) -> list[Checked] | None:
        """Return the verdicts, None when there are none for this state."""
        try:
            found = json.loads(self.path.read_bytes())
        except (OSError, ValueError):
            return None
        if found["state"] != self.state:
            return None
        return [Checked(**each) for each in found["units"]]

    def write(self, checked: list[Checked]) -> list[Checked]:
        """Keep the verdicts and return them."""
        units = [asdict(each) for each in checked]
        self.path.write_text(json.dumps({"state": self.state, "units": units}), encoding="utf-8")
        return checked


def table(chosen: Sequence[Archive], results: list[list[Checked]], names: Sequence[str]) -> str:
    """Return the figures as a Markdown table."""
    lines = [
        "| archive | lines of CUDA | units | "
        + " | ".join(names)
        + " | failing after porter, reason in its report |",
        "|--|--:|--:|" + "--:|" * len(names) + "--:|",
    ]
    totals = dict.fromkeys(names, 0)
    total_units = total_failing = total_explained = 0
    for each, checked in zip(chosen, results, strict=True):
        units = len({unit.source for unit in checked})
        passed = {
            name: sum(unit.passes for unit in checked if unit.converter == name) for name in names
        }
        failing = [unit for unit in checked if unit.converter == "porter" and not unit.passes]
        explained = sum(bool(unit.reason) for unit in failing)
        lines.append(
            f"| {each.label} | {cuda_lines(fetch(each))} | {units} | "
            + " | ".join(str(passed[name]) for name in names)
            + f" | {explained} of {len(failing)} |"
        )
        total_units += units
        total_failing += len(failing)
        total_explained += explained
        for name in names:
            totals[name] += passed[name]
    lines.append(
        f"| all | | {total_units} | "
        + " | ".join(str(totals[name]) for name in names)
        + f" | {total_explained} of {total_failing} |"
    )
    return "\n".join(lines)


def document(chosen: Sequence[Archive], results: list[list[Checked]]) -> dict[str, Any]:
    """Return what became of each unit as JSON values."""
    return {
        each.label: [
            {
                "unit": unit.source,
                "converter": unit.converter,
                "sides": unit.sides,
                "error": unit.error,
                "reason": unit.reason,
            }
            for unit in checked
        ]
        for each, checked in zip(chosen, results, strict=True)
    }
