"""The words that compilers are given in command lines, for rules of flags and libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from porter.fixers.build_files._flags import Word
from porter.fixers.scripts._reading import Assignment, Reading
from porter.source.build_files.make_commands import Compiler
from porter.source.scripts import shell

_PART = re.compile(rb"""(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])++""", re.DOTALL)
_QUOTES = {b"'": b"'", b'"': b'"', b"(": b")"}
_EXPANDS = re.compile(rb"[\s$`\\]")


def groups(reading: Reading) -> Iterator[list[Word]]:
    """Yield the words of each compiler's arguments, and of each value that reaches one."""
    for call in reading.calls:
        if call.arguments and not call.asks:
            yield [_word(one, call.compiler is Compiler.DEVICE) for one in call.arguments]
    for one in reading.assignments:
        if reading.reached.get(one.name) or reading.is_nvccs(one.name):
            found = list(_in_value(one, reading.is_nvccs(one.name)))
            if found:
                yield found


def texts(words: Sequence[Word]) -> list[str]:
    """Return what the words say."""
    return [word.text for word in words]


def _word(word: shell.Word, is_nvccs: bool) -> Word:
    """Return a word without quotes that keep nothing together."""
    text = word.text
    inner = text[1:-1]
    if text[:1] in (b"'", b'"') and text[-1:] == text[:1] and not _EXPANDS.search(inner):
        text = inner
    return Word(word.start, word.end, text.decode("utf-8", "surrogateescape"), is_nvccs)


def _in_value(assignment: Assignment, is_nvccs: bool) -> Iterator[Word]:
    """Yield the words of a value, within the quotes or parentheses around it."""
    value, start, end = assignment.value, 0, len(assignment.value)
    closer = _QUOTES.get(value[:1])
    if closer is not None:
        if end < 2 or value[-1:] != closer or (closer != b")" and closer in value[1:-1]):
            return
        start, end = 1, end - 1
    for match in _PART.finditer(value, start, end):
        at = assignment.start + match.start()
        yield _word(shell.Word(at, at + len(match.group()), match.group()), is_nvccs)
