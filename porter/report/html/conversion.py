"""What a page holds of a conversion: its files, their differences and the work list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from porter.report.causes import causes
from porter.report.gravity import Gravity, gravity_of
from porter.report.html.embedded import Chunks, packed
from porter.report.html.side_by_side import hunks
from porter.report.own_names import without_own_names
from porter.source import Severity

if TYPE_CHECKING:
    from porter.convert.result import FileResult, LocatedFinding
    from porter.convert.tree_conversion import TreeConversion
    from porter.report.causes import Cause
    from porter.source import Edit


class RuleText(NamedTuple):
    """What a page says of a rule.

    Attributes:
        id: its id.
        name: its name.
        what: what it does, in a sentence.
        page: the rest of its page, as (heading, paragraphs).
        edits: how many edits it made.
    """

    id: str
    name: str
    what: str
    page: tuple[tuple[str, tuple[str, ...]], ...]
    edits: int


class ConversionView(NamedTuple):
    """A conversion, ready for a page.

    Attributes:
        title: name of the code base.
        choices: the choices it was converted with.
        counts: (number, what it counts, style) of the overview.
        causes: what a person has to decide, gravest first.
        rules: the rules that said or did something.
        listing: files and findings, packed.
        chunks: differences of the files, packed.
    """

    title: str
    choices: str
    counts: tuple[tuple[int, str, str], ...]
    causes: Sequence[Cause]
    rules: tuple[RuleText, ...]
    listing: str
    chunks: Sequence[str]


def conversion_view(
    conversion: TreeConversion, advance: Callable[[int], None] = lambda _: None
) -> ConversionView:
    """Return what a page shows of a conversion.

    Args:
        conversion: the conversion; its sources are read again.
        advance: is told how many files are done.
    """
    findings = without_own_names(conversion.findings, conversion.converted)
    by_path: dict[str, list[LocatedFinding]] = {}
    for path, one in findings:
        by_path.setdefault(path, []).append(one)
    chunks, texts = Chunks(), _Numbered()
    files: list[list[Any]] = []
    work: list[list[Any]] = []
    for file in conversion.files.values():
        told = by_path.get(file.path, [])
        diff = _diff(conversion, file, told, texts)
        place = chunks.add(diff) if diff else (-1, 0)
        severities = Counter(one.finding.severity for one in told)
        counts = [severities[severity] for severity in Severity]
        name = _shown(file.path)
        new = _shown(conversion.renamed.get(file.path, file.path))
        edits = sum(file.counts.values())
        files.append([name, new if new != name else "", edits, *counts, *place, file.reason])
        work += (_work(len(files) - 1, one, texts) for one in told)
        advance(1)
    rules = _rules(conversion, findings)
    index = {"files": files, "work": work, "texts": texts.values, "rules": _names(rules)}
    return ConversionView(
        _shown(conversion.project.root.name or str(conversion.project.root)),
        _choices(conversion),
        _counts(conversion, findings),
        causes(findings),
        rules,
        packed(index),
        chunks.texts(),
    )


class _Numbered:
    """Texts that occur often, each kept once."""

    def __init__(self) -> None:
        self.values: list[str] = []
        self._numbers: dict[str, int] = {}

    def __call__(self, text: str) -> int:
        number = self._numbers.setdefault(text, len(self.values))
        if number == len(self.values):
            self.values.append(text)
        return number


def _diff(
    conversion: TreeConversion, file: FileResult, told: Sequence[LocatedFinding], texts: _Numbered
) -> list[Any] | None:
    """Return the differences of a file; None where there is nothing to show."""
    if not file.changes and not told:
        return None
    try:
        data = conversion.project.read(file.path)
    except OSError:
        return None

    def number(edit: Edit) -> int:
        return texts(f"{edit.rule}\n{edit.detail}")

    edits = [one.edit for one in file.edits]
    lines = {one.place.line for one in told}
    return [[hunk.old, hunk.new, hunk.rows] for hunk in hunks(data, edits, lines, number)]


def _work(file: int, one: LocatedFinding, texts: _Numbered) -> list[Any]:
    finding = one.finding
    gravity = list(Gravity).index(gravity_of(finding))
    message, hint = texts(finding.full_message), texts(finding.hint)
    line, column = one.place
    return [file, line, column, gravity, finding.rule, message, hint, finding.occurrences]


def _names(rules: Sequence[RuleText]) -> dict[str, list[str]]:
    """Return the name of each rule, what it does, and the first paragraph of why."""
    why = {rule.id: dict(rule.page).get("Why", ("",))[0] for rule in rules}
    return {rule.id: [rule.name, rule.what, why[rule.id]] for rule in rules}


def _rules(
    conversion: TreeConversion, findings: Sequence[tuple[str, LocatedFinding]]
) -> tuple[RuleText, ...]:
    from porter.fixers.registry import rules

    edits: Counter[str] = Counter()
    for (rule, _), count in conversion.edits.items():
        edits[rule] += count
    used = edits.keys() | {one.finding.rule for _, one in findings}
    found = []
    for one in sorted(rules(), key=lambda rule: rule.id):
        if one.id in used:
            what, _, rest = one.page.strip().partition("\n")
            found.append(RuleText(one.id, one.name, what, _headings(rest), edits[one.id]))
    return tuple(found)


def _headings(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the parts of a rule's page."""
    found = []
    for part in text.split("\n## ")[1:]:
        heading, _, body = part.partition("\n")
        paragraphs = tuple(one.strip() for one in body.split("\n\n") if one.strip())
        found.append((heading.strip(), paragraphs))
    return tuple(found)


def _counts(
    conversion: TreeConversion, findings: Sequence[tuple[str, LocatedFinding]]
) -> tuple[tuple[int, str, str], ...]:
    gravities = Counter(gravity_of(one.finding) for _, one in findings)
    changed = sum(file.changes for file in conversion.converted)
    return (
        (len(conversion.files), "source files", ""),
        (changed, "changed by rule", "good"),
        (sum(conversion.edits.values()), "edits", "good"),
        (gravities[Gravity.BUILD], "stop the build", "error"),
        (gravities[Gravity.RESULT], "may compute something else", "error"),
        (gravities[Gravity.LOOK], "to look at", "warning"),
        (gravities[Gravity.NOTE], "notes", "note"),
        (len(conversion.problems), "files not converted", "error"),
    )


def _choices(conversion: TreeConversion) -> str:
    options = conversion.options
    rocm = ".".join(map(str, options.rocm))
    return f"to {options.target}, ROCm {rocm}, --warp {options.warp}"


def _shown(text: str) -> str:
    """Return a path as text: bytes that are no UTF-8 as escapes."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
