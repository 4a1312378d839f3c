"""The report of an assessment: blocks of rows for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from porter import __version__
from porter.listing import number_of
from porter.report.blocks import Block, Row
from porter.report.causes import Cause, causes
from porter.report.gravity import Gravity
from porter.report.next_steps import as_typed
from porter.report.own_names import without_own_names
from porter.source import Severity

if TYPE_CHECKING:
    from porter.convert.assessment import Assessment, FileCost
    from porter.convert.tree_conversion import TreeConversion

#: Raised when a key changes its meaning or goes away.
FORMAT = 1

_MOST_FILES = 15
_MOST_DECISIONS = 40
#: What a person has to decide, with what for.
_ASKED = {
    Gravity.BUILD: "to build",
    Gravity.RESULT: "to compute the same",
    Gravity.LOOK: "to look at",
}


def assessment_blocks(
    cost: Assessment, conversion: TreeConversion, *, everything: bool
) -> Iterator[Block]:
    """Yield the blocks of an assessment.

    Args:
        cost: what was found.
        conversion: the tree, converted and not written.
        everything: leave no row out.
    """
    if cost.files:
        yield _overview(cost)
    if cost.families:
        yield _families(cost)
    decisions = causes(without_own_names(conversion.findings, conversion.converted))
    for gravity in _ASKED:
        if rows := [one for one in decisions if one.gravity is gravity]:
            yield _decisions(gravity, rows, everything=everything)
    busy = sorted(
        (file for file in cost.files if _weight(file) > (0, 0)), key=_weight, reverse=True
    )
    if busy:
        yield _files(busy, everything=everything)
    if rest := list(_left_out(cost, conversion)):
        yield Block("Not assessed", rest, style="warning")
    yield Block("", [Row(("", _sum(cost, decisions)), _style(cost))])
    if any(file.edits for file in cost.files):
        yield Block(
            "Next", [Row(("convert it:", f"porter convert {as_typed(conversion.project.root)}"))]
        )


def _overview(cost: Assessment) -> Block:
    """Return how many files and lines each verdict has."""
    from porter.convert.assessment import Verdict

    block = Block("Files, lines of code, lines that CUDA concerns")
    styles = {Verdict.HAND: "error", Verdict.REFUSED: "error", Verdict.LOOK: "warning"}
    for verdict in Verdict:
        files = cost.of(verdict)
        if files:
            lines = sum(file.lines for file in files)
            cuda = sum(file.cuda_lines for file in files)
            cells = (str(len(files)), str(lines), str(cuda), verdict.value)
            block.rows.append(Row(cells, styles.get(verdict, "")))
    return block


def _families(cost: Assessment) -> Block:
    block = Block("By family: edits, by hand, to look at, notes, files")
    for name, family in cost.families.items():
        counts = [family.findings.get(severity.value, 0) for severity in Severity]
        numbers = (family.edits, *counts, len(family.files))
        block.rows.append(Row((*map(str, numbers), name.replace("_", " "))))
    return block


def _decisions(gravity: Gravity, decisions: list[Cause], *, everything: bool) -> Block:
    """Return what a person has to find out, with where; most frequent first."""
    count = number_of(len(decisions), "decision")
    places = number_of(sum(one.uses for one in decisions), "place")
    block = Block(f"{gravity.title}: {count} at {places}", style=gravity.style)
    ordered = sorted(decisions, key=lambda one: -one.uses)
    shown = ordered if everything else ordered[:_MOST_DECISIONS]
    for one in shown:
        cells = (str(one.uses), one.rule, one.message)
        block.rows.append(Row(cells, gravity.style, tuple(one.lines())))
    _say_more(block, len(decisions) - len(shown))
    return block


def _files(files: list[FileCost], *, everything: bool) -> Block:
    block = Block("Files with the most to do: by hand, to look at, lines that CUDA concerns")
    shown = files if everything else files[:_MOST_FILES]
    for file in shown:
        counts = (*(str(number) for number in _weight(file)), str(file.cuda_lines))
        block.rows.append(Row((*counts, file.path)))
    _say_more(block, len(files) - len(shown))
    return block


def _left_out(cost: Assessment, conversion: TreeConversion) -> Iterator[Row]:
    for path, reason in sorted(cost.refused.items()):
        yield Row((path, reason), "error")
    for path, reason in sorted(conversion.project.unreadable.items()):
        yield Row((path, f"not read: {reason}"), "error")
    for folder, reason in sorted(conversion.project.vendored.items()):
        yield Row((folder + "/", f"{reason} (--vendored assesses it)"), "note")


def _sum(cost: Assessment, decisions: list[Cause]) -> str:
    """Return the whole in a sentence."""
    edits = sum(file.edits for file in cost.files)
    asked = [one for one in decisions if one.gravity in _ASKED]
    if not edits and not asked and not cost.refused:
        return "there is nothing of CUDA to port here"
    parts = [f"{number_of(edits, 'edit')} by rule"]
    for gravity, what in _ASKED.items():
        rows = [one for one in asked if one.gravity is gravity]
        if rows:
            files = {place.rsplit(":", 2)[0] for one in rows for place in one.places}
            count = number_of(len(rows), "decision")
            parts.append(f"{count} {what} in {number_of(len(files), 'file')}")
    if cost.refused:
        parts.append(f"{number_of(len(cost.refused), 'file')} that porter cannot convert")
    return ", ".join(parts)


def _style(cost: Assessment) -> str:
    if cost.refused or any("error" in file.findings for file in cost.files):
        return "error"
    return "warning" if any("warning" in file.findings for file in cost.files) else "good"


def _weight(file: FileCost) -> tuple[int, int]:
    return file.findings.get("error", 0), file.findings.get("warning", 0)


def _say_more(block: Block, hidden: int) -> None:
    if hidden > 0:
        block.rows.append(Row(("", f"… and {hidden} more; --all has all"), "hint"))


def assessment_document(cost: Assessment, conversion: TreeConversion) -> dict[str, Any]:
    """Return an assessment in terms of JSON."""
    options = conversion.options
    return {
        "format": FORMAT,
        "porter": __version__,
        "root": str(conversion.project.root),
        "options": {
            "to": options.target,
            "rocm": ".".join(map(str, options.rocm)),
            "warp": options.warp,
        },
        "verdicts": {
            file.verdict.value: sum(one.verdict is file.verdict for one in cost.files)
            for file in cost.files
        },
        "families": {
            name: {
                "edits": family.edits,
                "findings": family.findings,
                "files": sorted(family.files),
            }
            for name, family in cost.families.items()
        },
        "decisions": [
            {
                "rule": one.rule,
                "family": one.family,
                "severity": one.severity.value,
                "message": one.message,
                "hint": one.hint,
                "count": one.count,
                "places": [{"path": path, "line": line} for path, line in one.places],
            }
            for one in cost.decisions
        ],
        "files": [
            {
                "path": file.path,
                "language": file.language,
                "verdict": file.verdict.value,
                "lines": file.lines,
                "cuda_lines": file.cuda_lines,
                "edits": file.edits,
                "findings": file.findings,
            }
            for file in cost.files
        ],
        "not_converted": dict(cost.refused),
        "vendored": conversion.project.vendored,
        "excluded": conversion.project.excluded,
        "unreadable": conversion.project.unreadable,
    }
