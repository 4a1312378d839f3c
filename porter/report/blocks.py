"""The result of a run as blocks of rows, independent of how they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from porter.convert.own_hip_side import own_hip_side
from porter.convert.own_hip_twins import left_twins
from porter.listing import listed, number_of
from porter.port.destination import OutputMode
from porter.report.advice import without_given_advice
from porter.report.causes import Cause, causes
from porter.report.gravity import Gravity
from porter.report.next_steps import next_steps
from porter.report.own_names import without_own_names
from porter.source import Severity

if TYPE_CHECKING:
    from porter.convert.result import LocatedAccepted, LocatedFinding
    from porter.port.tree_result import TreeResult

    Findings = Sequence[tuple[str, LocatedFinding]]

_MOST = {Gravity.BUILD: 60, Gravity.RESULT: 60, Gravity.LOOK: 30, Gravity.NOTE: 10}
_MOST_ACCEPTED = 10
_MOST_WARNINGS = 30
_MOST_PATHS = 12
_TWO_SIDES = (
    "build that one, or go on with this port of its CUDA side; --exclude leaves the other out"
)
_LEFT = "build that one: the CUDA side beside it is left as it is, and --vendored converts it"


class Row(NamedTuple):
    """One line of a block.

    Attributes:
        cells: its columns; the last may be long.
        style: `error`, `warning`, `note`, `good`, `hint` or nothing.
        under: lines that belong under the last column.
    """

    cells: tuple[str, ...]
    style: str = ""
    under: tuple[str, ...] = ()


@dataclass(slots=True)
class Block:
    """Rows under a title."""

    title: str
    rows: list[Row] = field(default_factory=list)
    style: str = ""


def blocks(result: TreeResult) -> Iterator[Block]:
    """Yield the blocks of a result that have something to say."""
    findings = without_own_names(result.findings, result.conversion.converted)
    yield from _own_hip_side(result)
    yield _files(result)
    if result.edits:
        yield _edits(result.conversion.names, result.edits)
    yield from _findings(without_given_advice(causes(findings), result))
    accepted = _accepted(result.conversion.accepted)
    for block in (accepted, _not_done(result), _checks(result)):
        if block.rows:
            yield block
    yield _verdict(result.errors, findings, result.conversion.warnings)
    steps = next_steps(result)
    if steps and not result.conversion.is_type_checked:
        yield Block("", [Row(("", "no compiler has seen the port's units yet"), "hint")])
    if steps:
        yield Block("Next", [Row((what, command)) for what, command in steps])


def _own_hip_side(result: TreeResult) -> Iterator[Block]:
    """Yield what is said first of all: that there is a HIP side already."""
    told = own_hip_side(result.conversion)
    if told:
        block = Block("This project has a HIP side of its own", style="warning")
        block.rows = [Row(("", line)) for line in told[:_MOST_PATHS]]
        _say_more(block, len(told) - _MOST_PATHS)
        is_left = bool(left_twins(result.project))
        block.rows.append(Row(("", _LEFT if is_left else _TWO_SIDES), "hint"))
        yield block


def _files(result: TreeResult) -> Block:
    conversion, output, destination = result.conversion, result.output, result.destination
    changed = sum(file.changes for file in conversion.converted)
    counts = [f"{number_of(len(conversion.files), 'source file')}", f"{changed} changed"]
    if conversion.cached:
        counts.append(f"{conversion.cached} known from an earlier run")
    if destination.mode is OutputMode.OUT:
        counts.append(f"{number_of(output.copied, 'file')} copied")
    if not destination.is_dry:
        place = "" if destination.folder is None else f" to {destination.folder}/"
        counts.append(f"{number_of(output.written, 'file')} written{place}")
    rows = [Row(("", ", ".join(counts)))]
    rows += [Row(("", line)) for line in conversion.about]
    if conversion.supports:
        rows.append(Row(("", "support headers: " + ", ".join(conversion.supports))))
    return Block("Files", rows)


def _edits(names: Mapping[str, str], edits: Counter[tuple[str, str]]) -> Block:
    block = Block(f"Edits: {sum(edits.values())}")
    for (rule, detail), count in sorted(edits.items(), key=lambda item: (-item[1], item[0])):
        block.rows.append(Row((str(count), rule, names.get(rule, ""), detail)))
    return block


def _findings(found: Sequence[Cause]) -> Iterator[Block]:
    """Yield a block for each gravity, gravest first; one cause is one row."""
    for gravity in Gravity:
        rows = [one for one in found if one.gravity is gravity]
        if not rows:
            continue
        count = number_of(sum(one.uses for one in rows), "place")
        title = f"{gravity.title}: {number_of(len(rows), 'cause')} at {count}"
        block = Block(title, style=gravity.style)
        for one in rows[: _MOST[gravity]]:
            cells = (one.rule, one.message)
            block.rows.append(Row(cells, gravity.style, tuple(one.lines())))
        _say_more(block, len(rows) - _MOST[gravity])
        yield block


def _accepted(accepted: Sequence[tuple[str, LocatedAccepted]]) -> Block:
    """Return the findings that a person has accepted, each with the reason."""
    block = Block(f"Accepted: {len(accepted)}", style="note")
    for path, (finding, (line, column), reason) in accepted[:_MOST_ACCEPTED]:
        place = f"{path}:{line}:{column}"
        block.rows.append(Row((finding.rule, finding.full_message), "note", (place, reason)))
    _say_more(block, len(accepted) - _MOST_ACCEPTED)
    return block


def _not_done(result: TreeResult) -> Block:
    project, output = result.project, result.output
    block = Block("Not done", style="warning")
    for problem in result.problems:
        block.rows.append(Row((problem.path, problem.reason), "error"))
    for path, reason in sorted(output.kept.items()):
        block.rows.append(Row((path, f"not written: {reason} (--force overwrites it)"), "error"))
    for path, reason in sorted(project.unreadable.items()):
        block.rows.append(Row((path, f"not read: {reason}"), "error"))
    if output.stale:
        block.rows.append(
            Row(
                (
                    _some(output.stale),
                    "written by an earlier run; gone upstream, or renamed: remove it if unused",
                ),
                "warning",
            )
        )
    for folder, reason in sorted(project.vendored.items()):
        text = f"copied, not converted: {reason} (--vendored converts it)"
        if count := sum(path.startswith(f"{folder}/") for path in project.included):
            text += f"; but {number_of(count, 'file')} that the project includes or builds"
        if folder in project.empty_folders:
            text = f"empty: {reason} that was not fetched (git submodule update --init)"
        block.rows.append(Row((folder + "/", text), "note"))
    reasons: dict[str, list[str]] = {}
    for path, reason in project.excluded.items():
        reasons.setdefault(reason, []).append(path)
    for reason, paths in sorted(reasons.items()):
        block.rows.append(Row((_some(paths), f"left out: {reason}"), "note"))
    for warning in result.conversion.warnings:
        block.rows.append(Row(("", warning), "warning"))
    for note in result.notes:
        block.rows.append(Row(("", note), "note"))
    if project.leftovers:
        block.rows.append(
            Row((_some(project.leftovers), "temporary files of a run that was killed"), "note")
        )
    return block


def _checks(result: TreeResult) -> Block:
    """Return what was looked at once a package was renamed."""
    block = Block("Checked")
    for check in result.conversion.checks:
        failed = len(check.failures)
        text = f"{check.count - failed} of {check.count}"
        block.rows.append(Row((text, check.name), "error" if failed else "good"))
        for place, reason in check.failures[:_MOST_WARNINGS]:
            block.rows.append(Row((place, reason), "error"))
        _say_more(block, failed - _MOST_WARNINGS)
    return block


def _verdict(errors: int, findings: Findings, of_the_tree: list[str]) -> Block:
    if errors:
        text = f"{number_of(errors, 'error')}: a person has to look before the port is right"
        return Block("", [Row(("", text), "error")])
    warnings = sum(one.finding.severity is Severity.WARNING for _, one in findings)
    warnings += len(of_the_tree)
    if warnings:
        text = f"no errors; {number_of(warnings, 'warning')} to look at"
        return Block("", [Row(("", text), "warning")])
    return Block("", [Row(("", "no errors, no warnings"), "good")])


def _say_more(block: Block, hidden: int) -> None:
    if hidden > 0:
        block.rows.append(Row(("", f"… and {hidden} more; --report FILE.json has all"), "hint"))


def _some(paths: list[str]) -> str:
    return listed(sorted(paths), _MOST_PATHS)
