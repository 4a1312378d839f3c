"""Says what each case of `porter verify` gave as soon as all of its points are known."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from porter.listing import number_of
from porter.report.verdicts import explained, judgement

if TYPE_CHECKING:
    from porter.verify.verdict import Label, Verdict

#: Columns of a reason; the table at the end has the whole.
_WIDEST = 200


class AsTheyCome:
    """Takes verdicts one by one, and prints a line for each case at each place.

    The lines go to standard error: what a command prints of the whole run is for pipes.

    Args:
        labels: of all checks that will be run.
        may_grow: more may be found meanwhile: how many cases there are is not said.
    """

    def __init__(self, labels: Iterable[Label] = (), *, may_grow: bool = False) -> None:
        self._due: Counter[tuple[str, ...]] = Counter()
        self._told, self._may_grow = 0, may_grow
        self._points: dict[tuple[str, ...], list[Verdict]] = {}
        self.expect(labels)

    def expect(self, labels: Iterable[Label]) -> None:
        """Take what further checks are called."""
        self._due.update(label[:4] for label in labels)

    def __call__(self, verdict: Verdict) -> None:
        """Take a verdict, and print the line of its case where it is the last."""
        key = verdict.label[:4]
        points = self._points.setdefault(key, [])
        points.append(verdict)
        if len(points) != self._due[key]:
            return
        self._told += 1
        of_all = "…" if self._may_grow else len(self._due)
        print(f"[{self._told}/{of_all}] {_line(points)}", file=sys.stderr, flush=True)


def _line(points: list[Verdict]) -> str:
    """Return in a line what the points of a case gave."""
    first = points[0]
    counts = [number_of(sum(point.numbers for point in points), "number"),
              f"{sum(point.seconds for point in points):.2f} s"]  # fmt: skip
    if len(points) > 1:
        good = sum(point.passed for point in points)
        counts.insert(0, f"{good} of {len(points)} points")
    failed = next((point for point in points if not point.passed), None)
    reason = f": {' '.join(explained(failed)[0].split())}" if failed is not None else ""
    line = f"{first.case} ({first.arch}): {judgement(points)} ({', '.join(counts)}){reason}"
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1]}…"
