"""What sources in C cannot be given: support headers, which are C++ but for a few."""

from __future__ import annotations

from collections.abc import Sequence

from porter.fixers import Rule
from porter.project.read_by_c import IN_CPP_HINT
from porter.source import Edit, SourceFile, Support
from porter.source.text.edits import RuleOutput
from porter.tables.supplies import supplies

#: What only the support headers have.
_SCOPE = b"porter::"


def readable_by_c(
    file: SourceFile, rule: Rule, yielded: Sequence[RuleOutput]
) -> Sequence[RuleOutput]:
    """Return what a rule yields, with findings for what a source in C cannot have.

    Args:
        file: the file.
        rule: the rule.
        yielded: what it yields for the file.
    """
    asked = {_asked(item) for item in yielded} if file.path.endswith(".c") else set()
    lacking = asked - {""}
    if lacking:
        lacking -= {one.in_c for one in supplies().values()}
    if not lacking:
        return yielded
    refused = {
        one
        for one in yielded
        if isinstance(one, Edit) and (one.support in lacking or _SCOPE in one.text)
    }
    together = {one.group for one in refused} | {one.around for one in refused}
    kept = [
        item
        for item in yielded
        if _asked(item) not in lacking
        and item not in refused
        and not (isinstance(item, Edit) and {item.group, item.around} & together - {None})
    ]
    for name in sorted(lacking):
        places = [(one.start, one.end) for one in refused if one.support == name]
        what = f"{rule.name} needs {name}, a header in C++, which C cannot include"
        where = min(places, default=(0, 0))
        kept.append(rule.error(where, what, hint=IN_CPP_HINT, occurrences=max(1, len(places))))
    return kept


def _asked(item: RuleOutput) -> str:
    """Return the support header that a rule's output asks for; empty for none."""
    if isinstance(item, Support):
        return item.name
    return item.support if isinstance(item, Edit) else ""
