"""Writes what was compared, by which command and with which result, into the README of a port."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from porter.errors import PorterError
from porter.files.regular import LARGEST_FILE, read_regular
from porter.files.write import write_atomically
from porter.listing import listed, number_of
from porter.port.scaffold.documents import marked_documents
from porter.project.settings.settings import ProjectSettings, Settings
from porter.report.kernel_coverage import coverage
from porter.report.verdicts import bounds, judgement, references
from porter.sync.edits.hand_edits import added_paths, edited_lines, port_states
from porter.sync.edits.own_section import README, SECTION, TITLE
from porter.sync.plan.status import section_if_any
from porter.verify.verdict import Verdict, exit_status

_WORST_LAST = (
    "same",
    "same, no numbers",
    "same, in part",
    "all refused",
    "not compared",
    "differs",
    "failed",
)
_MOST_REASONS = 6
_MOST_DOCUMENTS = 12


def write_statement(
    settings: Settings, project: ProjectSettings, verdicts: Sequence[Verdict], command: str
) -> Path:
    """Put the section into the README of a port, in place of the one that is there.

    Args:
        settings: of all projects.
        project: the port.
        verdicts: the project's.
        command: what was run.

    Returns:
        The README.

    Raises:
        PorterError: the port is not there, or its README cannot be read.
    """
    if not project.port.is_dir():
        raise PorterError("is not there", path=project.port, hint="run porter sync")
    path = project.port / README
    try:
        before = read_regular(path, LARGEST_FILE).decode("utf-8")
    except FileNotFoundError:
        before = _first_lines(project)
    except (OSError, UnicodeDecodeError) as error:
        raise PorterError(f"cannot be read: {error}", path=path) from error
    today = datetime.now(UTC).date().isoformat()
    found = marked_documents(project.port)
    documents = [path for path in found if f"`{path}` has figures" not in before]
    text = section(verdicts, command, today, hand_edits(settings, project), documents)
    if SECTION.search(before):
        after = SECTION.sub(lambda _: text, before, count=1)
    else:
        after = f"{before.rstrip()}\n\n{text}"
    write_atomically(path, (after.rstrip() + "\n").encode())
    return path


def _first_lines(project: ProjectSettings) -> str:
    """Return what a README begins with that porter did not write with the port."""
    if project.to == "hip":
        return f"# {project.name} for ROCm\n"
    return f"# {project.port.name}\n\n`porter` made this package from `{project.name}`.\n"


def section(
    verdicts: Sequence[Verdict],
    command: str,
    day: str,
    edits: str,
    documents: Sequence[str] = (),
) -> str:
    """Return the section.

    Args:
        verdicts: of one project.
        command: what was run.
        day: when.
        edits: what hand edits the port has, in a sentence.
        documents: those with figures of NVIDIA GPUs that the README does not name yet.
    """
    marked = listed([f"`{path}`" for path in documents], _MOST_DOCUMENTS)
    about = f"- Documents with figures of NVIDIA GPUs, not of this port, as each says: {marked}"
    status = exit_status(verdicts)
    lines = [
        TITLE,
        "",
        f"`{command}` on {day}: exit status {int(status)}"
        " (0: the same; 1: something differs; 3: not all could be compared).",
        "",
        "| cases of | port as | cases | points | the same | numbers | result |",
        "|---|---|--:|--:|--:|--:|---|",
        *_rows(verdicts),
        "",
        *(f"- {line.strip()}" for line in (*bounds(verdicts), *coverage(verdicts))),
        *(f"- {line.strip()}" for line in references(verdicts)),
        *_reasons(verdicts),
        f"- {edits}",
        *([about] if documents else []),
        "",
        f"`{command} --readme` writes this section.",
        "",
        "",
    ]
    return "\n".join(lines)


def hand_edits(settings: Settings, project: ProjectSettings) -> str:
    """Return in a sentence how many files of a port were edited by hand."""
    lock = section_if_any(settings, project)
    if lock is None:
        return "Hand edits are not known: `porter sync` does not keep this port."
    changed = [line.path for line, _ in edited_lines(project, lock, port_states(project, lock))]
    added = added_paths(project, lock)
    if not changed and not added:
        return "Hand edits: none; every file is as porter writes it."
    return (
        f"Hand edits: {number_of(len(changed), 'file')} changed, {len(added)} added "
        f"(`porter edits {project.name}` shows them)."
    )


def _rows(verdicts: Sequence[Verdict]) -> Iterator[str]:
    for kind, arch in dict.fromkeys((one.kind, one.arch) for one in verdicts):
        ours = [one for one in verdicts if (one.kind, one.arch) == (kind, arch)]
        cases = {one.case: [v for v in ours if v.case == one.case] for one in ours}
        words = {judgement(group) for group in cases.values()}
        worst = max(words, key=_WORST_LAST.index)
        passed, numbers = sum(v.passed for v in ours), sum(v.numbers for v in ours)
        yield f"| {kind} | {arch} | {len(cases)} | {len(ours)} | {passed} | {numbers} | {worst} |"


def _reasons(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield why something was not compared, or differs."""
    failed = [one for one in verdicts if not one.passed]
    reasons = [f"{one.label.short}: {one.problem or one.differences[0].reason}" for one in failed]
    first = [reason.splitlines()[0] for reason in reasons]
    if first:
        yield f"- not the same: {listed(first, _MOST_REASONS)}"
