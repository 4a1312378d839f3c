"""What a page holds of a comparison: verdicts, errors of each case, the launch that differs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from porter.report.html.charts import Bar, bars, heat_map, powers
from porter.report.verdicts import explained, references
from porter.verify.coverage import Kernels, united

if TYPE_CHECKING:
    from porter.verify.verdict import Verdict


class Case(NamedTuple):
    """The points of a case at one place.

    Attributes:
        project: whose case it is.
        kind: program, kernel or extension.
        name: the case.
        arch: where the port ran.
        good: how many points agree.
        points: how many there are.
        numbers: how many numbers were compared.
        worst: the largest absolute difference.
        seconds: what the runs of the port took.
        said: why points fail, and what tracing said.
        errors: a chart of the error of each launch; empty without a trace.
        heat: a map of the first array that differs; empty without a trace.
        where: what the map shows.
    """

    project: str
    kind: str
    name: str
    arch: str
    good: int
    points: int
    numbers: int
    worst: float
    seconds: float
    said: tuple[str, ...]
    errors: Markup
    heat: Markup
    where: str

    @property
    def passed(self) -> bool:
        """Whether all points agree."""
        return self.good == self.points


class ParityView(NamedTuple):
    """A comparison, ready for a page.

    Attributes:
        cases: those that fail first.
        chart: the error of each point of each case.
        coverage: how much each project compared, as a chart.
        kernels: which share of each project's kernels ran, as a chart; empty where none is known.
        never: (project and place, kernels that never ran).
        references: where the references come from.
        passed: how many cases agree.
    """

    cases: tuple[Case, ...]
    chart: Markup
    coverage: Markup
    kernels: Markup
    never: tuple[tuple[str, tuple[str, ...]], ...]
    references: tuple[str, ...]
    passed: int


def parity_view(verdicts: Sequence[Verdict]) -> ParityView:
    """Return what a page shows of a comparison."""

    def key(one: Verdict) -> tuple[str, str, str, str]:
        return one.project, one.kind, one.case, one.arch

    grouped = [(name, [*group]) for name, group in groupby(sorted(verdicts, key=key), key)]
    cases = sorted((_case(name, group) for name, group in grouped), key=lambda one: one.passed)
    rows = [
        (f"{case} {arch}", [(one.worst, "good" if one.passed else "error") for one in group])
        for (_, _, case, arch), group in grouped
    ]
    ran = _kernels(verdicts)
    return ParityView(
        tuple(cases),
        powers("Largest absolute difference of each point", rows),
        bars("Numbers compared, by project and kind", _coverage(verdicts)),
        bars("Share of the kernels that ran", [_share(*one) for one in ran.items()], 1)
        if ran
        else Markup(""),
        tuple(
            (label, tuple(sorted(one.never_names))) for label, one in ran.items() if one.never_names
        ),
        tuple(references(verdicts)),
        sum(one.passed for one in cases),
    )


def _case(name: tuple[str, str, str, str], group: Sequence[Verdict]) -> Case:
    failed = [one for one in group if not one.passed]
    said = [
        f"{one.point}: {line}" if one.point else line for one in failed for line in explained(one)
    ]
    said += [line for one in group for line in one.trace]
    traced = next((one.launches for one in group if one.launches is not None), None)
    errors, heat, where = Markup(""), Markup(""), ""
    if traced is not None:
        where = traced.where
        errors = bars(
            "Error after each launch, relative to the norm",
            [Bar(launch, error, "error", f"{error:.2g}") for launch, error in traced.errors],
        )
        if traced.cells:
            heat = heat_map("Where the first array that differs is wrong", traced.cells)
    return Case(
        *name,
        len(group) - len(failed),
        len(group),
        sum(one.numbers for one in group),
        max(one.worst for one in group),
        sum(one.seconds for one in group),
        tuple(said),
        errors,
        heat,
        where,
    )


def _coverage(verdicts: Sequence[Verdict]) -> list[Bar]:
    totals: dict[str, tuple[int, int, bool]] = {}
    for one in verdicts:
        label = f"{one.project}, {one.kind}s"
        numbers, points, passed = totals.get(label, (0, 0, True))
        totals[label] = (numbers + one.numbers, points + 1, passed and one.passed)
    return [
        Bar(label, numbers, "good" if passed else "error", f"{numbers:,} at {points} points")
        for label, (numbers, points, passed) in totals.items()
    ]


def _kernels(verdicts: Sequence[Verdict]) -> dict[str, Kernels]:
    """Return the kernels of each project at each place where they are known."""
    found: dict[str, list[Kernels]] = {}
    for one in verdicts:
        if one.kernels.names:
            found.setdefault(f"{one.project} as {one.arch}", []).append(one.kernels)
    return {label: united(kernels) for label, kernels in found.items()}


def _share(label: str, kernels: Kernels) -> Bar:
    ran, there = len(kernels.launched_names), len(kernels.names)
    return Bar(label, ran / there, "good" if kernels.is_enough else "error", f"{ran} of {there}")
