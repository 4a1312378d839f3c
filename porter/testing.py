"""Runs rules on a text: the entrance of tests, of porter's rules and of other people's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from porter.convert.engine import convert
from porter.convert.worker import stand_alone
from porter.errors import PorterError
from porter.fixers.registry import rules
from porter.options import Options
from porter.rule_ids import current
from porter.source.text.languages import language_of

if TYPE_CHECKING:
    from porter.convert.engine import Conversion


def apply(
    text: str | bytes,
    *ids: str,
    path: str = "example.cu",
    files: tuple[str, ...] = (),
    **options: object,
) -> Conversion:
    """Convert one text that stands alone.

    Args:
        text: the source.
        ids: the rules to run, as "W20"; all by default.
        path: what the file is called, which tells its language.
        files: other files of the project, for rules that ask what belongs to it.
        options: fields of `porter.options.Options`.

    Returns:
        The new bytes (`data`), the edits and the findings.

    Raises:
        PorterError: there is no such rule.
        Exception: what a rule that is named raises, which a run would report and go on.
    """
    data = text.encode() if isinstance(text, str) else text
    given = stand_alone(path, data, language_of(path), Options(**options), files)  # type: ignore[arg-type]
    if not ids:
        return convert(*given)
    by_id = {rule.id: rule for rule in rules()}
    known = [current(id) for id in ids]
    if unknown := sorted(set(known) - by_id.keys()):
        raise PorterError(f"there is no rule {unknown[0]}")
    chosen = tuple(by_id[name] for name in known)
    for rule in chosen:
        if rule.applies_to(given[0], given[1].options):
            list(rule.run(*given))
    return convert(*given, chosen)
