"""Finds every spelling of a pack's names, and gives the new name of each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from porter.packs.pack import Pack, Rename
from porter.packs.spelling import Spelling, Style, pattern, spell, spellings
from porter.source.text.runs import word_start
from porter.source.text.splice import spliced

_WORD = re.compile(rb"[A-Za-z0-9_$]*\Z")
_REST = re.compile(rb"[A-Za-z0-9_$]*")
#: How much of a word is looked at on either side of a name.
LONGEST_WORD = 512


@dataclass(frozen=True, slots=True)
class Match:
    """A place where an old name stands.

    Attributes:
        start: offset of its first byte.
        end: offset behind its last byte.
        new: what belongs there.
        style: the case style of `new`.
        rename: which of the pack's.
    """

    start: int
    end: int
    new: bytes
    style: Style
    rename: Rename


class Renamer:
    """The names of one pack, ready to be looked for.

    Args:
        pack: the pack.
    """

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self._known: dict[bytes, tuple[Spelling, Rename]] = {}
        for rename in pack.renames:
            for old, spelling in spellings(rename.old).items():
                self._known.setdefault(old.encode(), (spelling, rename))
        self._patterns = {name: re.compile(pattern(name.decode()).encode()) for name in self._known}
        self.letters = re.compile(
            "|".join(sorted({re.escape("".join(one.old)) for one in pack.renames})).encode(),
            re.IGNORECASE,
        )
        self.olds = tuple(self._known)

    def may_speak_of(self, data: bytes) -> bool:
        """Tell, quickly, whether `data` can hold any of the names."""
        return any(name in data for name in self.olds)

    def matches(
        self, data: bytes, is_code: Callable[[int], bool] = lambda _: False
    ) -> Iterator[Match]:
        """Yield the places where a name stands, in order.

        Args:
            data: text.
            is_code: tells of an offset whether a hyphen there is a minus.
        """
        done = 0
        for start, end, name in self._found(data):
            if start < done:
                continue  # part of a longer name
            done = end
            spelling, rename = self._known[name]
            style = self._style(data, start, end, spelling, is_code)
            new = self._spelled(rename, style, spelling)
            yield Match(start, end, new.encode(), style, rename)

    def _found(self, data: bytes) -> list[tuple[int, int, bytes]]:
        """Return the spans of all names, in order, the longer of two at one place first.

        Looking for the letters first is many times as fast as one regular expression for all.
        """
        found = []
        for name, regex in self._patterns.items():
            start = data.find(name)
            while start >= 0:
                end = start + len(name)
                if regex.match(data, start):
                    found.append((start, end, name))
                start = data.find(name, end)
        found.sort(key=lambda one: (one[0], -one[1]))
        return found

    def renamed(self, text: bytes) -> bytes:
        """Return a text that is no code, such as a word or the name of a file, with new names."""
        return spliced(text, ((one.start, one.end, one.new) for one in self.matches(text)))

    @cached_property
    def reverse(self) -> Renamer:
        """What takes back what this one does."""
        return Renamer(self.pack.reversed())

    def _style(
        self, data: bytes, start: int, end: int, spelling: Spelling, is_code: Callable[[int], bool]
    ) -> Style:
        before, behind = data[start - 1 : start], data[end : end + 1]
        small = spelling.style is Style.SNAKE
        if behind.isupper() and (small or data[end + 1 : end + 2].islower()):
            return spelling.camel
        if not small and before.islower():
            return spelling.camel
        if b"_" in (before, behind):
            return spelling.style
        is_joined = data[start - 2 : start] == b"--" or (
            before == b"-" and _joins(data[start - 2 : start - 1], small)
        )
        is_joined |= behind == b"-" and _joins(data[end + 1 : end + 2], small)
        if is_joined and not is_code(start):
            return spelling.style if _is_shell_default(data, start) else spelling.kebab
        return spelling.style

    @staticmethod
    def _spelled(rename: Rename, style: Style, spelling: Spelling) -> str:
        text = spell(rename.new, style)
        if style is Style.ACRONYM and text == spell(rename.new, Style.PASCAL):
            return spell(rename.new, spelling.style)  # or it could not be told from PascalCase
        return text


def _is_shell_default(data: bytes, start: int) -> bool:
    """Tell whether the hyphen in front of a name is the shell's, as in `${DIR-aiter}`."""
    if data[start - 1 : start] != b"-":
        return False
    name = word_start(data, start - 1)
    return name < start - 1 and data[max(0, name - 2) : name] == b"${"


def _joins(letter: bytes, small: bool) -> bool:
    """Tell whether a hyphen between a name and `letter` joins two words of one case."""
    return letter.isalpha() and (small or letter.isupper())


def identifier_at(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Return the span of the identifier that `data[start:end]` is part of."""
    before = _WORD.search(data, max(0, start - LONGEST_WORD), start)
    behind = _REST.match(data, end, end + LONGEST_WORD)
    assert before is not None and behind is not None
    return before.start(), behind.end()
