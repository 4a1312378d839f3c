"""How a name of several words is spelled: the case styles, and where each applies.

A style of the old name has one counterpart in the new name, and different styles have different
ones: what a rename wrote can be told apart again, so that it can be taken back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Style(StrEnum):
    """A case style, by its usual name; the value shows it."""

    SNAKE = "snake_case"
    KEBAB = "kebab-case"
    CAMEL = "camelCase"
    UPPER = "UPPER_CASE"
    TRAIN = "UPPER-KEBAB"
    PASCAL = "PascalCase"
    #: The first word in capitals, as where `AITERTensor` becomes `CKTileTensor`.
    ACRONYM = "ACRONYMCase"


_HUMP = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+(?:[0-9]+[a-z]*)*|[0-9]+[a-z]*")


def words_of(name: str) -> tuple[str, ...]:
    """Return the words of `name` in lower case; digits belong to the word before them."""
    found: list[str] = []
    for part in re.split(r"[_-]", name):
        is_cased = part != part.lower() and part != part.upper()
        found += _HUMP.findall(part) if is_cased else [part] * bool(part)
    return tuple(word.lower() for word in found)


def spell(words: tuple[str, ...], style: Style) -> str:
    """Return the name of `words` in `style`."""
    capital = [word[:1].upper() + word[1:] for word in words]
    if style is Style.SNAKE:
        return "_".join(words)
    if style is Style.KEBAB:
        return "-".join(words)
    if style is Style.UPPER:
        return "_".join(words).upper()
    if style is Style.TRAIN:
        return "-".join(words).upper()
    if style is Style.PASCAL:
        return "".join(capital)
    first = words[0].upper() if style is Style.ACRONYM else words[0]
    return "".join([first, *capital[1:]])


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way in which the old name is written.

    Attributes:
        old: as it is written.
        style: the style of the new name; of an old name of one word, where nothing around it
            tells otherwise.
        kebab: the style between hyphens, as in `aiter-tools`.
        camel: the style in front of, or behind, another word's hump, as in `aiterTools`.
    """

    old: str
    style: Style
    kebab: Style
    camel: Style


def spellings(words: tuple[str, ...]) -> dict[str, Spelling]:
    """Return every way to write the name of `words`, by how it is written."""
    if len(words) == 1:
        (word,) = words
        found = [
            Spelling(word, Style.SNAKE, Style.KEBAB, Style.CAMEL),
            Spelling(word.upper(), Style.UPPER, Style.TRAIN, Style.ACRONYM),
            Spelling(word.capitalize(), Style.PASCAL, Style.PASCAL, Style.PASCAL),
        ]
    else:
        found = [Spelling(spell(words, style), style, style, style) for style in Style]
    return {one.old: one for one in reversed(found)}


#: What may stand before a name that starts with a small letter: nothing of a word, the escape of
#: a string (`\naiter`), or an option of a compiler (`-Iaiter/include`).
_AFTER_ESCAPE = r"(?<=(?<!\\)\\[abfnrtv])"
_AFTER_OPTION = r"(?<=(?<![\w-])-[DILUl])"
_BEFORE_SMALL = rf"(?:(?<![A-Za-z0-9])|{_AFTER_ESCAPE}|{_AFTER_OPTION})"
#: A digit before a name is no word of its own: `_ZN5aiter` counts letters.
_BEFORE_CAPITALS = rf"(?:(?<![A-Z0-9])|{_AFTER_OPTION})"
_BEFORE_HUMP = r"(?<![0-9])"
_BEHIND_SMALL = r"(?![a-z])"
_BEHIND_CAPITAL = r"(?![a-z]|[A-Z](?![a-z]))"


def pattern(old: str) -> str:
    """Return the regular expression for `old` as a word or a part of one."""
    if old[0].islower():
        before = _BEFORE_SMALL
    elif old[1:2].islower():
        before = _BEFORE_HUMP
    else:
        before = _BEFORE_CAPITALS
    behind = _BEHIND_SMALL if not old[-1].isupper() else _BEHIND_CAPITAL
    return before + re.escape(old) + behind
