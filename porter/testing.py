"""Applies rules to a text: the entry point for tests of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from porter.convert.engine import convert_file
from porter.convert.targets import find
from porter.errors import PorterError
from porter.fixers.registry import rules
from porter.options import Options
from porter.rule_ids import current
from porter.source.text.languages import Language, language_of

if TYPE_CHECKING:
    from porter.fixers import Context, Rule
    from porter.fixers.conversion import Conversion
    from porter.source import SourceFile


def apply(
    text: str | bytes,
    *ids: str,
    path: str = "example.cu",
    files: tuple[str, ...] = (),
    **options: object,
) -> Conversion:
    """Convert one text by itself.

    Args:
        text: the source.
        ids: the rules to run, as "WRP20"; all by default.
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
    choices = Options(**options)  # type: ignore[arg-type]
    file, context = single_text(path, data, language_of(path), choices, files)
    if not ids:
        return convert(file, context)
    by_id = {rule.id: rule for rule in rules()}
    known = [current(id) for id in ids]
    if unknown := sorted(set(known) - by_id.keys()):
        raise PorterError(f"there is no rule {unknown[0]}")
    chosen = tuple(by_id[name] for name in known)
    for rule in chosen:
        if rule.applies_to(file, context.options):
            list(rule.run(file, context))
    return convert(file, context, chosen)


def single_text(
    path: str, data: bytes, language: Language, options: Options, files: tuple[str, ...] = ()
) -> tuple[SourceFile, Context]:
    """Return a text by itself, and the context of its conversion to what the options name.

    Args:
        path: what it is called.
        data: its bytes.
        language: what it is written in.
        options: the user's choices.
        files: other files of its project, of which nothing but the name is known.
    """
    return find(options.target).single_text(path, data, language, options, files)


def convert(file: SourceFile, context: Context, chosen: Sequence[Rule] | None = None) -> Conversion:
    """Convert a file in a context.

    Args:
        file: the file.
        context: what rules may know beside it.
        chosen: the rules; by default those that the options of the context choose.
    """
    if chosen is None:
        chosen = find(context.options.target).rules(context.options)
    return convert_file(file, context, chosen)
