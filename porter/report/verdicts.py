"""Prints the table of verdicts of `porter verify`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from porter.report.kernel_coverage import coverage, is_known
from porter.verify.comparison.bound import nearest
from porter.verify.coverage import united
from porter.verify.verdict import says_something

if TYPE_CHECKING:
    from rich.console import Console

    from porter.verify.verdict import Verdict

_MOST_DIFFERENCES = 3
#: Columns of text that is not shown on a terminal.
_WIDEST = 500
#: What a remark says of one point alone: how many numbers it is about.
_COUNTS = re.compile(r"^\d+ of \d+ elements of | \(\d+ of \d+ elements\)$")
#: Failing points of one case that are shown one by one.
_MOST_POINTS = 5


def show(verdicts: Sequence[Verdict]) -> None:
    """Print a row for each case and architecture, where the sides part, and the references."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(soft_wrap=True)
    if not console.is_terminal:  # a file or a log has room for whole paths
        console.width = _WIDEST
    table = Table(box=None, pad_edge=False)
    columns = ["case", "port as", "verdict", "points", "numbers", "worst", "seconds"]
    has_kernels = any(is_known(verdict.kernels) for verdict in verdicts)
    columns += ["kernels"] if has_kernels else []
    is_timed = any(verdict.timing for verdict in verdicts)
    columns += ["cuda ms", "port ms", "ratio"] if is_timed else []
    numeric = ("points", "numbers", "seconds", "kernels", "cuda ms", "port ms", "ratio")
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in numeric else "left",
            no_wrap=column != "case",
        )
    groups = _grouped(verdicts)
    for group in groups:
        first = group[0]
        good = sum(verdict.passed for verdict in group)
        table.add_row(
            escape(first.case),
            first.arch,
            _coloured(judgement(group)),
            str(good) if good == len(group) else f"{good} of {len(group)}",
            str(sum(verdict.numbers for verdict in group)),
            f"{max(verdict.worst for verdict in group):.3g}",
            f"{sum(verdict.seconds for verdict in group):.2f}",
            *((_launched(group),) if has_kernels else ()),
            *(_times(group) if is_timed else ()),
        )
    console.print(table)
    alike = Counter(verdict.problem for verdict in verdicts if _is_stopped(verdict))
    for group in groups:
        _show_failures(console, group, alike)
        for line in remarks(group):
            console.print(escape(line))
    for line in coverage(verdicts):
        console.print(escape(line))
    for line in bounds(verdicts):
        console.print(escape(line))
    for line in references(verdicts):
        console.print(escape(line))
    for line in clocks(verdicts):
        console.print(escape(line))


def clocks(verdicts: Sequence[Verdict]) -> list[str]:
    """Return on which GPUs times were taken, a line each."""
    times = [verdict.timing for verdict in verdicts if verdict.timing is not None]
    return list(dict.fromkeys(
        f"ms: medians of both sides on this {one.device}, by events"
        if one.reference > 0 and not one.reference_device
        else f"ms: medians by events, of the port on this {one.device}"
        + (f", of CUDA's side on {one.reference_device}"
           if one.reference_device else "; CUDA's side was not timed")
        for one in times
    ))  # fmt: skip


def remarks(group: Sequence[Verdict]) -> list[str]:
    """Return what there is to say of the points of a case, once where several say the same."""
    points: dict[str, dict[str, str]] = {}
    for verdict in group:
        for line in (*verdict.remarks, *verdict.trace):
            points.setdefault(_COUNTS.sub("", line), {}).setdefault(_title(verdict), line)
    return [
        f"{next(iter(lines))}{_and_more(len(lines))}: {next(iter(lines.values()))}"
        for lines in points.values()
    ]


def references(verdicts: Sequence[Verdict]) -> list[str]:
    """Return where the references come from and why not from a better place, a line each."""
    lines = []
    for against, count in sorted(Counter(v.against for v in verdicts if v.against).items()):
        part = "" if count == len(verdicts) else f" ({count} of {len(verdicts)} checks)"
        lines.append(f"reference: {against}{part}")
    for note, count in sorted(Counter(v.note for v in verdicts if v.note).items()):
        lines.append(f"  because: {note}" + (f" ({count} checks)" if count > 1 else ""))
    return lines


def bounds(verdicts: Sequence[Verdict]) -> list[str]:
    """Return how near to what is allowed the numbers of each type come, a line a type."""
    lines = []
    for key in dict.fromkeys((v.project, v.arch) for v in verdicts if v.bounds):
        ours = [v for v in verdicts if (v.project, v.arch) == key]
        for one in nearest(bound for v in ours for bound in v.bounds):
            where = next(_title(v) for v in ours if one in v.bounds)
            lines.append(f"{key[0]} as {key[1]}, {one}, in {where}")
    return lines


def _grouped(verdicts: Sequence[Verdict]) -> list[list[Verdict]]:
    def key(verdict: Verdict) -> tuple[str, str, str, str]:
        return verdict.project, verdict.kind, verdict.case, verdict.arch

    order = {key(verdict): index for index, verdict in reversed([*enumerate(verdicts)])}
    ordered = sorted(verdicts, key=lambda verdict: order[key(verdict)])
    return [[*group] for _, group in groupby(ordered, key)]


def _times(group: Sequence[Verdict]) -> tuple[str, str, str]:
    """Return the medians of both sides, over all points together, and their ratio."""
    timed = [verdict.timing for verdict in group if verdict.timing is not None]
    if not timed:
        return "", "", ""
    reference, actual = sum(t.reference for t in timed), sum(t.actual for t in timed)
    ratio = f"{actual / reference:.2f}" if reference > 0 else ""
    return f"{reference:.4g}" if reference > 0 else "", f"{actual:.4g}", ratio


def judgement(group: Sequence[Verdict]) -> str:
    """Return in a word or two what the points of a case say together."""
    if all(verdict.passed for verdict in group):
        if not says_something(group):
            return "all refused"
        if group[0].kind == "extension":  # its kernels are those of all cases together
            return "same"
        is_begun = any(verdict.is_begun for verdict in group)
        if is_begun or not united(verdict.kernels for verdict in group).is_enough:
            return "same, in part"
        has_numbers = any(verdict.numbers for verdict in group)
        return "same" if has_numbers or group[0].kind != "program" else "same, no numbers"
    if any(verdict.is_compared and not verdict.passed for verdict in group):
        failed = any(verdict.problem for verdict in group)
        return "failed" if failed else "differs"
    return "not compared"


def _coloured(word: str) -> str:
    colours = {"same": "green", "failed": "red", "differs": "red"}
    return f"[{colours.get(word, 'yellow')}]{word}[/]"


def _launched(group: Sequence[Verdict]) -> str:
    kernels = united(verdict.kernels for verdict in group)
    if kernels.names:
        return f"{len(kernels.launched_names)}/{len(kernels.names)}"
    return "none" if is_known(kernels) else ""


def _title(verdict: Verdict) -> str:
    point = f" at {verdict.point}" if verdict.point else ""
    arch = f" ({verdict.arch})" if verdict.arch else ""
    return f"{verdict.case}{point}{arch}"


def explained(verdict: Verdict) -> list[str]:
    """Return why a check failed, a line each; empty when it passed."""
    lines = [verdict.problem] if verdict.problem else []
    for difference in verdict.differences[:_MOST_DIFFERENCES]:
        lines.append(f"{difference.place}: {difference.reason}")
        if difference.reference or difference.actual:
            lines.append(f"  cuda: {difference.reference}")
            lines.append(f"  port: {difference.actual}")
    left = len(verdict.differences) - _MOST_DIFFERENCES
    return [*lines, f"{left} more places"] if left > 0 else lines


def _is_stopped(verdict: Verdict) -> bool:
    return bool(verdict.problem) and not (verdict.passed or verdict.differences)


def _and_more(points: int) -> str:
    return f" and {points - 1} more points" if points > 1 else ""


def _show_failures(console: Console, group: Sequence[Verdict], alike: Counter[str]) -> None:
    """Print why points of a case fail; a problem that stops points of several cases once.

    Args:
        console: where to print.
        group: the points.
        alike: how many points each problem stops that is still to be told; taken out when it is.
    """
    from rich.markup import escape

    failed = []
    for verdict in (verdict for verdict in group if not verdict.passed):
        points = alike.pop(verdict.problem, 0) if _is_stopped(verdict) else 1
        if points:
            failed.append((f"{_title(verdict)}{_and_more(points)}", verdict))
    for title, verdict in failed[:_MOST_POINTS]:
        for line in explained(verdict):
            console.print(escape(line if line.startswith(" ") else f"{title}: {line}"))
    if len(failed) > _MOST_POINTS:
        title = escape(f"{group[0].case} ({group[0].arch})")
        console.print(f"{title}: {len(failed) - _MOST_POINTS} more points fail (--json has all)")
