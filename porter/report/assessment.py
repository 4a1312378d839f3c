"""The report of an assessment: blocks of rows for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from porter import __version__
from porter.listing import listed, number_of
from porter.report.blocks import Block, Row
from porter.source import Severity

if TYPE_CHECKING:
    from porter.convert.assessment import Assessment, Decision, FileCost
    from porter.convert.tree_conversion import TreeConversion

#: Raised when a key changes its meaning or goes away.
FORMAT = 1

_MOST_FILES = 15
_MOST_DECISIONS = 40
_MOST_PLACES = 3
_TITLES = {
    Severity.ERROR: "To do by hand",
    Severity.WARNING: "To look at",
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
    for severity in _TITLES:
        if decisions := cost.decided(severity):
            yield _decisions(severity, decisions, everything=everything)
    busy = sorted(
        (file for file in cost.files if _weight(file) > (0, 0)), key=_weight, reverse=True
    )
    if busy:
        yield _files(busy, everything=everything)
    if rest := list(_left_out(cost, conversion)):
        yield Block("Not assessed", rest, style="warning")
    yield Block("", [Row(("", _sum(cost)), _style(cost))])


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


def _decisions(severity: Severity, decisions: list[Decision], *, everything: bool) -> Block:
    """Return what a person has to find out, with where."""
    count = number_of(len(decisions), "decision")
    places = number_of(sum(one.count for one in decisions), "place")
    block = Block(f"{_TITLES[severity]}: {count} at {places}", style=severity.value)
    shown = decisions if everything else decisions[:_MOST_DECISIONS]
    for one in shown:
        under = listed((f"{path}:{line}" for path, line in one.places), _MOST_PLACES)
        lines = (under, *([one.hint] if one.hint else []))
        block.rows.append(Row((str(one.count), one.rule, one.message), severity.value, lines))
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


def _sum(cost: Assessment) -> str:
    """Return the whole in a sentence."""
    by_hand, to_review = cost.decided(Severity.ERROR), cost.decided(Severity.WARNING)
    edits = sum(file.edits for file in cost.files)
    if not edits and not by_hand and not to_review and not cost.refused:
        return "there is nothing of CUDA to port here"
    parts = [f"{number_of(edits, 'edit')} by rule"]
    for decisions, what in ((by_hand, "by hand"), (to_review, "to look at")):
        files = {path for one in decisions for path, _ in one.places}
        if decisions:
            count = number_of(len(decisions), "decision")
            parts.append(f"{count} {what} in {number_of(len(files), 'file')}")
    if cost.refused:
        parts.append(f"{number_of(len(cost.refused), 'file')} that porter cannot convert")
    return ", ".join(parts)


def _style(cost: Assessment) -> str:
    if cost.refused or cost.decided(Severity.ERROR):
        return "error"
    return "warning" if cost.decided(Severity.WARNING) else "good"


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
