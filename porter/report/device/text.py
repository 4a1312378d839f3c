"""Findings of programs as text, as sanitizers print theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from porter.listing import number_of
from porter.report.device import wording

if TYPE_CHECKING:
    from porter.execute.cpu.checking.findings import Finding
    from porter.execute.cpu.checking.symbols import Frame

#: Calls of a stack that are shown.
_MOST_FRAMES = 12


def text(findings: Sequence[Finding], folder: Path) -> str:
    """Return findings as text, with a line at the end that counts them.

    Args:
        findings: what was found.
        folder: that paths are relative to.
    """
    lines = [line for finding in findings for line in _finding(finding, folder)]
    count = number_of(len(findings), "finding") if findings else "nothing"
    return "\n".join([*lines, f"porter: {count} found while the program ran"]) + "\n"


def _finding(finding: Finding, folder: Path) -> Iterator[str]:
    yield f"porter: {finding.check}: {wording.sentence(finding)}"
    if finding.item is not None:
        yield from _stack("at", finding.item.place, folder)
        yield f"    {wording.of_item(finding.item)}"
    yield from _stack("called at", finding.called, folder)
    if finding.other is not None:
        more = f", and {finding.other.count - 1} more" if finding.other.count > 1 else ""
        yield f"    {finding.other.access}: {wording.of_item(finding.other)}{more}"
        yield from _stack("  at", finding.other.place, folder)
    if memory := wording.of_memory(finding):
        yield f"    {memory}"
    if finding.memory is not None:
        yield from _stack("  allocated at", finding.memory.allocated, folder)
        yield from _stack("  freed at", finding.memory.freed, folder)


def _stack(word: str, frames: Sequence[Frame], folder: Path) -> Iterator[str]:
    for index, frame in enumerate(frames[:_MOST_FRAMES]):
        indented = " " * (len(word) - len(word.lstrip()))
        label = word if index == 0 else f"{indented}called from"
        yield f"    {label} {wording.of_frame(frame, folder)}"
